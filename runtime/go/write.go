package polywire

import (
	"math"
	"math/bits"
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
	if value < 10 {
		b[n] = '0' + byte(value)
		return n + 1
	}
	end := n + decimalDigits(value)
	putDigits(b[n:end], value)
	return end
}

// decimalDigits returns the number of digits of an integer.
func decimalDigits(value uint64) int {
	// 1233/4096 is close enough to the logarithm of 2.
	count := bits.Len64(value|1) * 1233 >> 12
	if value >= tens[count] {
		count++
	}
	return count
}

var tens = [20]uint64{
	0, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

const pairs = "00010203040506070809" + "10111213141516171819" + "20212223242526272829" + "30313233343536373839" +
	"40414243444546474849" + "50515253545556575859" + "60616263646566676869" + "70717273747576777879" +
	"80818283848586878889" + "90919293949596979899"

// putDigits fills b with the last decimal digits of an integer.
func putDigits(b []byte, value uint64) {
	at := len(b)
	for at >= 2 {
		pair := value % 100 * 2
		value /= 100
		at -= 2
		b[at], b[at+1] = pairs[pair], pairs[pair+1]
	}
	if at == 1 {
		b[0] = '0' + byte(value%10)
	}
}

// PutJSONFloat64 writes the shortest decimal number that reads back as the same value, in the form of ECMAScript's
// Number::toString, but with .0 after an integer below 10^16, and -0.0 for minus zero. NaN and the infinities are
// strings.
func PutJSONFloat64(b []byte, n int, value float64) int { return putFloat(b, n, value, 64) }

// PutJSONFloat32 is PutJSONFloat64 for a binary32.
func PutJSONFloat32(b []byte, n int, value float32) int { return putFloat(b, n, float64(value), 32) }

func putFloat(b []byte, n int, value float64, size int) int {
	magnitude, least := math.Abs(value), 1e-6
	if size == 32 {
		least = float64(float32(least))
	} else if end := putDecimal(b, n, value, magnitude); end > 0 {
		return end
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

// putDecimal writes a number that has few digits; 0 if it has more. A number of at most 15 digits is the shortest one for
// its value, and the division, whose operands are exact, is rounded as the decimal number is when it is read.
func putDecimal(b []byte, n int, value, magnitude float64) int {
	if !(magnitude < 1e9) {
		return 0
	}
	for places, power := range powers[:7] {
		scaled := magnitude * power
		digits := int64(scaled + 0.5)
		// The division is slow; the product has a relative error of at most 1.5/2^53.
		if math.Abs(scaled-float64(digits)) > scaled*2e-16 || float64(digits)/power != magnitude {
			continue
		}
		if math.Signbit(value) {
			b[n] = '-'
			n++
		}
		if places == 0 {
			n = PutUint(b, n, uint64(digits))
			return n + copy(b[n:], ".0")
		}
		whole := uint64(int64(magnitude))
		n = PutUint(b, n, whole)
		b[n] = '.'
		putDigits(b[n+1:n+1+places], uint64(digits)-whole*tens[places])
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
