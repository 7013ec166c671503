package polywire

import (
	"errors"
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

// Chunks finds the elements of a stream that arrives in pieces of any size. Of a piece, it keeps only the part of an
// element that is not complete.
type Chunks struct {
	framing Framing
	limit   int
	frame   Frame
	offset  int
	// The part of an element from earlier pieces, and that from the current one.
	before, current []byte
}

// NewChunks starts a stream whose elements have at most so many bytes.
func NewChunks(framing Framing, limit int) *Chunks { return &Chunks{framing: framing, limit: limit} }

// Push takes a piece, and calls each with every element that it completes. An element is valid until each returns. After
// an error, which is that of the stream or of each, the stream cannot be continued.
func (c *Chunks) Push(piece []byte, each func(element []byte) error) error {
	for len(piece) != 0 {
		rest, err := c.advance(piece)
		if err != nil {
			return err
		}
		piece = rest
		if !c.frame.Complete {
			continue
		}
		if err := each(c.element()); err != nil {
			return err
		}
		c.before = c.before[:0]
	}
	return nil
}

// Finish ends the stream, which may complete an element.
func (c *Chunks) Finish(each func(element []byte) error) error {
	if _, err := c.advance(nil); err != nil {
		return err
	}
	if !c.frame.MayEnd {
		return &Error{Code: Truncated, Offset: c.offset}
	}
	if len(c.before) != 0 {
		return each(c.before)
	}
	return nil
}

// element returns the element up to here. One that is entirely in the piece is not copied.
func (c *Chunks) element() []byte {
	if len(c.before) == 0 {
		return c.current
	}
	return c.before
}

func (c *Chunks) advance(piece []byte) (rest []byte, err error) {
	var next Frame
	if err := c.framing(&next, piece, &c.frame); err != nil {
		if refused, ok := err.(*Error); ok {
			refused.Offset += c.offset
		}
		return nil, err
	}
	c.frame = next
	c.current = piece[next.First:next.Taken]
	c.offset += int(next.Taken)
	if len(c.current) > c.limit-len(c.before) {
		return nil, &Error{Code: TooLarge, Offset: c.offset}
	}
	if len(c.before) != 0 || !next.Complete {
		c.before = append(c.before, c.current...)
	}
	return piece[next.Taken:], nil
}

// pieceSize is the number of bytes that are read at once.
const pieceSize = 64 << 10

// errStopped ends a stream whose elements are no longer wanted.
var errStopped = errors.New("stopped")

// Messages returns the elements of a stream, each of at most so many bytes. An element is valid until the next one is
// asked for. After an error there are no more elements.
func Messages(stream io.Reader, framing Framing, limit int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		each := func(element []byte) error {
			if !yield(element, nil) {
				return errStopped
			}
			return nil
		}
		if err := read(stream, NewChunks(framing, limit), each); err != nil && err != errStopped {
			yield(nil, err)
		}
	}
}

func read(stream io.Reader, chunks *Chunks, each func([]byte) error) error {
	piece := make([]byte, pieceSize)
	for {
		n, err := stream.Read(piece)
		if err := chunks.Push(piece[:n], each); err != nil {
			return err
		}
		if err == io.EOF {
			return chunks.Finish(each)
		}
		if err != nil {
			return err
		}
	}
}
