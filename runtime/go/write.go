package polywire

import (
	"math"
	"strconv"
)

// The room that integers and floats need.
const IntRoom, FloatRoom = 20, 32

// PutInt writes a decimal integer.
func PutInt(b []byte, n int, value int64) int {
	if value >= 0 {
		return PutUint(b, n, uint64(value))
	}
	b[n] = '-'
	return PutUint(b, n+1, -uint64(value))
}

// PutUint writes a decimal integer.
func PutUint(b []byte, n int, value uint64) int {
	switch {
	case value < 10:
		b[n] = '0' + byte(value)
		return n + 1
	case value < 100:
		b[n], b[n+1] = '0'+byte(value/10), '0'+byte(value%10)
		return n + 2
	}
	return len(strconv.AppendUint(b[:n], value, 10))
}

// PutJSONFloat64 writes the shortest decimal number that reads back as the same value, in the form of ECMAScript's
// Number::toString, but with .0 after an integer below 10^16, and -0.0 for minus zero. NaN and the infinities are
// strings.
func PutJSONFloat64(b []byte, n int, value float64) int { return putFloat(b, n, value, 64) }

// PutJSONFloat32 is PutJSONFloat64 for a binary32.
func PutJSONFloat32(b []byte, n int, value float32) int { return putFloat(b, n, float64(value), 32) }

func putFloat(b []byte, n int, value float64, bits int) int {
	magnitude, least := math.Abs(value), 1e-6
	if bits == 32 {
		least = float64(float32(least))
	} else if end := putDecimal(b, n, value, magnitude); end > 0 {
		return end
	}
	switch {
	case magnitude == 0, magnitude >= least && magnitude < 1e21:
		end := len(strconv.AppendFloat(b[:n], value, 'f', -1, bits))
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
	end := len(strconv.AppendFloat(b[:n], value, 'e', -1, bits))
	// The library writes exponents of at least two digits.
	if b[end-4] == 'e' && b[end-2] == '0' {
		b[end-2] = b[end-1]
		end--
	}
	return end
}

// putDecimal writes a number that has few digits; 0 if it has more. A number of at most 15 digits is the shortest one for
// its value, and the division, whose operands are exact, is rounded as the decimal number is when it is read.
func putDecimal(b []byte, n int, value, magnitude float64) int {
	for places, power := range [...]float64{1, 10, 100, 1e3, 1e4, 1e5} {
		scaled := magnitude*power + 0.5
		if !(scaled < 1e15) {
			return 0
		}
		digits := uint64(scaled)
		if float64(digits)/power != magnitude {
			continue
		}
		if math.Signbit(value) {
			b[n] = '-'
			n++
		}
		if places == 0 {
			n = PutUint(b, n, digits)
			return n + copy(b[n:], ".0")
		}
		unit := uint64(power)
		n = PutUint(b, n, digits/unit)
		b[n] = '.'
		for i, rest := places, digits%unit; i > 0; i-- {
			b[n+i] = '0' + byte(rest%10)
			rest /= 10
		}
		return n + 1 + places
	}
	return 0
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
