package polywire

import "iter"

// List is a list or a map in a message. Generated views return types of their own that implement it, so that functions
// can take one as a type parameter or as this interface.
type List[T any] interface {
	// Len returns the number of elements.
	Len() int
	// At returns an element. It panics if there are fewer.
	At(i int) T
	// All yields the elements with their indices.
	All() iter.Seq2[int, T]
}

// CheckedList is a list or a map in a message that was not validated.
type CheckedList[T any] interface {
	// Len returns the number of elements.
	Len() int
	// At returns an element; an error if there are fewer, or if it is not valid.
	At(i int) (T, error)
	// All yields the elements, each with the error that prevents it.
	All() iter.Seq2[T, error]
}

// CheckedInput is a message that is read by views which check each access. The budget of its limits is that of all
// accesses together. It must not be used by several goroutines at a time.
type CheckedInput struct {
	c Context
	b []byte
}

// NewCheckedInput returns the input for a message; without settings they are the default ones.
func NewCheckedInput(decoder *Decoder, b []byte) *CheckedInput {
	in := &CheckedInput{b: b[:len(b):len(b)]}
	in.c.Start(in.b, decoder)
	return in
}

// Bytes returns the message.
func (in *CheckedInput) Bytes() []byte { return in.b }

// Context returns the state of all accesses.
func (in *CheckedInput) Context() *Context { return &in.c }

// TextIn returns bytes of a message as a text in the same memory, which must not change while the text is in use.
func TextIn(b []byte) string { return stringOf(b) }

// PanicOutOfRange panics because of the index of an element.
//
//go:noinline
func PanicOutOfRange(i, length int) {
	_ = make([]struct{}, length)[i]
}

// Change writes the bits of a scalar to its place in a message.
func Change(place []byte, bits uint64, bigEndian bool) {
	for i := range place {
		at := i
		if bigEndian {
			at = len(place) - 1 - i
		}
		place[at] = byte(bits >> (8 * i))
	}
}

// Bit returns 1 for true and 0 for false.
func Bit(value bool) uint64 {
	if value {
		return 1
	}
	return 0
}
