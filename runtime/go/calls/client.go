package calls

import (
	"slices"
	"time"
)

// Client has the calls of one connection, from the side that calls. It must not be used from several goroutines at a time.
type Client struct {
	limits  Limits
	last    CallID
	calls   map[CallID]*pending
	actions queue[Action]
	events  queue[Event]
}

// A call that is not over.
type pending struct {
	answers     Count
	deadline    time.Duration
	hasDeadline bool
	unsent      int
	finished    bool
	started     bool
	// The only message of the answer, which is told when it is known that no other follows.
	only *Item
}

// NewClient begins a session.
func NewClient(limits Limits) *Client {
	return &Client{limits: limits, calls: make(map[CallID]*pending)}
}

// Open starts a call. The time is that since any moment which is the same for the whole session.
func (c *Client) Open(call *Call, answers Count, now time.Duration) (CallID, error) {
	if len(c.calls) >= c.limits.Calls {
		return 0, RefusedTooManyCalls
	}
	c.last++
	it := &pending{answers: answers}
	it.deadline, it.hasDeadline = deadline(call, now)
	c.calls[c.last] = it
	c.send(c.last, OfCall(call))
	return c.last, nil
}

// CanSend returns true if a message can be sent now.
func (c *Client) CanSend(id CallID) bool {
	call := c.calls[id]
	return call != nil && !call.finished && call.unsent < c.limits.Unsent
}

// Send sends a message.
func (c *Client) Send(id CallID, item *Item) error {
	call, err := c.sending(id)
	if err != nil {
		return err
	}
	if call.unsent >= c.limits.Unsent {
		return RefusedTooManyUnsent
	}
	call.unsent++
	c.send(id, OfItem(item))
	return nil
}

// Sent says that the transport has sent a message.
func (c *Client) Sent(id CallID) {
	if call := c.calls[id]; call != nil && call.unsent > 0 {
		call.unsent--
	}
}

// Finish ends what is sent; the answer may go on.
func (c *Client) Finish(id CallID) error {
	call, err := c.sending(id)
	if err != nil {
		return err
	}
	call.finished = true
	c.actions.push(Action{Kind: ActionFinish, ID: id})
	return nil
}

func (c *Client) sending(id CallID) (*pending, error) {
	switch call := c.calls[id]; {
	case call == nil:
		return nil, RefusedNoCall
	case call.finished:
		return nil, RefusedFinished
	default:
		return call, nil
	}
}

// Cancel gives a call up.
func (c *Client) Cancel(id CallID) { c.abort(id, Failed(StatusCancelled, "the call was cancelled")) }

// Receive takes an envelope of an answer.
func (c *Client) Receive(id CallID, envelope *Envelope) {
	call := c.calls[id]
	if call == nil {
		return
	}
	switch envelope.Body.Which() {
	case BodyCaseStart:
		if call.started {
			c.Broken(id, "the answer starts twice")
			return
		}
		call.started = true
		c.events.push(Event{ID: id, Body: envelope.Body})
	case BodyCaseItem:
		c.item(id, call, envelope)
	case BodyCaseEnd:
		c.end(id, call, envelope.Body.End())
	default:
		c.Broken(id, "the other side calls where it has to answer")
	}
}

func (c *Client) item(id CallID, call *pending, envelope *Envelope) {
	switch {
	case !call.started:
		c.Broken(id, "the answer has a message in front of its start")
	case call.answers == Many:
		c.events.push(Event{ID: id, Body: envelope.Body})
	case call.only == nil:
		call.only = envelope.Body.Item()
	default:
		c.abort(id, Failed(StatusUnimplemented, "the answer has several messages, but the method returns one"))
	}
}

// Lost says that the other side, or the connection, ended the call without saying how it went.
func (c *Client) Lost(id CallID, end *End) { c.close(id, end) }

// Broken says that the other side broke a rule; the call is given up.
func (c *Client) Broken(id CallID, message string) { c.abort(id, Failed(StatusInternal, message)) }

// Advance says that time went by: calls whose deadline is over end.
func (c *Client) Advance(now time.Duration) {
	var late []CallID
	for id, call := range c.calls {
		if call.hasDeadline && call.deadline <= now {
			late = append(late, id)
		}
	}
	slices.Sort(late)
	for _, id := range late {
		c.abort(id, Failed(StatusDeadlineExceeded, "the deadline is over"))
	}
}

// NextDeadline returns the time at which Advance has something to do, if there is one.
func (c *Client) NextDeadline() (next time.Duration, ok bool) {
	for _, call := range c.calls {
		if call.hasDeadline && (!ok || call.deadline < next) {
			next, ok = call.deadline, true
		}
	}
	return next, ok
}

// NextAction returns what the transport has to do next.
func (c *Client) NextAction() (Action, bool) { return c.actions.pop() }

// NextEvent returns what happened next.
func (c *Client) NextEvent() (Event, bool) { return c.events.pop() }

func (c *Client) send(id CallID, envelope Envelope) {
	c.actions.push(Action{Kind: ActionSend, ID: id, Envelope: envelope})
}

// A wrong number of messages is UNIMPLEMENTED (gRPC, "Status codes and their use": response cardinality violation).
func (c *Client) end(id CallID, call *pending, end *End) {
	if call.answers == One && call.only == nil && end.Status == StatusOk {
		failed := *end
		failed.Status, failed.Message = StatusUnimplemented, "the call succeeded, but the answer has no message"
		c.close(id, &failed)
		return
	}
	if call.only != nil && end.Status == StatusOk {
		c.events.push(Event{ID: id, Body: OfItem(call.only).Body})
	}
	c.close(id, end)
}

func (c *Client) abort(id CallID, end *End) {
	if c.calls[id] != nil {
		c.actions.push(Action{Kind: ActionCancel, ID: id})
		c.close(id, end)
	}
}

func (c *Client) close(id CallID, end *End) {
	if c.calls[id] != nil {
		delete(c.calls, id)
		c.events.push(Event{ID: id, Body: OfEnd(end).Body})
	}
}
