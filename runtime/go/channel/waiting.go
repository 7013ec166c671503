//go:build linux && (amd64 || arm64)

package channel

import "time"

// Forever is a limit of time that never ends. The death of the other side is told anyway.
const Forever time.Duration = 1<<63 - 1

// Tries before a side sleeps: a few microseconds, within which a message of an awake peer arrives.
const spins = 500

const slice = livenessMillis * time.Millisecond

// waiting is the progress of waiting.
type waiting struct {
	limit time.Duration
	spins int
	// Known when the first sleep begins.
	start time.Time
}

func newWaiting(limit time.Duration) waiting {
	if limit <= 0 {
		return waiting{limit: limit}
	}
	return waiting{limit: limit, spins: spins}
}

// spin returns true if it is too early to sleep.
func (w *waiting) spin() bool {
	w.spins--
	return w.spins >= 0
}

// sleep returns how long to sleep at most, and false if the time is over.
func (w *waiting) sleep() (time.Duration, bool) {
	w.spins = 0
	switch {
	case w.limit <= 0:
		return 0, false
	case w.limit == Forever:
		return slice, true
	}
	now := time.Now()
	if w.start.IsZero() {
		w.start = now
	}
	left := w.limit - now.Sub(w.start)
	return min(left, slice), left > 0
}
