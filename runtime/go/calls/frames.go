package calls

import "fmt"

// FrameHeader tells the size of an envelope in a stream of bytes.
type FrameHeader struct {
	// Before is the number of bytes in front of the size.
	Before int
	// Width is the number of bytes of the size, most significant first.
	Width int
}

// Len returns the number of bytes of a header.
func (h FrameHeader) Len() int { return h.Before + h.Width }

// Size returns the number of bytes behind a header.
func (h FrameHeader) Size(header []byte) (size uint64) {
	for _, b := range header[h.Before:h.Len()] {
		size = size<<8 | uint64(b)
	}
	return size
}

// SetSize writes the number of bytes behind a header.
func (h FrameHeader) SetSize(header []byte, size uint64) {
	for at := h.Len() - 1; at >= h.Before; at-- {
		header[at] = byte(size)
		size >>= 8
	}
}

// FrameTooLargeError says that an envelope is larger than allowed.
type FrameTooLargeError struct {
	// Size is the number of its bytes; 0 if only a part of it was read.
	Size  uint64
	Limit uint64
}

func (e *FrameTooLargeError) Error() string {
	if e.Size == 0 {
		return fmt.Sprintf("a message has more than the limit of %d bytes", e.Limit)
	}
	return fmt.Sprintf("a message has %d bytes, more than the limit of %d", e.Size, e.Limit)
}
