package httpcalls

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"polywire/calls"
)

// A call that is answered. One goroutine may receive while another one sends.
type answering struct {
	ctx      context.Context
	incoming *calls.Incoming
	started  time.Time
	id       calls.CallID
	request  request

	// mutex is held for the session alone, writing for what it wants to be sent, so that the order stays.
	mutex   sync.Mutex
	session *calls.Server
	writing sync.Mutex
	reply   *reply
	// The implementation said how the answer starts.
	headed bool
}

// next returns the next message of the request; io.EOF if there are no more.
func (a *answering) next() (*calls.Item, error) {
	for {
		a.mutex.Lock()
		event, ok := a.session.NextEvent()
		if ok && event.Body.Which() == calls.BodyCaseItem {
			a.session.Taken(a.id)
		}
		isOver := a.session.Calls() == 0
		a.mutex.Unlock()
		switch {
		case ok && event.Finished:
			return nil, io.EOF
		case ok && event.Body.Which() == calls.BodyCaseItem:
			return event.Body.Item(), nil
		case ok:
			return nil, calls.ErrorOf(event.Body.End())
		case a.request.isComplete:
			return nil, io.EOF
		case isOver:
			return nil, calls.RefusedNoCall
		}
		a.read()
	}
}

// read reads an envelope of the request, or its end.
func (a *answering) read() {
	envelope, err := a.request.next()
	a.step(func() {
		switch {
		case err == nil:
			a.session.Receive(a.id, envelope)
			if !a.request.isComplete {
				return
			}
			a.session.Finished(a.id)
		case err == io.EOF:
			a.request.isComplete = true
			a.session.Finished(a.id)
		default:
			a.request.isComplete = true
			a.fail(err)
		}
	})
}

// fail ends the call because its request cannot be read.
func (a *answering) fail(err error) {
	var tooLarge *calls.FrameTooLargeError
	var unknown *envelopeError
	switch {
	case errors.As(err, &tooLarge):
		_ = a.session.End(a.id, calls.Failed(calls.StatusResourceExhausted, err.Error()))
	case err == errInside || err == io.ErrUnexpectedEOF:
		a.session.Broken(a.id, "the request ends inside a message")
	case errors.As(err, &unknown):
		a.session.Broken(a.id, "a message is not of the protocol")
	case errors.Is(err, errNoCompression):
		_ = a.session.End(a.id, calls.Failed(calls.StatusInternal, err.Error()))
	case errors.Is(err, errPacked):
		_ = a.session.End(a.id, calls.Failed(calls.StatusInvalidArgument, err.Error()))
	case errors.Is(err, os.ErrDeadlineExceeded) || a.ctx.Err() == context.DeadlineExceeded:
		a.expire()
	default:
		a.session.Lost(a.id, calls.Failed(calls.StatusCancelled, "the request cannot be read: "+err.Error()))
	}
}

// expire ends the call because its deadline is over.
func (a *answering) expire() {
	if deadline, ok := a.session.NextDeadline(); ok {
		a.session.Advance(deadline)
	}
}

// step does something with the session, and then what the session wants.
func (a *answering) step(do func()) {
	a.mutex.Lock()
	do()
	isDone := !a.session.HasAction()
	a.mutex.Unlock()
	if isDone {
		// Receiving must not wait until a message is sent, for which the other side may wait.
		return
	}
	a.writing.Lock()
	defer a.writing.Unlock()
	a.act()
}

// send sends a message of the answer.
func (a *answering) send(body []byte) error {
	a.writing.Lock()
	defer a.writing.Unlock()
	a.mutex.Lock()
	a.session.Advance(time.Since(a.started))
	a.head()
	err := a.session.Send(a.id, &calls.Item{Body: body})
	a.mutex.Unlock()
	a.act()
	if err == calls.RefusedNoCall {
		if ctx := a.ctx.Err(); ctx != nil {
			return ctx
		}
		return err
	}
	if err == nil {
		err = a.reply.failed
	}
	return err
}

// end ends the answer.
func (a *answering) end(err error) {
	end := calls.EndOf(err)
	if trailer := a.incoming.Trailer(); len(trailer) != 0 {
		end.Metadata = append(trailer, end.Metadata...)
	}
	a.step(func() {
		a.session.Advance(time.Since(a.started))
		a.head()
		// A call that is over has its end already.
		_ = a.session.End(a.id, end)
	})
}

// head says how the answer starts, if the implementation wants to.
func (a *answering) head() {
	header := a.incoming.Header()
	if a.headed || len(header) == 0 {
		return
	}
	a.headed = true
	_ = a.session.Start(a.id, &calls.Start{Format: a.incoming.Call.Format, Metadata: header})
}

// act does what the session wants.
func (a *answering) act() {
	for {
		a.mutex.Lock()
		action, ok := a.session.NextAction()
		a.mutex.Unlock()
		if !ok {
			return
		}
		a.reply.send(&action.Envelope)
		if action.Envelope.Body.Which() == calls.BodyCaseItem {
			a.mutex.Lock()
			a.session.Sent(a.id)
			a.mutex.Unlock()
		}
	}
}
