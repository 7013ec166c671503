package bench

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"
)

// cost is that of several passes over all messages.
type cost struct {
	time               time.Duration
	allocations, bytes uint64
}

// load is what a measurement works on.
type load[V any] struct {
	codec    *Codec[V]
	values   []V
	messages [][]byte
	buffer   []byte
	kept     V
	fresh    *V
}

// operations are all that can be measured, in the order in which they are reported.
var operations = []string{"copy", "encode", "decode", "decode_fresh", "decode_borrowed", "validate"}

// can returns true if the codec has an operation.
func (c *Codec[V]) can(operation string) bool {
	switch operation {
	case "decode_borrowed":
		return c.Borrow != nil
	case "validate":
		return c.Validate != nil
	}
	return true
}

// measure runs an operation this many times over all messages.
func (s *sample[V]) measure(operation string, passes int) (cost, error) {
	l, err := s.load()
	if err != nil {
		return cost{}, err
	}
	run := l.runner(operation)
	if run == nil || !s.codec.can(operation) {
		return cost{}, fmt.Errorf("not measured here: %s", operation)
	}
	// Garbage of the past is not to be collected while time is measured.
	runtime.GC()
	if err := run(); err != nil {
		return cost{}, fmt.Errorf("%s refuses what it accepted before: %w", operation, err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	for range passes {
		// The error would have come in the first pass.
		_ = run()
	}
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	return cost{took, after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc}, nil
}

// load copies the messages to a new place and makes new values: the distances between them change times.
func (s *sample[V]) load() (*load[V], error) {
	l := &load[V]{codec: &s.codec, values: make([]V, len(s.images))}
	for i, image := range s.images {
		if err := s.codec.FromImage(&l.values[i], image); err != nil {
			return nil, fmt.Errorf("cannot hold message %d: %w", i+1, err)
		}
	}
	at := rand.IntN(256) * align
	size := at
	for _, message := range s.messages {
		size += aligned(len(message))
	}
	memory := make([]byte, size)
	for _, message := range s.messages {
		end := at + copy(memory[at:], message)
		l.messages = append(l.messages, memory[at:end:end])
		at += aligned(len(message))
	}
	return l, nil
}

// align is the number of which the addresses of messages are multiples.
const align = 16

func aligned(size int) int {
	return (size + align - 1) / align * align
}

// runner returns the function that runs an operation once for all messages.
func (l *load[V]) runner(operation string) func() error {
	switch operation {
	case "copy":
		return l.copyAll
	case "encode":
		return l.encodeAll
	case "decode":
		return func() error { return l.decodeAll(l.codec.Unmarshal) }
	case "decode_fresh":
		return l.decodeAllFresh
	case "decode_borrowed":
		return func() error { return l.decodeAll(l.codec.Borrow) }
	case "validate":
		return l.validateAll
	}
	return nil
}

func (l *load[V]) copyAll() error {
	for _, message := range l.messages {
		l.buffer = append(l.buffer[:0], message...)
	}
	return nil
}

func (l *load[V]) encodeAll() error {
	for i := range l.values {
		message, err := l.codec.Append(&l.values[i], l.buffer[:0])
		if err != nil {
			return err
		}
		l.buffer = message
	}
	return nil
}

func (l *load[V]) decodeAll(decode func(*V, []byte) error) error {
	for _, message := range l.messages {
		if err := decode(&l.kept, message); err != nil {
			return err
		}
	}
	return nil
}

func (l *load[V]) decodeAllFresh() error {
	for _, message := range l.messages {
		l.fresh = new(V)
		if err := l.codec.Unmarshal(l.fresh, message); err != nil {
			return err
		}
	}
	return nil
}

func (l *load[V]) validateAll() error {
	for _, message := range l.messages {
		if err := l.codec.Validate(message); err != nil {
			return err
		}
	}
	return nil
}
