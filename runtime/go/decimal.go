package polywire

import (
	"encoding/binary"
	"math/bits"
)

// IntRoom is the number of bytes that PutInt and PutUint need, some of which they may overwrite behind the number.
const IntRoom = 24

// Eight digits 0 in ASCII, and the powers of ten.
const zeros8 = 0x3030303030303030

var tens = [20]uint64{
	1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

// PutInt writes a decimal integer.
func PutInt(b []byte, n int, value int64) int {
	switch {
	case uint64(value) < 10:
		b[n] = '0' + byte(value)
		return n + 1
	case uint64(value) < 1e8:
		digits := spread8(uint32(value))
		leading := leadingZeros(digits)
		binary.LittleEndian.PutUint64(b[n:n+8], (digits|zeros8)>>leading)
		return n + 8 - int(leading/8)
	}
	return putOtherInt(b, n, value)
}

func putOtherInt(b []byte, n int, value int64) int {
	if value < 0 {
		b[n] = '-'
		return PutUint(b, n+1, -uint64(value))
	}
	return PutUint(b, n, uint64(value))
}

// PutUint writes a decimal integer.
func PutUint(b []byte, n int, value uint64) int {
	switch {
	case value < 1e8:
		digits := spread8(uint32(value))
		leading := leadingZeros(digits)
		binary.LittleEndian.PutUint64(b[n:n+8], (digits|zeros8)>>leading)
		return n + 8 - int(leading/8)
	case value < 1e16:
		n = PutUint(b, n, value/1e8)
	default:
		n = PutUint(b, n, value/1e16)
		put8(b, n, uint32(value/1e8%1e8))
		n += 8
	}
	put8(b, n, uint32(value%1e8))
	return n + 8
}

// leadingZeros returns how many bits the zeros before a number take, given its digits; the last digit counts in any case.
func leadingZeros(digits uint64) uint { return uint(bits.TrailingZeros64(digits|1<<56)) & 56 }

// put8 writes eight digits.
func put8(b []byte, n int, value uint32) {
	binary.LittleEndian.PutUint64(b[n:n+8], spread8(value)|zeros8)
}

// spread8 returns the eight digits of a number below 10^8, the first one in the lowest byte. The factors are reciprocals
// that are exact for numbers of this size, of which the word has several.
func spread8(value uint32) uint64 {
	high := value / 1e4
	fours := uint64(high) | uint64(value-high*1e4)<<32
	hundreds := fours * 10486 >> 20 & 0x0000007f0000007f
	twos := hundreds | (fours-hundreds*100)<<16
	firsts := twos * 103 >> 10 & 0x000f000f000f000f
	return firsts | (twos-firsts*10)<<8
}
