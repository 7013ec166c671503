package httpcalls

import (
	"context"
	"io"
	"iter"

	"polywire/calls"
)

// Service has the methods of an implementation.
type Service struct{ methods []*Served }

// Served is a method of an implementation.
type Served struct {
	service, name  string
	shape          calls.Shape
	changesNothing bool
	knows          func(format string) bool
	run            func(*answering) error
}

// NewService returns a service with methods.
func NewService(methods ...*Served) *Service { return &Service{methods: methods} }

// Receiver receives the messages of a request, which must not be received from several goroutines at a time.
type Receiver[T any] struct {
	answering *answering
	format    *calls.BodyFormat[T]
}

// Receive returns the next message; [io.EOF] if there are no more.
func (r *Receiver[T]) Receive() (*T, error) {
	item, err := r.answering.next()
	if err != nil {
		return nil, err
	}
	message := new(T)
	if err := r.format.Unmarshal(message, item.Body); err != nil {
		return nil, calls.NewError(calls.StatusInvalidArgument, "a message cannot be read: "+err.Error())
	}
	return message, nil
}

// All returns the messages that follow. An error is the last pair.
func (r *Receiver[T]) All() iter.Seq2[*T, error] { return all(r.Receive) }

func all[T any](receive func() (*T, error)) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for {
			message, err := receive()
			if err == io.EOF || !yield(message, err) || err != nil {
				return
			}
		}
	}
}

// Sender sends the messages of an answer.
type Sender[T any] struct {
	answering *answering
	format    *calls.BodyFormat[T]
}

// Send sends a message. It waits while the other side takes no more.
func (s *Sender[T]) Send(message *T) error {
	body, err := s.format.Append(message, nil)
	if err != nil {
		return calls.NewError(calls.StatusInternal, "an answer cannot be written: "+err.Error())
	}
	return s.answering.send(body)
}

// ServeOneToOne serves a method without streams.
func ServeOneToOne[Q, A any](method *calls.Method[Q, A], run func(context.Context, *Q) (*A, error)) *Served {
	return served(method, func(a *answering, requests *Receiver[Q], answers *Sender[A]) error {
		request, err := requests.only()
		if err != nil {
			return err
		}
		answer, err := run(a.ctx, request)
		return answers.only(answer, err)
	})
}

// ServeOneToMany serves a method that returns a stream.
func ServeOneToMany[Q, A any](method *calls.Method[Q, A], run func(context.Context, *Q, *Sender[A]) error) *Served {
	return served(method, func(a *answering, requests *Receiver[Q], answers *Sender[A]) error {
		request, err := requests.only()
		if err != nil {
			return err
		}
		return run(a.ctx, request, answers)
	})
}

// ServeManyToOne serves a method that takes a stream.
func ServeManyToOne[Q, A any](method *calls.Method[Q, A], run func(context.Context, *Receiver[Q]) (*A, error)) *Served {
	return served(method, func(a *answering, requests *Receiver[Q], answers *Sender[A]) error {
		answer, err := run(a.ctx, requests)
		return answers.only(answer, err)
	})
}

// ServeManyToMany serves a method with streams in both directions.
func ServeManyToMany[Q, A any](method *calls.Method[Q, A], run func(context.Context, *Receiver[Q], *Sender[A]) error) *Served {
	return served(method, func(a *answering, requests *Receiver[Q], answers *Sender[A]) error {
		return run(a.ctx, requests, answers)
	})
}

func served[Q, A any](method *calls.Method[Q, A], run func(*answering, *Receiver[Q], *Sender[A]) error) *Served {
	return &Served{
		service:        method.Service,
		name:           method.Name,
		shape:          method.Shape,
		changesNothing: method.ChangesNothing,
		knows: func(format string) bool {
			return method.Requests.Format(format) != nil && method.Answers.Format(format) != nil
		},
		run: func(a *answering) error {
			format := a.reply.call.Format
			requests := &Receiver[Q]{answering: a, format: method.Requests.Format(format)}
			return run(a, requests, &Sender[A]{answering: a, format: method.Answers.Format(format)})
		},
	}
}

// only returns the only message of a request. The session has told what is wrong if there is none.
func (r *Receiver[T]) only() (*T, error) {
	message, err := r.Receive()
	if err == io.EOF {
		err = calls.NewError(calls.StatusInternal, "the request has no message")
	}
	return message, err
}

// only sends the only message of an answer.
func (s *Sender[T]) only(answer *T, err error) error {
	if err != nil || answer == nil {
		return err
	}
	return s.Send(answer)
}
