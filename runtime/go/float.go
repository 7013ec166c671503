package polywire

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
)

// FloatRoom is the number of bytes that the functions for floats need, some of which they may overwrite behind the number.
const FloatRoom = 40

// PutJSONFloat64 writes the shortest decimal number that reads back as the same value, in the form of ECMAScript's
// Number::toString, but with .0 after an integer below 10^16, and -0.0 for minus zero. NaN and the infinities are
// strings.
func PutJSONFloat64(b []byte, n int, value float64) int {
	magnitude := math.Abs(value)
	if !(magnitude < 1e8) || math.Signbit(value) {
		return putOtherFloat(b, n, value)
	}
	whole := int64(magnitude)
	if float64(whole) == magnitude {
		digits := spread8(uint32(whole))
		leading := leadingZeros(digits)
		binary.LittleEndian.PutUint64(b[n:n+8], (digits|zeros8)>>leading)
		n += 8 - int(leading/8)
		binary.LittleEndian.PutUint16(b[n:n+2], '.'|'0'<<8)
		return n + 2
	}
	// A number of at most 15 digits is the shortest one for its value. The operands of the division are exact, so that it
	// is rounded as the decimal number is when it is read.
	millionths := int64(float64(magnitude*1e6) + 0.5)
	if float64(millionths)/1e6 != magnitude {
		return putOtherFloat(b, n, value)
	}
	digits := spread8(uint32(whole))
	leading := leadingZeros(digits)
	binary.LittleEndian.PutUint64(b[n:n+8], (digits|zeros8)>>leading)
	n += 8 - int(leading/8)
	decimals := spread8((uint32(millionths) - uint32(whole)*1e6) * 100)
	b[n] = '.'
	binary.LittleEndian.PutUint64(b[n+1:n+9], decimals|zeros8)
	return n + 9 - bits.LeadingZeros64(decimals)/8
}

// putOtherFloat writes a number that is negative, large or has more decimals.
func putOtherFloat(b []byte, n int, value float64) int {
	if math.Signbit(value) && value > -1e8 {
		b[n] = '-'
		return PutJSONFloat64(b, n+1, -value)
	}
	return putFloat(b, n, value, 64)
}

// PutJSONFloat32 is PutJSONFloat64 for a binary32.
func PutJSONFloat32(b []byte, n int, value float32) int {
	// All integers of this size are different values, so that all of their digits count.
	if value >= 0 && value < 1<<24 && value == float32(int64(value)) && !math.Signbit(float64(value)) {
		n = PutUint(b, n, uint64(int64(value)))
		return n + copy(b[n:], ".0")
	}
	return putFloat(b, n, float64(value), 32)
}

func putFloat(b []byte, n int, value float64, size int) int {
	magnitude, least := math.Abs(value), 1e-6
	if size == 32 {
		least = float64(float32(least))
	}
	if magnitude >= 1.0/1024 && magnitude < 1<<53 {
		if end := putShortest(b, n, value, size); end > 0 {
			return end
		}
	}
	switch {
	case magnitude == 0, magnitude >= least && magnitude < 1e21:
		end := len(strconv.AppendFloat(b[:n], value, 'f', -1, size))
		if magnitude < 1e16 && magnitude == math.Trunc(magnitude) {
			end += copy(b[end:], ".0")
		}
		return end
	case math.IsNaN(value):
		return n + copy(b[n:], `"NaN"`)
	case math.IsInf(value, 1):
		return n + copy(b[n:], `"Infinity"`)
	case math.IsInf(value, -1):
		return n + copy(b[n:], `"-Infinity"`)
	}
	end := len(strconv.AppendFloat(b[:n], value, 'e', -1, size))
	// The library writes exponents of at least two digits.
	if b[end-4] == 'e' && b[end-2] == '0' {
		b[end-2] = b[end-1]
		end--
	}
	return end
}

// putShortest writes a number between 1/1024 and 2^53; 0 if the digits cannot be found this way.
func putShortest(b []byte, n int, value float64, size int) int {
	digits, decimals := uint64(0), uint(0)
	if size == 32 {
		all := uint64(math.Float32bits(float32(value)) &^ (1 << 31))
		digits, decimals = shortest(all, 23, 127)
	} else {
		digits, decimals = shortest(math.Float64bits(value)&^(1<<63), 52, 1023)
	}
	if digits == 0 {
		return 0
	}
	if math.Signbit(value) {
		b[n] = '-'
		n++
	}
	// All integers of this size are values, so that none is between the number and the decimal.
	whole := uint64(int64(math.Abs(value)))
	n = PutUint(b, n, whole)
	fraction := digits - whole*tens[decimals]
	if fraction == 0 {
		return n + copy(b[n:], ".0")
	}
	return putFraction(b, n, fraction*tens[19-decimals])
}

// putFraction writes decimals, which are given as 19 digits and are not all zero, without the zeros at their end.
func putFraction(b []byte, n int, all uint64) int {
	first, middle, last := spread8(uint32(all/1e16)), spread8(uint32(all/1e8%1e8)), spread8(uint32(all%1e8))
	// The word has five zeros before its three digits.
	binary.LittleEndian.PutUint32(b[n:], uint32((first|zeros8)>>32&^0xff|'.'))
	binary.LittleEndian.PutUint64(b[n+4:], middle|zeros8)
	binary.LittleEndian.PutUint64(b[n+12:], last|zeros8)
	switch {
	case last != 0:
		return n + 20 - bits.LeadingZeros64(last)/8
	case middle != 0:
		return n + 12 - bits.LeadingZeros64(middle)/8
	}
	return n + 4 - bits.LeadingZeros64(first)/8
}

// PutGeneralFloat64 writes a number as C's printf does for %.15g, or %.17g if the former reads back as another value.
func PutGeneralFloat64(b []byte, n int, value float64) int {
	return putGeneral(b, n, value, 64, 15, 17)
}

// PutGeneralFloat32 does so for %.6g and %.9g.
func PutGeneralFloat32(b []byte, n int, value float32) int {
	return putGeneral(b, n, float64(value), 32, 6, 9)
}

func putGeneral(b []byte, n int, value float64, size, few, many int) int {
	switch {
	case math.IsNaN(value):
		return n + copy(b[n:], "nan")
	case math.IsInf(value, 1):
		return n + copy(b[n:], "inf")
	case math.IsInf(value, -1):
		return n + copy(b[n:], "-inf")
	}
	text := strconv.AppendFloat(b[:n], value, 'g', few, 64)
	if same, err := strconv.ParseFloat(string(text[n:]), size); err == nil && same == value {
		return len(text)
	}
	return len(strconv.AppendFloat(b[:n], value, 'g', many, 64))
}
