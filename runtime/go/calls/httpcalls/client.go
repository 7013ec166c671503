package httpcalls

import (
	"context"
	"fmt"
	"io"
	"iter"

	"polywire/calls"
)

// CallOneToOne calls a method without streams.
func CallOneToOne[Q, A any](ctx context.Context, caller *Caller, method *calls.Method[Q, A], request *Q) (*A, error) {
	s, err := begin(ctx, caller, method)
	if err != nil {
		return nil, err
	}
	if err := s.only(request); err != nil {
		return nil, err
	}
	return s.answer()
}

// CallOneToMany calls a method that returns a stream.
func CallOneToMany[Q, A any](ctx context.Context, caller *Caller, method *calls.Method[Q, A], request *Q) (*Answers[A], error) {
	s, err := begin(ctx, caller, method)
	if err != nil {
		return nil, err
	}
	if err := s.only(request); err != nil {
		return nil, err
	}
	return &Answers[A]{calling: s.calling, format: s.answers}, nil
}

// CallManyToOne calls a method that takes a stream.
func CallManyToOne[Q, A any](ctx context.Context, caller *Caller, method *calls.Method[Q, A]) (*Requests[Q, A], error) {
	s, err := begin(ctx, caller, method)
	if err != nil {
		return nil, err
	}
	return &Requests[Q, A]{stream: s}, nil
}

// CallManyToMany calls a method with streams in both directions.
func CallManyToMany[Q, A any](ctx context.Context, caller *Caller, method *calls.Method[Q, A]) (*Duplex[Q, A], error) {
	s, err := begin(ctx, caller, method)
	if err != nil {
		return nil, err
	}
	return &Duplex[Q, A]{stream: s, Answers: Answers[A]{calling: s.calling, format: s.answers}}, nil
}

// stream is a call with the formats of its messages.
type stream[Q, A any] struct {
	calling  *calling
	requests *calls.BodyFormat[Q]
	answers  *calls.BodyFormat[A]
}

func begin[Q, A any](ctx context.Context, caller *Caller, method *calls.Method[Q, A]) (*stream[Q, A], error) {
	format := caller.format
	if format == "" {
		format = method.Requests[0].Names[0]
	}
	s := &stream[Q, A]{requests: method.Requests.Format(format), answers: method.Answers.Format(format)}
	if s.requests == nil || s.answers == nil {
		return nil, calls.NewError(calls.StatusInternal, fmt.Sprintf("there are no messages in the format `%s`", format))
	}
	var err error
	s.calling, err = start(ctx, caller, method, format)
	return s, err
}

func (s *stream[Q, A]) send(request *Q) error {
	body, err := s.requests.Append(request, nil)
	if err != nil {
		return calls.NewError(calls.StatusInternal, "a message cannot be written: "+err.Error())
	}
	return s.calling.send(body)
}

// only sends the only message of a request. If the call is over, receiving tells why.
func (s *stream[Q, A]) only(request *Q) error {
	err := s.send(request)
	if err == nil {
		err = s.calling.finish()
	}
	if err != nil && err != io.EOF {
		s.calling.giveUp()
		return err
	}
	return nil
}

// answer returns the only message of an answer.
func (s *stream[Q, A]) answer() (*A, error) {
	answer, err := receive(s.calling, s.answers)
	if err != nil {
		s.calling.giveUp()
		return nil, err
	}
	// Behind the message is the end.
	if _, err := s.calling.next(); err != io.EOF {
		return nil, err
	}
	return answer, nil
}

func receive[A any](c *calling, format *calls.BodyFormat[A]) (*A, error) {
	item, err := c.next()
	if err != nil {
		return nil, err
	}
	answer := new(A)
	if err := format.Unmarshal(answer, item.Body); err != nil {
		c.giveUp()
		return nil, calls.NewError(calls.StatusInternal, "an answer cannot be read: "+err.Error())
	}
	return answer, nil
}

// Answers are the messages of an answer, which must not be received from several goroutines at a time. Receive them all, or [Answers.Close].
type Answers[A any] struct {
	calling *calling
	format  *calls.BodyFormat[A]
}

// Receive returns the next message; [io.EOF] if the call succeeded and there are no more.
func (a *Answers[A]) Receive() (*A, error) { return receive(a.calling, a.format) }

// All returns the messages that follow. An error is the last pair.
func (a *Answers[A]) All() iter.Seq2[*A, error] { return all(a.Receive) }

// Header returns the metadata in front of the messages, as soon as one of them is received or the call is over.
func (a *Answers[A]) Header() []calls.Metadata { return a.calling.around().Header }

// Trailer returns the metadata behind the messages, as soon as the call is over.
func (a *Answers[A]) Trailer() []calls.Metadata { return a.calling.around().Trailer }

// Close gives the call up, unless it is over.
func (a *Answers[A]) Close() { a.calling.giveUp() }

// Requests are the messages of a request that is answered with one message.
type Requests[Q, A any] struct{ stream *stream[Q, A] }

// Send sends a message. It waits while the other side takes no more. [io.EOF] means that the call is over: receiving tells why.
func (r *Requests[Q, A]) Send(request *Q) error { return r.stream.send(request) }

// CloseAndReceive ends the request and returns its answer.
func (r *Requests[Q, A]) CloseAndReceive() (*A, error) {
	if err := r.stream.calling.finish(); err != nil {
		return nil, err
	}
	return r.stream.answer()
}

// Header returns the metadata in front of the answer.
func (r *Requests[Q, A]) Header() []calls.Metadata { return r.stream.calling.around().Header }

// Trailer returns the metadata behind the answer.
func (r *Requests[Q, A]) Trailer() []calls.Metadata { return r.stream.calling.around().Trailer }

// Close gives the call up, unless it is over.
func (r *Requests[Q, A]) Close() { r.stream.calling.giveUp() }

// Duplex is a call with streams in both directions. One goroutine may receive while another one sends.
type Duplex[Q, A any] struct {
	Answers[A]
	stream *stream[Q, A]
}

// Send sends a message. It waits while the other side takes no more. [io.EOF] means that the call is over: receiving tells why.
func (d *Duplex[Q, A]) Send(request *Q) error { return d.stream.send(request) }

// CloseSend ends the request; the answer may go on.
func (d *Duplex[Q, A]) CloseSend() error { return d.stream.calling.finish() }
