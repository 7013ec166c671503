package polywire

import (
	"encoding/binary"
	"math/bits"
)

// Reading leaves return the value at a position of b and the position behind it. If there is no value, the position is
// negative: the negated Code.

// Varint reads a base-128 varint, least significant group first, of at most 64 bits in 10 bytes.
func Varint(b []byte, p int) (uint64, int) {
	if uint(p) < uint(len(b)) && b[p] < 0x80 {
		return uint64(b[p]), p + 1
	}
	return LongVarint(b, p)
}

// LongVarint is Varint for callers that have looked for a single byte.
func LongVarint(b []byte, p int) (uint64, int) {
	if len(b)-p < 8 {
		return varintGroups(b, p, 0, 0)
	}
	word := binary.LittleEndian.Uint64(b[p:])
	last := ^word & high8
	if last == 0 {
		return varintGroups(b, p, 8, joinGroups(word))
	}
	// Keeps the bits up to the highest one of the last byte.
	return joinGroups(word & (last ^ (last - 1))), p + bits.TrailingZeros64(last)/8 + 1
}

// ShortVarint is LongVarint for varints of at most 5 bytes, which is enough for 32 bits.
func ShortVarint(b []byte, p int) (uint64, int) {
	value, next := LongVarint(b, p)
	if next-p > 5 || next < 0 && len(b)-p >= 5 {
		return 0, -int(Overlong)
	}
	return value, next
}

// varintGroups continues a varint of which some bytes were read.
//
//go:noinline
func varintGroups(b []byte, p, before int, value uint64) (uint64, int) {
	for i := before; p+i < len(b); i++ {
		group := b[p+i]
		if i == 9 && group > 1 {
			return 0, -int(Overlong)
		}
		value |= uint64(group&0x7f) << (7 * uint(i))
		if group < 0x80 {
			return value, p + i + 1
		}
	}
	return 0, -int(Truncated)
}

// joinGroups joins the low seven bits of eight bytes.
func joinGroups(word uint64) uint64 {
	word = word&0x007f007f007f007f | word&0x7f007f007f007f00>>1
	word = word&0x00003fff00003fff | word&0x3fff00003fff0000>>2
	return word&0x000000000fffffff | word&0x0fffffff00000000>>4
}

// Writing leaves write a value at a position of b, where there is enough room, and return the position behind it.

// PutVarint writes the shortest varint, of up to 10 bytes.
func PutVarint(b []byte, n int, value uint64) int {
	if value < 0x80 {
		b[n] = byte(value)
		return n + 1
	}
	return PutLongVarint(b, n, value)
}

// PutLongVarint is PutVarint for callers that have looked for a single byte.
func PutLongVarint(b []byte, n int, value uint64) int {
	for value >= 0x80 {
		b[n] = byte(value) | 0x80
		value >>= 7
		n++
	}
	b[n] = byte(value)
	return n + 1
}

// VarintSize returns the number of bytes that PutVarint writes.
func VarintSize(value uint64) int {
	// This is the number of bits divided by 7 and rounded up.
	return (bits.Len64(value|1)*9 + 64) / 64
}

// FitLength completes a body that ends at n with its length, for which one byte was reserved before it but which takes
// several. The body is moved, for which there is room.
//
//go:noinline
func FitLength(b []byte, at, n int) int { return FitNumber(b, at, n, uint64(n-at-1)) }

// CloseWideLength completes a body before which two bytes were reserved for its length.
func CloseWideLength(b []byte, at, n int) int {
	length := n - at - 2
	if length>>14 == 0 && length>>7 != 0 {
		b[at], b[at+1] = byte(length)|0x80, byte(length>>7)
		return n
	}
	width := VarintSize(uint64(length))
	copy(b[at+width:n-2+width], b[at+2:n])
	PutVarint(b, at, uint64(length))
	return n - 2 + width
}

// FitNumber completes such a body with another number.
func FitNumber(b []byte, at, n int, number uint64) int {
	width := VarintSize(number)
	copy(b[at+width:n+width-1], b[at+1:n])
	PutVarint(b, at, number)
	return n + width - 1
}

// CountAhead returns how many elements follow at a position: each is a label, a varint, and as many bytes as it says, which
// are no fewer than least.
func CountAhead(b []byte, p int, label string, least uint64) int {
	for count := 0; ; count++ {
		if len(b)-p <= len(label) || string(b[p:p+len(label)]) != label {
			return count
		}
		size, next := Varint(b, p+len(label))
		if next < 0 || size < least || size > uint64(len(b)-next) {
			return count
		}
		p = next + int(size)
	}
}
