package calls

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The traces and their form are those of tests/rpc, which sessions in all languages replay to the letter.

func TestClientsReplayTheirTraces(t *testing.T) { replay(t, "client.trace") }

func TestServersReplayTheirTraces(t *testing.T) { replay(t, "server.trace") }

// A session that is played: it takes a step and returns the lines that come of it.
type player interface {
	step(w *words) []string
	next() (Action, bool)
	event() (Event, bool)
}

func replay(t *testing.T, name string) {
	trace, err := os.ReadFile("../../../tests/rpc/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var found strings.Builder
	var session player
	for line := range strings.Lines(string(trace)) {
		line = strings.TrimSuffix(line, "\n")
		first, rest, _ := strings.Cut(line, " ")
		switch {
		case first == "client":
			session = &playedClient{session: NewClient(limits(rest))}
		case first == "server":
			session = &playedServer{session: NewServer(limits(rest))}
		case line == "" || first == "case" || strings.HasPrefix(line, "#") || first == ">":
		default:
			continue
		}
		fmt.Fprintln(&found, line)
		if first == ">" {
			for _, outcome := range played(session, rest) {
				fmt.Fprintln(&found, outcome)
			}
		}
	}
	if found.String() != string(trace) {
		t.Errorf("%s is not what comes of its steps:\n%s", name, found.String())
	}
}

func played(session player, step string) []string {
	outcome := session.step(&words{step})
	for action, ok := session.next(); ok; action, ok = session.next() {
		outcome = append(outcome, ofAction(action))
	}
	for event, ok := session.event(); ok; event, ok = session.event() {
		text := "finish"
		if !event.Finished {
			text = ofBody(event.Body)
		}
		outcome = append(outcome, fmt.Sprintf("told %d %s", event.ID, text))
	}
	return outcome
}

type playedClient struct {
	session *Client
	now     time.Duration
}

func (p *playedClient) next() (Action, bool) { return p.session.NextAction() }
func (p *playedClient) event() (Event, bool) { return p.session.NextEvent() }

func (p *playedClient) step(w *words) []string {
	switch s, word := p.session, w.next(); word {
	case "open":
		answers := w.count()
		id, err := s.Open(w.call(), answers, p.now)
		return opened("opened", id, err)
	case "send":
		return refused(s.Send(w.id(), w.item()))
	case "finish":
		return refused(s.Finish(w.id()))
	case "can-send":
		return answerOf(s.CanSend(w.id()))
	case "deadline":
		return deadlineOf(s.NextDeadline())
	case "sent":
		s.Sent(w.id())
	case "cancel":
		s.Cancel(w.id())
	case "receive":
		s.Receive(w.id(), w.envelope())
	case "lost":
		s.Lost(w.id(), w.end())
	case "broken":
		s.Broken(w.id(), w.rest)
	case "time":
		p.now = w.time()
		s.Advance(p.now)
	default:
		panic(word)
	}
	return nil
}

type playedServer struct {
	session *Server
	now     time.Duration
}

func (p *playedServer) next() (Action, bool) { return p.session.NextAction() }
func (p *playedServer) event() (Event, bool) { return p.session.NextEvent() }

func (p *playedServer) step(w *words) []string {
	switch s, word := p.session, w.next(); word {
	case "accept":
		shape := Shape{Takes: w.count(), Returns: w.count()}
		id, err := s.Accept(w.call(), shape, p.now)
		return opened("accepted", id, err)
	case "start":
		return refused(s.Start(w.id(), w.start()))
	case "send":
		return refused(s.Send(w.id(), w.item()))
	case "end":
		return refused(s.End(w.id(), w.end()))
	case "can-send":
		return answerOf(s.CanSend(w.id()))
	case "can-receive":
		return answerOf(s.CanReceive(w.id()))
	case "calls":
		return []string{fmt.Sprintf("calls %d", s.Calls())}
	case "deadline":
		return deadlineOf(s.NextDeadline())
	case "receive":
		s.Receive(w.id(), w.envelope())
	case "finished":
		s.Finished(w.id())
	case "taken":
		s.Taken(w.id())
	case "sent":
		s.Sent(w.id())
	case "lost":
		s.Lost(w.id(), w.end())
	case "lost-all":
		s.LostAll(w.end())
	case "broken":
		s.Broken(w.id(), w.rest)
	case "time":
		p.now = w.time()
		s.Advance(p.now)
	default:
		panic(word)
	}
	return nil
}

// words are those of a line.
type words struct{ rest string }

func (w *words) next() (word string) {
	word, w.rest, _ = strings.Cut(w.rest, " ")
	return word
}

func (w *words) number() uint64 {
	number, err := strconv.ParseUint(w.next(), 10, 64)
	if err != nil {
		panic(err)
	}
	return number
}

func (w *words) id() CallID { return CallID(w.number()) }

// time returns a time; those that Go cannot hold are the latest one.
func (w *words) time() time.Duration { return time.Duration(min(w.number(), math.MaxInt64)) }

func (w *words) count() Count {
	if w.next() == "many" {
		return Many
	}
	return One
}

func (w *words) item() *Item { return &Item{Body: []byte(w.next())} }

func (w *words) start() *Start { return &Start{Format: w.next()} }

func (w *words) end() *End {
	var status Status
	if err := status.UnmarshalText([]byte(w.next())); err != nil {
		panic(err)
	}
	return Failed(status, w.rest)
}

func (w *words) envelope() *Envelope {
	var envelope Envelope
	switch w.next() {
	case "call":
		envelope = OfCall(new(Call))
	case "start":
		envelope = OfStart(w.start())
	case "item":
		envelope = OfItem(w.item())
	default:
		envelope = OfEnd(w.end())
	}
	return &envelope
}

func (w *words) call() *Call {
	call := new(Call)
	for {
		switch w.next() {
		case "timeout":
			call.Timeout.Set(w.number())
		case "format":
			call.Format = w.next()
		default:
			return call
		}
	}
}

func limits(text string) Limits {
	limits := DefaultLimits
	for w := (&words{text}); w.rest != ""; {
		switch name, number := w.next(), int(w.number()); name {
		case "calls":
			limits.Calls = number
		case "unsent":
			limits.Unsent = number
		case "untaken":
			limits.Untaken = number
		}
	}
	return limits
}

func opened(word string, id CallID, err error) []string {
	if err != nil {
		return refused(err)
	}
	return []string{fmt.Sprintf("%s %d", word, id)}
}

var refusals = map[error]string{
	RefusedTooManyCalls:  "too-many-calls",
	RefusedTooManyUnsent: "too-many-unsent",
	RefusedNoCall:        "no-call",
	RefusedFinished:      "finished",
	RefusedStarted:       "started",
	RefusedOnlyOne:       "only-one",
}

func refused(err error) []string {
	if err == nil {
		return nil
	}
	return []string{"refused " + refusals[err]}
}

func answerOf(is bool) []string {
	if is {
		return []string{"yes"}
	}
	return []string{"no"}
}

func deadlineOf(deadline time.Duration, ok bool) []string {
	if !ok {
		return []string{"deadline none"}
	}
	return []string{fmt.Sprintf("deadline %d", deadline.Nanoseconds())}
}

func ofAction(action Action) string {
	switch action.Kind {
	case ActionFinish:
		return fmt.Sprintf("finish %d", action.ID)
	case ActionCancel:
		return fmt.Sprintf("cancel %d", action.ID)
	default:
		return fmt.Sprintf("send %d %s", action.ID, ofBody(action.Envelope.Body))
	}
}

func ofBody(body Body) string {
	switch body.Which() {
	case BodyCaseCall:
		return "call"
	case BodyCaseStart:
		return strings.TrimSpace("start " + body.Start().Format)
	case BodyCaseItem:
		return "item " + string(body.Item().Body)
	default:
		return strings.TrimSpace(fmt.Sprintf("end %s %s", body.End().Status, body.End().Message))
	}
}
