package calls

import "time"

// Failed returns the end of a call that failed on this side.
func Failed(status Status, message string) *End { return &End{Status: status, Message: message} }

// OfCall returns the envelope of the start of a call.
func OfCall(call *Call) (e Envelope) {
	e.Body.SetCall(call)
	return e
}

// OfStart returns the envelope of the start of an answer.
func OfStart(start *Start) (e Envelope) {
	e.Body.SetStart(start)
	return e
}

// OfItem returns the envelope of a message.
func OfItem(item *Item) (e Envelope) {
	e.Body.SetItem(item)
	return e
}

// OfEnd returns the envelope of the end of an answer.
func OfEnd(end *End) (e Envelope) {
	e.Body.SetEnd(end)
	return e
}

// latest is the deadline of calls that may take any time.
const latest = time.Duration(1<<63 - 1)

// deadline returns the time until which a call may take, and whether there is one.
func deadline(call *Call, now time.Duration) (time.Duration, bool) {
	nanoseconds, ok := call.Timeout.Get()
	if !ok || nanoseconds > uint64(latest-now) {
		return 0, false
	}
	return now + time.Duration(nanoseconds), true
}
