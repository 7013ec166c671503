package polywire

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// The size of a block of shared texts, at most, and the highest bits of eight bytes.
const (
	blockSize = 1024
	high8     = 0x8080808080808080
	high4     = 0x80808080
)

// stringOf returns a text in the memory of bytes that never change while the text is in use: those of an input that the
// caller left unchanged (Aliased), or those of a block, which are written once. Only this function, offset and emptyAt
// use package unsafe.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// offset returns the position of a part in a whole; false if it is other memory.
func offset(part, whole []byte) (int, bool) {
	distance := uintptr(unsafe.Pointer(unsafe.SliceData(part))) - uintptr(unsafe.Pointer(unsafe.SliceData(whole)))
	if distance > uintptr(len(whole)) {
		return 0, false
	}
	return int(distance), true
}

// emptyAt returns an empty slice at a position of b, which must be in the same memory. The slice b[at:at] is at the start
// of b if it has no capacity.
func emptyAt(b []byte, at int) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), at)), 0)
}

// Text returns bytes as a text; false if they are not valid UTF-8.
func (c *Context) Text(b []byte) (string, bool) {
	if (len(b) > 16 || !isShortASCII(b)) && !utf8.Valid(b) {
		return "", false
	}
	n := len(c.block)
	if len(b) > cap(c.block)-n {
		return c.textElsewhere(b), true
	}
	c.block = c.block[:n+len(b)]
	place := c.block[n:]
	copyShort(place, b)
	return stringOf(place), true
}

// Unverified returns bytes as a text, which may not be valid UTF-8.
func (c *Context) Unverified(b []byte) string {
	n := len(c.block)
	if len(b) > cap(c.block)-n {
		return c.textElsewhere(b)
	}
	c.block = c.block[:n+len(b)]
	copy(c.block[n:], b)
	return stringOf(c.block[n:])
}

func (c *Context) textElsewhere(b []byte) string {
	switch {
	case len(b) == 0:
		return ""
	case c.texts == Aliased:
		return stringOf(b)
	case c.texts == Owned || len(b) >= blockSize/4:
		return string(b)
	}
	// The texts that follow are at most as long as the input, usually far shorter.
	size := min(len(c.input), max(64, 2*cap(c.block)), blockSize)
	c.block = make([]byte, 0, max(len(b), size))
	return c.Unverified(b)
}

// copyShort copies a text or bytes to a place of their length. Most are few.
func copyShort[T string | []byte](to []byte, from T) {
	n := len(from)
	switch {
	case n > 16 || len(to) != n:
		copy(to, from)
	case n >= 8:
		first, last := word64(from, 0), word64(from, n-8)
		binary.LittleEndian.PutUint64(to[:8], first)
		binary.LittleEndian.PutUint64(to[n-8:n], last)
	case n >= 4:
		first, last := word32(from, 0), word32(from, n-4)
		binary.LittleEndian.PutUint32(to[:4], first)
		binary.LittleEndian.PutUint32(to[n-4:n], last)
	case n > 0:
		first, middle, last := from[0], from[n/2], from[n-1]
		to[0], to[n/2], to[n-1] = first, middle, last
	}
}

// word64 reads eight bytes, which the compiler joins to one load, as package binary has no such function for strings.
func word64[T string | []byte](b T, p int) uint64 {
	eight := b[p : p+8]
	return uint64(eight[0]) | uint64(eight[1])<<8 | uint64(eight[2])<<16 | uint64(eight[3])<<24 |
		uint64(eight[4])<<32 | uint64(eight[5])<<40 | uint64(eight[6])<<48 | uint64(eight[7])<<56
}

func word32[T string | []byte](b T, p int) uint32 {
	four := b[p : p+4]
	return uint32(four[0]) | uint32(four[1])<<8 | uint32(four[2])<<16 | uint32(four[3])<<24
}

// ValidUTF8 reports whether bytes are well-formed UTF-8.
func ValidUTF8(b []byte) bool {
	return len(b) <= 16 && isShortASCII(b) || utf8.Valid(b)
}

// IsASCII reports whether all bytes are below 0x80.
func IsASCII(b []byte) bool {
	for len(b) > 16 {
		if (binary.LittleEndian.Uint64(b)|binary.LittleEndian.Uint64(b[8:]))&high8 != 0 {
			return false
		}
		b = b[16:]
	}
	return isShortASCII(b)
}

// isShortASCII looks at up to 16 bytes.
func isShortASCII(b []byte) bool {
	n := len(b)
	switch {
	case n >= 8:
		return (binary.LittleEndian.Uint64(b)|binary.LittleEndian.Uint64(b[n-8:]))&high8 == 0
	case n >= 4:
		return (binary.LittleEndian.Uint32(b)|binary.LittleEndian.Uint32(b[n-4:]))&high4 == 0
	case n > 0:
		return (b[0]|b[n/2]|b[n-1])&0x80 == 0
	}
	return true
}

// TextUntilNUL is UntilNUL for a text.
func TextUntilNUL(text string) string {
	before, _, _ := strings.Cut(text, "\x00")
	return before
}

// UntilNUL returns the bytes before the first NUL, or all of them.
func UntilNUL(b []byte) []byte {
	before, _, _ := bytes.Cut(b, []byte{0})
	return before
}
