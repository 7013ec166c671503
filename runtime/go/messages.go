package polywire

import (
	"io"
	"iter"
)

// Frame is the position in a stream of elements after a piece of it.
type Frame struct {
	// First is the offset in the piece at which the element begins or continues.
	First uint64
	// Taken is the number of bytes of the piece that were read. The element ends there if it is Complete.
	Taken    uint64
	Complete bool
	// MayEnd is true if the stream may end here; an element that has begun is then complete.
	MayEnd bool
	// The state for the next piece.
	Phase, Count, Unit uint64
}

// Framing finds the ends of the elements of a stream: it sets the frame of a piece, given the frame of the piece before
// it.
type Framing func(next *Frame, piece []byte, before *Frame) error

// pieceSize is the number of bytes that are read at once.
const pieceSize = 64 << 10

// Messages returns the elements of a stream, each of at most so many bytes. An element is valid until the next one is
// asked for. After an error there are no more elements.
func Messages(stream io.Reader, framing Framing, limit int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		elements := elements{framing: framing, limit: limit}
		piece := make([]byte, pieceSize)
		for {
			n, err := stream.Read(piece)
			if !elements.each(piece[:n], yield) {
				return
			}
			if err == io.EOF {
				elements.finish(yield)
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

type elements struct {
	framing Framing
	limit   int
	frame   Frame
	offset  int
	// The part of an element from earlier pieces, and that from the current one.
	before, current []byte
}

// each passes on the elements that a piece completes; false if there are to be no more.
func (e *elements) each(piece []byte, yield func([]byte, error) bool) bool {
	for len(piece) != 0 {
		rest, err := e.advance(piece)
		if err != nil {
			yield(nil, err)
			return false
		}
		piece = rest
		if !e.frame.Complete {
			continue
		}
		if !yield(e.element(), nil) {
			return false
		}
		e.before = e.before[:0]
	}
	return true
}

// element returns the element up to here. One that is entirely in the piece is not copied.
func (e *elements) element() []byte {
	if len(e.before) == 0 {
		return e.current
	}
	return e.before
}

// finish ends the stream, which may complete an element.
func (e *elements) finish(yield func([]byte, error) bool) {
	if _, err := e.advance(nil); err != nil {
		yield(nil, err)
		return
	}
	if !e.frame.MayEnd {
		yield(nil, &Error{Code: Truncated, Offset: e.offset})
		return
	}
	if len(e.before) != 0 {
		yield(e.before, nil)
	}
}

func (e *elements) advance(piece []byte) (rest []byte, err error) {
	var next Frame
	if err := e.framing(&next, piece, &e.frame); err != nil {
		if refused, ok := err.(*Error); ok {
			refused.Offset += e.offset
		}
		return nil, err
	}
	e.frame = next
	e.current = piece[next.First:next.Taken]
	e.offset += int(next.Taken)
	if len(e.current) > e.limit-len(e.before) {
		return nil, &Error{Code: TooLarge, Offset: e.offset}
	}
	if len(e.before) != 0 || !next.Complete {
		e.before = append(e.before, e.current...)
	}
	return piece[next.Taken:], nil
}
