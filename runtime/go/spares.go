package polywire

import "sync"

// Spares are values whose memory can be used again. Its methods may be called by several goroutines.
type Spares[T any] struct{ pool sync.Pool }

// Get returns one of them, or a new value.
func (s *Spares[T]) Get() *T {
	if value, ok := s.pool.Get().(*T); ok {
		return value
	}
	return new(T)
}

// Put gives a value back, which must not be used any longer.
func (s *Spares[T]) Put(value *T) { s.pool.Put(value) }
