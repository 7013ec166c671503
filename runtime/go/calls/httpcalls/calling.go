package httpcalls

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync"
	"time"

	"polywire/calls"
)

// A call that is not over. One goroutine may receive while another one sends.
type calling struct {
	caller *Caller
	form   *Form
	shape  calls.Shape
	// The context of the caller, and that of the request, which ends with the call.
	ctx    context.Context
	cancel context.CancelFunc
	within context.Context

	// mutex is held for the session alone, sending for messages, so that their order stays.
	mutex   sync.Mutex
	session *calls.Client
	id      calls.CallID
	sending sync.Mutex
	request outgoing
	answer  answer

	// Where the request's answer arrives; nil as soon as it has.
	arriving chan arrived

	// What stands around the messages of the answer, and how the call ended.
	told sync.Mutex
	seen calls.Answer
	over *calls.End
}

// What a request was answered with.
type arrived struct {
	response *http.Response
	err      error
}

// start starts a call.
func start[Q, A any](ctx context.Context, caller *Caller, method *calls.Method[Q, A], format string) (*calling, error) {
	form := caller.protocol.form(method.Shape)
	within, cancel := context.WithCancel(ctx)
	c := &calling{caller: caller, form: form, shape: method.Shape, ctx: ctx, cancel: cancel, within: within, session: calls.NewClient(calls.DefaultLimits)}
	c.answer = answer{form: form, limit: caller.maxSize, format: format}
	call := &calls.Call{
		Service:     method.Service,
		Method:      method.Name,
		Format:      format,
		Compression: caller.compression,
		Accepts:     []string{Gzip},
		Metadata:    calls.Outgoing(ctx),
	}
	if deadline, ok := ctx.Deadline(); ok {
		call.Timeout.Set(uint64(max(time.Until(deadline), 0)))
	}
	c.request.gets = caller.gets && method.ChangesNothing && form.Whole != nil
	// A new session has room for a call.
	c.id, _ = c.session.Open(call, method.Shape.Returns, 0)
	if err := c.act(); err != nil {
		c.close()
		return nil, calls.NewError(calls.StatusInternal, "the call cannot be sent: "+err.Error())
	}
	return c, nil
}

// send sends a message; io.EOF if the call is over, so that receiving tells why.
func (c *calling) send(body []byte) error {
	c.sending.Lock()
	defer c.sending.Unlock()
	item := &calls.Item{Body: body}
	if c.caller.compression == Gzip {
		item = &calls.Item{Body: compressed(body), Compressed: true}
	}
	c.mutex.Lock()
	err := c.session.Send(c.id, item)
	c.mutex.Unlock()
	if err == nil {
		err = c.act()
	}
	c.mutex.Lock()
	c.session.Sent(c.id)
	c.mutex.Unlock()
	if err == calls.RefusedNoCall || err == io.ErrClosedPipe {
		return io.EOF
	}
	return err
}

// finish ends what is sent.
func (c *calling) finish() error {
	c.sending.Lock()
	defer c.sending.Unlock()
	c.mutex.Lock()
	err := c.session.Finish(c.id)
	c.mutex.Unlock()
	if err != nil {
		// A call that is over needs no end.
		return nil
	}
	return c.act()
}

// act does what the session wants.
func (c *calling) act() error {
	for {
		c.mutex.Lock()
		action, ok := c.session.NextAction()
		c.mutex.Unlock()
		switch {
		case !ok:
			return nil
		case action.Kind == calls.ActionCancel:
			c.cancel()
		case action.Kind == calls.ActionFinish:
			c.finished()
		default:
			if err := c.put(&action.Envelope); err != nil {
				return err
			}
		}
	}
}

// put sends an envelope. That of the start begins a request, whose body is there at once unless messages are a stream.
func (c *calling) put(envelope *calls.Envelope) error {
	if envelope.Body.Which() == calls.BodyCaseCall {
		if c.request.gets {
			// The message is sent with the start.
			c.request.waiting = envelope.Body.Call()
			return nil
		}
		request, err := c.request.head(c, envelope)
		if err != nil {
			return err
		}
		if c.shape.Takes == calls.Many {
			reader, writer := io.Pipe()
			request.Body, c.request.body = reader, writer
			// The transport waits for the body, and would not see that the context ends.
			context.AfterFunc(c.within, func() { _ = writer.CloseWithError(c.within.Err()) })
			c.roundTrip(request)
		}
		c.request.request = request
		return nil
	}
	if call := c.request.waiting; call != nil {
		call.Item = envelope.Body.Item()
		start := calls.OfCall(call)
		request, err := c.request.head(c, &start)
		c.request.request = request
		return err
	}
	bytes, err := c.request.message(c.form, envelope)
	if err != nil {
		return err
	}
	if c.shape.Takes == calls.Many {
		_, err = c.request.body.Write(bytes)
		return err
	}
	c.request.only = bytes
	return nil
}

// finished says that nothing more is sent.
func (c *calling) finished() {
	if c.shape.Takes == calls.Many {
		_ = c.request.body.Close()
		return
	}
	request, only := c.request.request, c.request.only
	if c.request.waiting == nil {
		request.ContentLength = int64(len(only))
		request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(only)), nil }
		request.Body, _ = request.GetBody()
	}
	if c.shape.Returns == calls.One {
		// Nobody needs the answer before it is received.
		c.arriving = make(chan arrived, 1)
		c.arriving <- c.answered(request)
		return
	}
	c.roundTrip(request)
}

func (c *calling) roundTrip(request *http.Request) {
	arriving := make(chan arrived, 1)
	c.arriving = arriving
	go func() { arriving <- c.answered(request) }()
}

func (c *calling) answered(request *http.Request) arrived {
	response, err := c.caller.transportFor(c.form, c.shape).RoundTrip(request)
	return arrived{response: response, err: err}
}

// next returns the next message of the answer; io.EOF if the call succeeded and there are no more.
func (c *calling) next() (*calls.Item, error) {
	for {
		c.mutex.Lock()
		event, ok := c.session.NextEvent()
		c.mutex.Unlock()
		switch {
		case !ok && c.ended() != nil:
			return nil, c.outcome()
		case !ok:
			c.read()
		case event.Body.Which() == calls.BodyCaseStart:
			c.told.Lock()
			c.seen.Header = event.Body.Start().Metadata
			c.told.Unlock()
		case event.Body.Which() == calls.BodyCaseItem:
			return event.Body.Item(), nil
		default:
			c.end(event.Body.End())
			return nil, c.outcome()
		}
	}
}

func (c *calling) end(end *calls.End) {
	c.told.Lock()
	c.over = end
	c.seen.Trailer = end.Metadata
	if told := calls.AnswerOf(c.ctx); told != nil {
		*told = c.seen
	}
	c.told.Unlock()
	c.close()
}

func (c *calling) ended() *calls.End {
	c.told.Lock()
	defer c.told.Unlock()
	return c.over
}

func (c *calling) outcome() error {
	if err := calls.ErrorOf(c.ended()); err != nil {
		return err
	}
	return io.EOF
}

// read reads envelopes of the answer, or its end.
func (c *calling) read() {
	if c.answer.response == nil {
		select {
		case arrived := <-c.arriving:
			if arrived.err != nil {
				c.fail(arrived.err)
				return
			}
			c.answer.begin(arrived.response)
		case <-c.within.Done():
			c.fail(c.within.Err())
			return
		}
	}
	found, err := c.answer.next()
	c.mutex.Lock()
	for _, envelope := range found {
		c.session.Receive(c.id, envelope)
	}
	c.mutex.Unlock()
	if err != nil {
		c.fail(err)
	}
}

// fail ends the call because the request, its answer or the caller's context failed.
func (c *calling) fail(err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	switch ctx := c.ctx.Err(); {
	case ctx == context.DeadlineExceeded || c.isLate():
		if deadline, ok := c.session.NextDeadline(); ok {
			c.session.Advance(deadline)
		}
		c.session.Lost(c.id, calls.Failed(calls.StatusDeadlineExceeded, "the deadline is over"))
	case ctx != nil || c.within.Err() != nil:
		c.session.Cancel(c.id)
	default:
		c.failed(err)
	}
}

// isLate returns true if the deadline is over. A server that knows it may end the call before the caller's context does.
func (c *calling) isLate() bool {
	deadline, ok := c.ctx.Deadline()
	return ok && !time.Now().Before(deadline)
}

// around returns what stands around the messages of the answer, as far as it is known.
func (c *calling) around() calls.Answer {
	c.told.Lock()
	defer c.told.Unlock()
	return c.seen
}

// close releases what the call holds.
func (c *calling) close() {
	c.cancel()
	if c.answer.response != nil {
		_ = c.answer.response.Body.Close()
	}
}

// giveUp cancels a call that nobody waits for any more.
func (c *calling) giveUp() {
	c.mutex.Lock()
	c.session.Cancel(c.id)
	c.mutex.Unlock()
	c.cancel()
}
