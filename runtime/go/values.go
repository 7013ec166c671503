package polywire

import (
	"cmp"
	"slices"
)

// Opt is an optional value. The zero value is absent. Optional values of comparable types are comparable.
type Opt[T any] struct {
	value   T
	present bool
}

// Some returns a present value.
func Some[T any](value T) Opt[T] { return Opt[T]{value, true} }

// Get returns the value and true, or the zero value and false if it is absent.
func (o Opt[T]) Get() (T, bool) { return o.value, o.present }

// Or returns the value, or the given one if it is absent.
func (o Opt[T]) Or(absent T) T {
	if o.present {
		return o.value
	}
	return absent
}

// IsZero reports whether the value is absent. Package encoding/json calls it for the option omitzero.
func (o Opt[T]) IsZero() bool { return !o.present }

// Set makes a value present.
func (o *Opt[T]) Set(value T) { o.value, o.present = value, true }

// Clear makes the value absent.
func (o *Opt[T]) Clear() { *o = Opt[T]{} }

// Open makes the value present and returns its place. A value that was absent is what it was when last present, or
// zero: its memory can be used again.
func (o *Opt[T]) Open() *T {
	o.present = true
	return &o.value
}

// Place returns the place of the value, which is present.
func (o *Opt[T]) Place() *T { return &o.value }

// Close makes the value absent but keeps its memory for Open.
func (o *Opt[T]) Close() { o.present = false }

// Unknown holds the bytes that a decoder did not know, for the encoder of the same format. Copies share the bytes.
type Unknown struct{ kept *kept }

type kept struct {
	format   string
	contents []byte
}

// Keep appends bytes of a format; those of another format are dropped.
func (u *Unknown) Keep(format string, contents []byte) {
	if len(contents) == 0 {
		return
	}
	if u.kept == nil || u.kept.format != format {
		u.kept = &kept{format: format}
	}
	u.kept.contents = append(u.kept.contents, contents...)
}

// Of returns the bytes of a format; nil if there are none.
func (u Unknown) Of(format string) []byte {
	if u.kept == nil || u.kept.format != format {
		return nil
	}
	return u.kept.contents
}

// Format returns the name of the format of the bytes; empty if there are none.
func (u Unknown) Format() string {
	if u.kept == nil {
		return ""
	}
	return u.kept.format
}

// IsZero reports whether there are no bytes.
func (u Unknown) IsZero() bool { return u.kept == nil }

// Clear drops all bytes.
func (u *Unknown) Clear() { u.kept = nil }

// New returns a new value.
func New[T any]() *T { return new(T) }

// Ref returns a pointer to a new variable with a value.
func Ref[T any](value T) *T { return &value }

// Held returns what a pointer refers to, or a new value if that is nil.
func Held[T any](held *T, make func() *T) *T {
	if held == nil {
		return make()
	}
	return held
}

// Made is Held for a value that is changed: the pointer refers to it from then on.
func Made[T any](held **T, make func() *T) *T {
	if *held == nil {
		*held = make()
	}
	return *held
}

// Elements returns a list of a length. Its elements up to the capacity are the old ones, whose memory can be used again.
// The capacity grows by half or more, so that lists of any growth are copied few times.
func Elements[T any](list []T, length int) []T {
	if length <= cap(list) {
		return list[:length]
	}
	grown := make([]T, max(length, cap(list)+cap(list)/2))
	copy(grown, list[:cap(list)])
	return grown[:length]
}

// Emptied returns the memory of a list for another one, without the old elements; none if it is much more than the list took.
func Emptied[T any](list []T) []T {
	const few = 64
	if cap(list) > few && cap(list)/4 > len(list) {
		return nil
	}
	clear(list[:cap(list)])
	return list[:0]
}

// EmptiedMap returns a map without its entries, for this many others; a new one only if there is none and they are some.
func EmptiedMap[M ~map[K]V, K comparable, V any](entries M, length int) M {
	if entries == nil && length > 0 {
		return make(M, length)
	}
	clear(entries)
	return entries
}

// Another returns a list with one more element, an old one as long as there are any.
func Another[T any](list []T) []T {
	length := len(list) + 1
	if length > cap(list) {
		list = Elements(list, max(4, 2*length))
	}
	return list[:length]
}

// SortedKeys returns the keys of a map in ascending order, in a place that is usually on the caller's stack.
func SortedKeys[K cmp.Ordered, V any](values map[K]V, place []K) []K {
	for key := range values {
		place = append(place, key)
	}
	slices.Sort(place)
	return place
}

// SortedBools is SortedKeys for booleans.
func SortedBools[V any](values map[bool]V, place []bool) []bool {
	for _, key := range [2]bool{false, true} {
		if _, ok := values[key]; ok {
			place = append(place, key)
		}
	}
	return place
}

// CompareBools is cmp.Compare for booleans: false comes first.
func CompareBools(left, right bool) int {
	switch {
	case left == right:
		return 0
	case right:
		return -1
	default:
		return 1
	}
}

// Sorted returns the elements of a list in the order of a comparison, equal ones in that of the list.
func Sorted[T any](list []T, compare func(left, right *T) int) []*T {
	sorted := make([]*T, len(list))
	for i := range list {
		sorted[i] = &list[i]
	}
	slices.SortStableFunc(sorted, compare)
	return sorted
}
