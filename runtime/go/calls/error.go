package calls

import (
	"context"
	"errors"
)

// Error is the end of a call that did not succeed. Implementations return it to say more than that they failed, and clients get it.
type Error struct {
	Status  Status
	Message string
	// Details say what went wrong for programs: a serialized google.rpc.Status.
	Details []byte
	// Metadata stands behind the messages.
	Metadata []Metadata
}

// NewError returns the end of a call that did not succeed.
func NewError(status Status, message string) *Error { return &Error{Status: status, Message: message} }

func (e *Error) Error() string {
	if e.Message == "" {
		return e.Status.String()
	}
	return e.Status.String() + ": " + e.Message
}

// ErrorOf returns the error of a client for the end of a call; nil if it succeeded.
func ErrorOf(end *End) error {
	if end.Status == StatusOk {
		return nil
	}
	return &Error{Status: end.Status, Message: end.Message, Details: end.Details, Metadata: end.Metadata}
}

// StatusOf returns the outcome that an error stands for.
func StatusOf(err error) Status {
	var failed *Error
	switch {
	case err == nil:
		return StatusOk
	case errors.As(err, &failed):
		return failed.Status
	case errors.Is(err, context.DeadlineExceeded):
		return StatusDeadlineExceeded
	case errors.Is(err, context.Canceled):
		return StatusCancelled
	default:
		return StatusUnknown
	}
}

// EndOf returns the end of a call whose implementation returned an error or none.
func EndOf(err error) *End {
	var failed *Error
	switch {
	case err == nil:
		return &End{}
	case errors.As(err, &failed) && failed.Status != StatusOk:
		return &End{Status: failed.Status, Message: failed.Message, Details: failed.Details, Metadata: failed.Metadata}
	case errors.As(err, &failed):
		return Failed(StatusUnknown, failed.Message)
	default:
		return Failed(StatusOf(err), err.Error())
	}
}
