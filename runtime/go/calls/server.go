package calls

import (
	"slices"
	"time"
)

// Server has the calls of one connection, from the side that answers. It must not be used from several goroutines at a time.
type Server struct {
	limits  Limits
	last    CallID
	calls   map[CallID]*answering
	actions queue[Action]
	events  queue[Event]
}

// A call that is not over.
type answering struct {
	shape       Shape
	deadline    time.Duration
	hasDeadline bool
	asked       asked
	// The only message of the request, which is told when it is known that no other follows.
	taken *Item
	// Messages that the handler was told about and has not taken.
	untaken int
	start   *Start
	// The handler wants the answer to start like this.
	wanted  bool
	started bool
	// Messages that the transport has not taken.
	unsent int
	// The only message of the answer, which is sent when it is known that the call succeeded.
	only *Item
}

// How far a request is.
type asked uint8

const (
	askedOpen asked = iota
	askedOnly
	askedFinished
)

// NewServer begins a session.
func NewServer(limits Limits) *Server {
	return &Server{limits: limits, calls: make(map[CallID]*answering)}
}

// Accept takes a call of a method that takes and returns this many messages. The time is that since any moment which is the same for the
// whole session.
func (s *Server) Accept(call *Call, shape Shape, now time.Duration) (CallID, error) {
	if len(s.calls) >= s.limits.Calls {
		return 0, RefusedTooManyCalls
	}
	s.last++
	it := &answering{shape: shape, start: &Start{Format: call.Format}}
	it.deadline, it.hasDeadline = deadline(call, now)
	s.calls[s.last] = it
	return s.last, nil
}

// Calls returns the number of calls that are not over.
func (s *Server) Calls() int { return len(s.calls) }

// CanReceive returns true if a message of the request can be received now; otherwise the handler has to take some first.
func (s *Server) CanReceive(id CallID) bool {
	call := s.calls[id]
	return call != nil && call.untaken < s.limits.Untaken
}

// Receive takes an envelope of a request.
func (s *Server) Receive(id CallID, envelope *Envelope) {
	switch envelope.Body.Which() {
	case BodyCaseItem:
		s.item(id, envelope)
	case BodyCaseCall:
		s.Broken(id, "the call starts twice")
	default:
		s.Broken(id, "the other side answers where it has to call")
	}
}

func (s *Server) item(id CallID, envelope *Envelope) {
	call := s.calls[id]
	switch {
	case call == nil:
	case call.asked == askedFinished:
		s.Broken(id, "the request goes on behind its end")
	case call.asked == askedOnly:
		s.miscounted(id, "the method takes one message, but the request has several")
	case call.shape.Takes == One:
		call.asked, call.taken = askedOnly, envelope.Body.Item()
	case call.untaken >= s.limits.Untaken:
		s.endCall(id, Failed(StatusResourceExhausted, "more messages arrive than are taken"))
	default:
		call.untaken++
		s.events.push(Event{ID: id, Body: envelope.Body})
	}
}

// Finished says that the request is complete.
func (s *Server) Finished(id CallID) {
	call := s.calls[id]
	if call == nil {
		return
	}
	before := call.asked
	call.asked = askedFinished
	switch {
	case before == askedOnly:
		call.untaken++
		s.events.push(Event{ID: id, Body: OfItem(call.taken).Body})
		call.taken = nil
		s.events.push(Event{ID: id, Finished: true})
	case before == askedFinished:
	case call.shape.Takes == One:
		s.miscounted(id, "the method takes one message, but the request has none")
	default:
		s.events.push(Event{ID: id, Finished: true})
	}
}

// Taken says that the handler has taken a message.
func (s *Server) Taken(id CallID) {
	if call := s.calls[id]; call != nil && call.untaken > 0 {
		call.untaken--
	}
}

// Start says how the handler wants the answer to start; otherwise it starts with its first message or its end.
func (s *Server) Start(id CallID, start *Start) error {
	call := s.calls[id]
	switch {
	case call == nil:
		return RefusedNoCall
	case call.wanted || call.started:
		return RefusedStarted
	}
	call.start, call.wanted = start, true
	if call.shape.Returns == Many {
		s.sendStart(id, call)
	}
	return nil
}

// CanSend returns true if a message can be sent now.
func (s *Server) CanSend(id CallID) bool {
	call := s.calls[id]
	if call == nil {
		return false
	}
	if call.shape.Returns == One {
		return call.only == nil
	}
	return call.unsent < s.limits.Unsent
}

// Send sends a message of the answer.
func (s *Server) Send(id CallID, item *Item) error {
	call := s.calls[id]
	switch {
	case call == nil:
		return RefusedNoCall
	case call.shape.Returns == One && call.only != nil:
		return RefusedOnlyOne
	case call.shape.Returns == One:
		call.only = item
		return nil
	case call.unsent >= s.limits.Unsent:
		return RefusedTooManyUnsent
	}
	call.unsent++
	s.sendStart(id, call)
	s.send(id, OfItem(item))
	return nil
}

// Sent says that the transport has sent a message.
func (s *Server) Sent(id CallID) {
	if call := s.calls[id]; call != nil && call.unsent > 0 {
		call.unsent--
	}
}

// End ends the answer, and with it the call, even if the request goes on.
func (s *Server) End(id CallID, end *End) error {
	call := s.calls[id]
	if call == nil {
		return RefusedNoCall
	}
	if end.Status == StatusOk && call.shape.Returns == One && call.only == nil {
		end = Failed(StatusInternal, "the method returns one message, but gave none")
	}
	if end.Status == StatusOk {
		s.sendStart(id, call)
		if call.only != nil {
			s.send(id, OfItem(call.only))
		}
	}
	s.endCall(id, end)
	return nil
}

// Broken says that the other side broke a rule.
func (s *Server) Broken(id CallID, message string) { s.endCall(id, Failed(StatusInternal, message)) }

func (s *Server) miscounted(id CallID, message string) {
	s.endCall(id, Failed(StatusUnimplemented, message))
}

// Lost says that the other side has given the call up, or cannot be told any more how it ends.
func (s *Server) Lost(id CallID, end *End) { s.close(id, end) }

// LostAll says that the connection was lost, and with it all calls.
func (s *Server) LostAll(end *End) {
	for _, id := range s.sorted(func(*answering) bool { return true }) {
		s.close(id, end)
	}
}

// Advance says that time went by: calls whose deadline is over end.
func (s *Server) Advance(now time.Duration) {
	for _, id := range s.sorted(func(call *answering) bool { return call.hasDeadline && call.deadline <= now }) {
		s.endCall(id, Failed(StatusDeadlineExceeded, "the deadline is over"))
	}
}

// sorted returns the calls of which something is true, oldest first.
func (s *Server) sorted(is func(*answering) bool) (all []CallID) {
	for id, call := range s.calls {
		if is(call) {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return all
}

// NextDeadline returns the time at which Advance has something to do, if there is one.
func (s *Server) NextDeadline() (next time.Duration, ok bool) {
	for _, call := range s.calls {
		if call.hasDeadline && (!ok || call.deadline < next) {
			next, ok = call.deadline, true
		}
	}
	return next, ok
}

// NextAction returns what the transport has to do next.
func (s *Server) NextAction() (Action, bool) { return s.actions.pop() }

// HasAction returns true if the transport has something to do.
func (s *Server) HasAction() bool { return !s.actions.isEmpty() }

// NextEvent returns what happened next.
func (s *Server) NextEvent() (Event, bool) { return s.events.pop() }

func (s *Server) send(id CallID, envelope Envelope) {
	s.actions.push(Action{Kind: ActionSend, ID: id, Envelope: envelope})
}

func (s *Server) sendStart(id CallID, call *answering) {
	if !call.started {
		call.started = true
		s.send(id, OfStart(call.start))
	}
}

// endCall ends a call on both sides. What the handler wants the answer to start with is told to the other side in any case.
func (s *Server) endCall(id CallID, end *End) {
	call := s.calls[id]
	if call == nil {
		return
	}
	if call.wanted {
		s.sendStart(id, call)
	}
	s.send(id, OfEnd(end))
	s.close(id, end)
}

// close ends a call. What its handler has not been told yet does not matter any more.
func (s *Server) close(id CallID, end *End) {
	if s.calls[id] != nil {
		delete(s.calls, id)
		s.events.push(Event{ID: id, Body: OfEnd(end).Body})
	}
}
