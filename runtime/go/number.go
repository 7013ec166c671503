package polywire

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
)

// A number of RFC 8259 section 6, in parts.
type number struct {
	negative bool
	// The digits before and after the decimal point.
	whole, fraction []byte
	// Limited to ±10^17, beyond which the value does not matter.
	exponent int64
	text     []byte
}

// readNumber reads a bare number.
func readNumber(b []byte, p int) (read number, next int) {
	start := p
	switch {
	case p >= len(b):
		return read, -int(Truncated)
	case b[p] == '-':
		read.negative = true
		p++
	case b[p] < '0' || b[p] > '9':
		return read, -int(WrongKind)
	}
	if read.whole, p = readDigits(b, p); p < 0 {
		return read, p
	}
	if len(read.whole) > 1 && read.whole[0] == '0' {
		return read, -int(Syntax)
	}
	if p < len(b) && b[p] == '.' {
		if read.fraction, p = readDigits(b, p+1); p < 0 {
			return read, p
		}
	}
	if read.exponent, p = readExponent(b, p); p < 0 {
		return read, p
	}
	read.text = b[start:p]
	return read, p
}

// readDigits reads one or more digits.
func readDigits(b []byte, p int) ([]byte, int) {
	start := p
	for p < len(b) && '0' <= b[p] && b[p] <= '9' {
		p++
	}
	switch {
	case p > start:
		return b[start:p], p
	case p == len(b):
		return nil, -int(Truncated)
	}
	return nil, -int(Syntax)
}

func readExponent(b []byte, p int) (int64, int) {
	if p >= len(b) || b[p]|0x20 != 'e' {
		return 0, p
	}
	p++
	sign := int64(1)
	if p < len(b) && (b[p] == '-' || b[p] == '+') {
		if b[p] == '-' {
			sign = -1
		}
		p++
	}
	digits, p := readDigits(b, p)
	size := int64(0)
	for _, digit := range digits {
		size = min(size*10+int64(digit-'0'), 1e17)
	}
	return sign * size, p
}

// magnitude returns the absolute value; false if it is not an integer below 2^64.
func (read *number) magnitude() (uint64, bool) {
	var place [64]byte
	digits := append(append(place[:0], read.whole...), read.fraction...)
	power := read.exponent - int64(len(read.fraction))
	digits = bytes.TrimLeft(digits, "0")
	if len(digits) == 0 {
		return 0, true
	}
	significant := bytes.TrimRight(digits, "0")
	power += int64(len(digits) - len(significant))
	if power < 0 || power+int64(len(significant)) > 20 {
		return 0, false
	}
	for range power {
		significant = append(significant, '0')
	}
	value, err := strconv.ParseUint(string(significant), 10, 64)
	return value, err == nil
}

// anyNumber reads a number, bare or as a whole string. Its text is returned instead if it is a string that is not a
// number.
func (c *Context) anyNumber(b []byte, p int) (read number, word []byte, next int) {
	if p >= len(b) || b[p] != '"' {
		read, next = readNumber(b, p)
		return read, nil, next
	}
	text, next := c.JSONString(b, p)
	if next < 0 {
		return read, nil, next
	}
	if inside, end := readNumber(text, 0); end == len(text) {
		return inside, nil, next
	}
	return read, text, next
}

// integer reads an integer as its sign and magnitude.
func (c *Context) integer(b []byte, p int) (negative bool, magnitude uint64, next int) {
	read, word, next := c.anyNumber(b, p)
	if next < 0 {
		return false, 0, next
	}
	if word != nil {
		return false, 0, -int(WrongKind)
	}
	magnitude, ok := read.magnitude()
	if !ok {
		return false, 0, -int(OutOfRange)
	}
	return read.negative, magnitude, next
}

// digitsAhead returns a word whose first bytes are the values of the digits at a position, eight bytes before the end or more, and
// how many they are: 8 stands for more.
func digitsAhead(b []byte, p int) (word uint64, count int) {
	word = binary.LittleEndian.Uint64(b[p:p+8]) ^ zeros8
	// A byte above 9 carries into its high half when six is added, or has bits there already. Only bytes behind it
	// are disturbed.
	return word, bits.TrailingZeros64((word|(word+0x0606060606060606))&0xf0f0f0f0f0f0f0f0) / 8
}

// join8 returns the number with eight digits, the first one in the lowest byte.
func join8(word uint64) uint64 {
	word = (word*10 + word>>8) & 0x00ff00ff00ff00ff
	word = (word*100 + word>>16) & 0x0000ffff0000ffff
	return (word*10000 + word>>32) & 0xffffffff
}

// plainInteger reads the digits of a bare integer of up to 18 of them; otherwise the position is negative.
func plainInteger(b []byte, p int) (uint64, int) {
	start, value := p, uint64(0)
	for p < len(b) && b[p]-'0' <= 9 {
		value = value*10 + uint64(b[p]-'0')
		p++
	}
	isPlain := start < p && p-start <= 18 && (b[start] != '0' || p-start == 1)
	if !isPlain || p < len(b) && (b[p] == '.' || b[p]|0x20 == 'e') {
		return 0, -1
	}
	return value, p
}

// isIntegerEnd reports whether an integer ends before this byte.
func isIntegerEnd(behind byte) bool { return behind != '.' && behind|0x20 != 'e' }

// JSONInt reads a number of RFC 8259 section 6 with an integral value, bare or as a whole string.
func (c *Context) JSONInt(b []byte, p int) (int64, int) {
	if len(b)-p >= 8 {
		word, count := digitsAhead(b, p)
		if uint(count-1) < 7 && (word&0xff != 0 || count == 1) && isIntegerEnd(b[p+count]) {
			return int64(join8(word << ((64 - 8*uint(count)) & 63))), p + count
		}
	}
	return c.longInt(b, p)
}

// longInt reads any integer.
func (c *Context) longInt(b []byte, p int) (int64, int) {
	if p < len(b) && b[p] == '-' {
		if value, next := plainInteger(b, p+1); next > 0 {
			return -int64(value), next
		}
	} else if value, next := plainInteger(b, p); next > 0 {
		return int64(value), next
	}
	negative, magnitude, next := c.integer(b, p)
	switch {
	case next < 0:
		return 0, next
	case negative && magnitude <= 1<<63:
		return -int64(magnitude), next
	case negative || magnitude > math.MaxInt64:
		return 0, -int(OutOfRange)
	}
	return int64(magnitude), next
}

// JSONUint is JSONInt for unsigned integers.
func (c *Context) JSONUint(b []byte, p int) (uint64, int) {
	if value, next := plainInteger(b, p); next > 0 {
		return value, next
	}
	negative, magnitude, next := c.integer(b, p)
	if next > 0 && negative && magnitude != 0 {
		return 0, -int(OutOfRange)
	}
	return magnitude, next
}

// JSONFloat64 reads a number, correctly rounded, bare or as a whole string, or a string with NaN, Infinity or
// -Infinity.
func (c *Context) JSONFloat64(b []byte, p int) (float64, int) {
	// Up to seven digits before and behind the point are read as two words.
	if len(b)-p < 8 {
		return c.float(b, p, 64)
	}
	word, count := digitsAhead(b, p)
	if uint(count-1) >= 7 || word&0xff == 0 && count > 1 {
		return c.float(b, p, 64)
	}
	digits := join8(word << ((64 - 8*uint(count)) & 63))
	next := p + count
	if b[next] != '.' {
		if b[next]|0x20 == 'e' {
			return c.float(b, p, 64)
		}
		return float64(int64(digits)), next
	}
	next++
	if len(b)-next < 8 {
		return c.float(b, p, 64)
	}
	if b[next] == '0' && b[next+1]-'0' > 9 && b[next+1]|0x20 != 'e' {
		// Integers are often written so.
		return float64(int64(digits)), next + 1
	}
	word, count = digitsAhead(b, next)
	if uint(count-1) >= 7 || b[next+count]|0x20 == 'e' {
		return c.float(b, p, 64)
	}
	digits = digits*tens[count] + join8(word<<((64-8*uint(count))&63))
	// The operands are exact, so that the division is rounded correctly.
	return float64(int64(digits)) / powers[count], next + count
}

// JSONFloat32 is JSONFloat64 for a binary32.
func (c *Context) JSONFloat32(b []byte, p int) (float32, int) {
	value, next := c.float(b, p, 32)
	return float32(value), next
}

// plainFloat reads a bare number of up to 15 digits without an exponent; otherwise the position is negative. The operands
// of the division are exact, so that it is rounded correctly.
func plainFloat(b []byte, p int) (float64, int) {
	start := p
	if p < len(b) && b[p] == '-' {
		p++
	}
	whole, digits := p, uint64(0)
	for p < len(b) && b[p]-'0' <= 9 {
		digits = digits*10 + uint64(b[p]-'0')
		p++
	}
	count, places := p-whole, 0
	if count == 0 || count > 15 || b[whole] == '0' && count > 1 {
		return 0, -1
	}
	if p < len(b) && b[p] == '.' {
		point := p
		for p++; p < len(b) && b[p]-'0' <= 9; p++ {
			digits = digits*10 + uint64(b[p]-'0')
		}
		if places = p - point - 1; places == 0 || count+places > 15 {
			return 0, -1
		}
	}
	if p < len(b) && b[p]|0x20 == 'e' {
		return 0, -1
	}
	value := float64(int64(digits))
	if places > 0 {
		value /= powers[places]
	}
	if b[start] == '-' {
		value = -value
	}
	return value, p
}

var powers = [...]float64{1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

func (c *Context) float(b []byte, p, bits int) (float64, int) {
	if bits == 64 {
		if value, next := plainFloat(b, p); next > 0 {
			return value, next
		}
	}
	read, word, next := c.anyNumber(b, p)
	switch {
	case next < 0:
		return 0, next
	case word == nil:
		value, err := strconv.ParseFloat(string(read.text), bits)
		if err != nil {
			return 0, -int(OutOfRange)
		}
		return value, next
	}
	switch string(word) {
	case "NaN":
		return nan, next
	case "Infinity":
		return math.Inf(1), next
	case "-Infinity":
		return math.Inf(-1), next
	}
	return 0, -int(WrongKind)
}

// The default NaN; that of package math has other bits.
var nan = math.Float64frombits(0x7ff8 << 48)

// JSONSkipNumber checks the syntax of a bare number.
func JSONSkipNumber(b []byte, p int) int {
	_, next := readNumber(b, p)
	return next
}

// DecimalFloat64 returns the binary64 nearest to a decimal number: digits with at most one point, optionally followed
// by an exponent. It is infinite if the number is too large, and a NaN if the text is not such a number.
func DecimalFloat64(text []byte) float64 { return decimalFloat(text, 64) }

// DecimalFloat32 is DecimalFloat64 for a binary32.
func DecimalFloat32(text []byte) float32 { return float32(decimalFloat(text, 32)) }

func decimalFloat(text []byte, bits int) float64 {
	// The library also accepts signs, words, underscores and hexadecimal digits.
	for _, letter := range text {
		switch {
		case '0' <= letter && letter <= '9', letter == '.', letter|0x20 == 'e', letter == '+', letter == '-':
		default:
			return nan
		}
	}
	if len(text) == 0 || text[0] == '+' || text[0] == '-' {
		return nan
	}
	value, err := strconv.ParseFloat(string(text), bits)
	if err != nil && !math.IsInf(value, 0) {
		return nan
	}
	return value
}
