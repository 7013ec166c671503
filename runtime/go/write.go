package polywire

import (
	"math"
	"strconv"
)

// The room that numbers need.
const (
	IntRoom   = 20
	FloatRoom = 32
)

// PutInt writes a decimal integer.
func PutInt(b []byte, n int, value int64) int { return len(strconv.AppendInt(b[:n], value, 10)) }

// PutUint writes a decimal integer.
func PutUint(b []byte, n int, value uint64) int { return len(strconv.AppendUint(b[:n], value, 10)) }

// PutJSONFloat64 writes the shortest decimal number that reads back as the same value, in the form of ECMAScript's
// Number::toString, but with .0 after an integer below 10^16, and -0.0 for minus zero. NaN and the infinities are
// strings.
func PutJSONFloat64(b []byte, n int, value float64) int { return putFloat(b, n, value, 64) }

// PutJSONFloat32 is PutJSONFloat64 for a binary32.
func PutJSONFloat32(b []byte, n int, value float32) int { return putFloat(b, n, float64(value), 32) }

func putFloat(b []byte, n int, value float64, bits int) int {
	magnitude := math.Abs(value)
	switch {
	case magnitude >= 1e-4 && magnitude < 1e15:
		end := len(strconv.AppendFloat(b[:n], value, 'f', -1, bits))
		if value == math.Trunc(value) {
			end += copy(b[end:], ".0")
		}
		return end
	case math.IsNaN(magnitude):
		return n + copy(b[n:], `"NaN"`)
	case math.IsInf(value, 0):
		if value < 0 {
			return n + copy(b[n:], `"-Infinity"`)
		}
		return n + copy(b[n:], `"Infinity"`)
	}
	var place [FloatRoom]byte
	text := strconv.AppendFloat(place[:0], magnitude, 'e', -1, bits)
	if math.Signbit(value) {
		b[n] = '-'
		n++
	}
	return putShaped(b, n, text)
}

// putShaped writes d.ddde±dd in the form that its exponent calls for.
func putShaped(b []byte, n int, text []byte) int {
	end := len(text) - 1
	for text[end] != 'e' {
		end--
	}
	exponent := 0
	for _, digit := range text[end+2:] {
		exponent = exponent*10 + int(digit-'0')
	}
	if text[end+1] == '-' {
		exponent = -exponent
	}
	digits := text[:end]
	if end > 1 {
		digits[1] = digits[0]
		digits = digits[1:]
	}
	switch point := exponent + 1; {
	case len(digits) <= point && point <= 21:
		n += copy(b[n:], digits)
		for range point - len(digits) {
			b[n] = '0'
			n++
		}
		if point <= 16 {
			n += copy(b[n:], ".0")
		}
		return n
	case 1 <= point && point <= 21:
		n += copy(b[n:], digits[:point])
		b[n] = '.'
		return n + 1 + copy(b[n+1:], digits[point:])
	case -5 <= point && point <= 0:
		n += copy(b[n:], "0.00000"[:2-point])
		return n + copy(b[n:], digits)
	}
	b[n] = digits[0]
	n++
	if len(digits) > 1 {
		b[n] = '.'
		n += 1 + copy(b[n+1:], digits[1:])
	}
	b[n], b[n+1] = 'e', text[end+1]
	return PutInt(b, n+2, max(int64(exponent), -int64(exponent)))
}

// PutGeneralFloat64 writes a number as C's printf does for %.15g, or %.17g if the former reads back as another value.
func PutGeneralFloat64(b []byte, n int, value float64) int {
	return putGeneral(b, n, value, 64, 15, 17)
}

// PutGeneralFloat32 does so for %.6g and %.9g.
func PutGeneralFloat32(b []byte, n int, value float32) int {
	return putGeneral(b, n, float64(value), 32, 6, 9)
}

func putGeneral(b []byte, n int, value float64, bits, few, many int) int {
	switch {
	case math.IsNaN(value):
		return n + copy(b[n:], "nan")
	case math.IsInf(value, 1):
		return n + copy(b[n:], "inf")
	case math.IsInf(value, -1):
		return n + copy(b[n:], "-inf")
	}
	text := strconv.AppendFloat(b[:n], value, 'g', few, 64)
	if same, err := strconv.ParseFloat(string(text[n:]), bits); err == nil && same == value {
		return len(text)
	}
	return len(strconv.AppendFloat(b[:n], value, 'g', many, 64))
}

// PutCString writes a string with its quotes and the escapes of C, for which there is room of 2 bytes and 4 for each
// byte of the text. Bytes that are neither printable ASCII nor have a letter become three octal digits.
func PutCString[T string | []byte](b []byte, n int, text T) int {
	b[n] = '"'
	n++
	for i := range len(text) {
		letter := text[i]
		switch letter {
		case '\n':
			n += copy(b[n:], `\n`)
		case '\r':
			n += copy(b[n:], `\r`)
		case '\t':
			n += copy(b[n:], `\t`)
		case '"', '\'', '\\':
			b[n], b[n+1] = '\\', letter
			n += 2
		default:
			if ' ' <= letter && letter <= '~' {
				b[n] = letter
				n++
				continue
			}
			b[n], b[n+1], b[n+2], b[n+3] = '\\', '0'+letter>>6, '0'+letter>>3&7, '0'+letter&7
			n += 4
		}
	}
	b[n] = '"'
	return n + 1
}

// PutSpaces writes spaces.
func PutSpaces(b []byte, n, count int) int {
	for i := range b[n : n+count] {
		b[n+i] = ' '
	}
	return n + count
}
