package calls

// CallID identifies a call of a session; no number is used twice.
type CallID uint64

// Limits are the bounds of a session.
type Limits struct {
	// Calls at the same time.
	Calls int
	// Messages of a call that the transport has not taken yet.
	Unsent int
	// Messages of a request that its handler has not taken yet.
	Untaken int
}

// DefaultLimits are those of a session that needs no others.
var DefaultLimits = Limits{Calls: 1 << 10, Unsent: 8, Untaken: 8}

// Count says how many messages a call that succeeds has, in one direction.
type Count uint8

const (
	// One message.
	One Count = iota
	// Many are any number of messages.
	Many
)

// Shape says how many messages a method takes and returns.
type Shape struct {
	Takes, Returns Count
}

// ActionKind is what the transport has to do.
type ActionKind uint8

const (
	// ActionSend is to send an envelope, and to tell the session when it is on its way if it is a message. The end of an answer is the last
	// envelope of its call.
	ActionSend ActionKind = iota
	// ActionFinish says that nothing more is sent; only a client wants this.
	ActionFinish
	// ActionCancel is to tell the other side that the call is given up; only a client wants this.
	ActionCancel
)

// Action is what the transport has to do for a call.
type Action struct {
	Kind ActionKind
	ID   CallID
	// Envelope is what ActionSend sends.
	Envelope Envelope
}

// Event is what happened to a call: the start of an answer, a message, or its end, the last event of each call.
type Event struct {
	ID CallID
	// Finished is true if the request is complete; only a server is told this, and nothing else then.
	Finished bool
	Body     Body
}

// Refused says why a session does not do what it is asked for.
type Refused uint8

const (
	// RefusedTooManyCalls means that there are as many calls as allowed.
	RefusedTooManyCalls Refused = iota + 1
	// RefusedTooManyUnsent means that as many messages of the call as allowed are not sent yet.
	RefusedTooManyUnsent
	// RefusedNoCall means that the call is over, or was never there.
	RefusedNoCall
	// RefusedFinished means that the last message of the call was sent.
	RefusedFinished
	// RefusedStarted means that the answer starts already.
	RefusedStarted
	// RefusedOnlyOne means that the method returns one message, which is there already.
	RefusedOnlyOne
)

func (r Refused) Error() string {
	switch r {
	case RefusedTooManyCalls:
		return "there are as many calls at the same time as allowed"
	case RefusedTooManyUnsent:
		return "as many messages as allowed are not sent yet"
	case RefusedNoCall:
		return "the call is over"
	case RefusedFinished:
		return "the last message of the call was sent"
	case RefusedStarted:
		return "the answer starts already"
	case RefusedOnlyOne:
		return "the method returns one message, which is there already"
	default:
		return "the session refuses this"
	}
}

// queue holds what is to be told, oldest first.
type queue[T any] struct {
	all  []T
	next int
}

func (q *queue[T]) push(it T) { q.all = append(q.all, it) }

func (q *queue[T]) isEmpty() bool { return q.next == len(q.all) }

func (q *queue[T]) pop() (it T, ok bool) {
	if q.isEmpty() {
		q.all, q.next = q.all[:0], 0
		return it, false
	}
	var empty T
	it, q.all[q.next] = q.all[q.next], empty
	q.next++
	return it, true
}
