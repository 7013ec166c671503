package httpcalls

import (
	"errors"
	"fmt"
	"io"

	"polywire/calls"
)

// errPacked says that a message cannot be decompressed.
var errPacked = errors.New("a message cannot be decompressed")

// envelopeError says that bytes are no envelope of the protocol.
type envelopeError struct {
	cause error
	// The head is meant: the other side may not know the protocol.
	isHead bool
}

func (e *envelopeError) Error() string { return e.cause.Error() }
func (e *envelopeError) Unwrap() error { return e.cause }

// request finds the envelopes in the body of a request.
type request struct {
	body   io.Reader
	form   *Form
	call   *calls.Call
	limit  int64
	frames frames
	// Nothing follows.
	isComplete bool
}

// next returns the next envelope; io.EOF if there is none.
func (r *request) next() (*calls.Envelope, error) {
	if r.form.Whole != nil {
		return r.whole()
	}
	frame, err := r.frames.next()
	if err != nil {
		return nil, err
	}
	frame, err = decompressed(frame, r.form.Frames, r.call.Compression, r.limit)
	if err != nil {
		return nil, packed(err)
	}
	return r.form.envelope(frame)
}

// whole returns the message that the head or the whole body holds.
func (r *request) whole() (*calls.Envelope, error) {
	r.isComplete = true
	body, isPacked := []byte(nil), false
	if item := r.call.Item; item != nil {
		body, isPacked = item.Body, item.Compressed
	} else {
		var err error
		if body, err = readWhole(r.body, r.limit); err != nil {
			return nil, err
		}
		isPacked = len(body) != 0 && r.call.Compression != "" && r.call.Compression != "identity"
	}
	if isPacked {
		var err error
		if body, err = inflated(body, r.call.Compression, r.limit); err != nil {
			return nil, packed(err)
		}
	}
	envelope := calls.OfItem(&calls.Item{Body: body})
	return &envelope, nil
}

func packed(err error) error {
	var tooLarge *calls.FrameTooLargeError
	if errors.As(err, &tooLarge) {
		return err
	}
	return fmt.Errorf("%w: %w", errPacked, err)
}

// envelope returns that of some bytes.
func (f *Form) envelope(b []byte) (*calls.Envelope, error) {
	envelope := new(calls.Envelope)
	if err := f.Unmarshal(envelope, b); err != nil {
		return nil, &envelopeError{cause: err}
	}
	return envelope, nil
}
