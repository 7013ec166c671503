package polywire

import (
	"encoding/base64"
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// JSONSpace returns the position behind white space of RFC 8259 section 2, possibly none.
func JSONSpace(b []byte, p int) int {
	for p < len(b) && (b[p] == ' ' || b[p] == '\n' || b[p] == '\t' || b[p] == '\r') {
		p++
	}
	return p
}

// JSONBool reads true or false.
func JSONBool(b []byte, p int) (bool, int) {
	if p < len(b) && b[p] == 't' {
		return true, expect(b, p, "true", WrongKind)
	}
	return false, expect(b, p, "false", WrongKind)
}

// expect returns the position behind a word; other bytes are an error.
func expect(b []byte, p int, word string, code Code) int {
	for i := range len(word) {
		if p+i >= len(b) {
			return -int(Truncated)
		}
		if b[p+i] != word[i] {
			return -int(code)
		}
	}
	return p + len(word)
}

// JSONString reads a string of RFC 8259 section 7 with its quotes. Its characters are part of b, or in memory of the
// message if something is escaped.
func (c *Context) JSONString(b []byte, p int) ([]byte, int) {
	if p < len(b) && b[p] == '"' {
		start := p + 1
		end := plainEnd(b, start)
		if end < len(b) && b[end] == '"' && ValidUTF8(b[start:end]) {
			return b[start:end:end], end + 1
		}
	}
	return c.escapedString(b, p)
}

// plainEnd returns the position of the first quote, backslash or control character, or the end.
func plainEnd(b []byte, p int) int {
	for ; len(b)-p >= 8; p += 8 {
		if special := specials(binary.LittleEndian.Uint64(b[p:])); special != 0 {
			return p + bits.TrailingZeros64(special)/8
		}
	}
	for p < len(b) && b[p] >= ' ' && b[p] != '"' && b[p] != '\\' {
		p++
	}
	return p
}

// specials returns a word with bits in those of eight bytes that a string must not contain as they are, at least up to
// the first such byte.
func specials(word uint64) uint64 {
	const ones = high8 / 0x80
	quotes, slashes := word^ones*'"', word^ones*'\\'
	return ((word - ones*' ') | (quotes - ones) | (slashes - ones)) & ^word & high8
}

// escapedString reads any string, and finds the first fault in it.
func (c *Context) escapedString(b []byte, p int) ([]byte, int) {
	if p >= len(b) {
		return nil, -int(Truncated)
	}
	if b[p] != '"' {
		return nil, -int(WrongKind)
	}
	p++
	text := c.Take(closingQuote(b, p) - p)[:0]
	for {
		end := plainEnd(b, p)
		if n := validLength(b[p:end]); n < end-p {
			if end == len(b) && !utf8.FullRune(b[p+n:]) {
				return nil, -int(Truncated)
			}
			return nil, -int(InvalidUTF8)
		}
		text = append(text, b[p:end]...)
		p = end
		switch {
		case p >= len(b):
			return nil, -int(Truncated)
		case b[p] == '"':
			return text, p + 1
		case b[p] != '\\':
			return nil, -int(Syntax)
		}
		if text, p = appendEscape(text, b, p+1); p < 0 {
			return nil, p
		}
	}
}

// closingQuote returns the position of the first quote that is not escaped, or the end.
func closingQuote(b []byte, p int) int {
	for ; p < len(b) && b[p] != '"'; p++ {
		if b[p] == '\\' {
			p++
		}
	}
	return min(p, len(b))
}

// validLength returns how many bytes from the start are well-formed UTF-8.
func validLength(b []byte) int {
	if utf8.Valid(b) {
		return len(b)
	}
	n := 0
	for n < len(b) {
		r, size := utf8.DecodeRune(b[n:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		n += size
	}
	return n
}

// appendEscape reads an escape behind its backslash.
func appendEscape(text, b []byte, p int) ([]byte, int) {
	if p >= len(b) {
		return nil, -int(Truncated)
	}
	letter := b[p]
	switch letter {
	case '"', '\\', '/':
	case 'b':
		letter = '\b'
	case 'f':
		letter = '\f'
	case 'n':
		letter = '\n'
	case 'r':
		letter = '\r'
	case 't':
		letter = '\t'
	case 'u':
		unit, next := escapedRune(b, p+1)
		if next < 0 {
			return nil, next
		}
		return utf8.AppendRune(text, unit), next
	default:
		return nil, -int(BadEscape)
	}
	return append(text, letter), p + 1
}

// escapedRune reads an escape behind \u: one UTF-16 unit, or two if the first is a high surrogate.
func escapedRune(b []byte, p int) (rune, int) {
	unit, p := hexUnit(b, p)
	if p < 0 || !utf16.IsSurrogate(unit) {
		return unit, p
	}
	if unit >= 0xdc00 {
		return 0, -int(BadEscape)
	}
	if p = expect(b, p, `\u`, BadEscape); p < 0 {
		return 0, p
	}
	low, p := hexUnit(b, p)
	if p < 0 {
		return 0, p
	}
	if whole := utf16.DecodeRune(unit, low); whole != utf8.RuneError {
		return whole, p
	}
	return 0, -int(BadEscape)
}

func hexUnit(b []byte, p int) (rune, int) {
	unit := rune(0)
	for end := p + 4; p < end; p++ {
		if p >= len(b) {
			return 0, -int(Truncated)
		}
		digit := rune(b[p])
		switch {
		case '0' <= digit && digit <= '9':
			digit -= '0'
		case 'a' <= digit && digit <= 'f':
			digit -= 'a' - 10
		case 'A' <= digit && digit <= 'F':
			digit -= 'A' - 10
		default:
			return 0, -int(BadEscape)
		}
		unit = unit<<4 | digit
	}
	return unit, p
}

// PutJSONString writes a string with its quotes, for which there is room of 2 bytes and 6 for each byte of the text.
func PutJSONString[T string | []byte](b []byte, n int, text T) int {
	b[n] = '"'
	n++
	start := 0
	for i := range len(text) {
		letter := text[i]
		if letter >= ' ' && letter != '"' && letter != '\\' {
			continue
		}
		n += copy(b[n:], text[start:i])
		n = putEscape(b, n, letter)
		start = i + 1
	}
	n += copy(b[n:], text[start:])
	b[n] = '"'
	return n + 1
}

func putEscape(b []byte, n int, letter byte) int {
	const hex = "0123456789abcdef"
	switch letter {
	case '"', '\\':
	case '\b':
		letter = 'b'
	case '\f':
		letter = 'f'
	case '\n':
		letter = 'n'
	case '\r':
		letter = 'r'
	case '\t':
		letter = 't'
	default:
		return n + copy(b[n:], []byte{'\\', 'u', '0', '0', hex[letter>>4], hex[letter&15]})
	}
	b[n], b[n+1] = '\\', letter
	return n + 2
}

// JSONBase64 reads a string of base64 of RFC 4648 section 4 or 5, with or without padding. Unused bits of the last
// character are ignored, as section 3.5 allows.
func (c *Context) JSONBase64(b []byte, p int) ([]byte, int) {
	text, next := c.JSONString(b, p)
	if next < 0 {
		return nil, next
	}
	if len(text)%4 == 0 {
		for range 2 {
			if n := len(text); n > 0 && text[n-1] == '=' {
				text = text[:n-1]
			}
		}
	}
	// The library ignores line breaks, which are no digits.
	made := c.Take(base64.RawStdEncoding.DecodedLen(len(text)))
	size := 0
	for ; len(text) >= 4; text, size = text[4:], size+3 {
		bits, ok := sextets(text[:4])
		if !ok {
			return nil, -int(Syntax)
		}
		made[size], made[size+1], made[size+2] = byte(bits>>16), byte(bits>>8), byte(bits)
	}
	if len(text) != 0 {
		bits, ok := sextets(text)
		if !ok || len(text) == 1 {
			return nil, -int(Syntax)
		}
		bits <<= 6 * uint(4-len(text))
		size += copy(made[size:], []byte{byte(bits >> 16), byte(bits >> 8)}[:len(text)-1])
	}
	return made[:size], next
}

// sextets returns the bits of up to four digits.
func sextets(digits []byte) (uint32, bool) {
	bits := uint32(0)
	for _, digit := range digits {
		value := sextet[digit]
		if value == 0 {
			return 0, false
		}
		bits = bits<<6 | uint32(value-1)
	}
	return bits, true
}

// The values of digits plus one; 0 for other bytes.
var sextet = [256]byte{
	'A': 1, 'B': 2, 'C': 3, 'D': 4, 'E': 5, 'F': 6, 'G': 7, 'H': 8, 'I': 9, 'J': 10, 'K': 11, 'L': 12, 'M': 13,
	'N': 14, 'O': 15, 'P': 16, 'Q': 17, 'R': 18, 'S': 19, 'T': 20, 'U': 21, 'V': 22, 'W': 23, 'X': 24, 'Y': 25, 'Z': 26,
	'a': 27, 'b': 28, 'c': 29, 'd': 30, 'e': 31, 'f': 32, 'g': 33, 'h': 34, 'i': 35, 'j': 36, 'k': 37, 'l': 38, 'm': 39,
	'n': 40, 'o': 41, 'p': 42, 'q': 43, 'r': 44, 's': 45, 't': 46, 'u': 47, 'v': 48, 'w': 49, 'x': 50, 'y': 51, 'z': 52,
	'0': 53, '1': 54, '2': 55, '3': 56, '4': 57, '5': 58, '6': 59, '7': 60, '8': 61, '9': 62,
	'+': 63, '-': 63, '/': 64, '_': 64,
}

// PutJSONBase64 writes a string of base64 with padding, for which there is room.
func PutJSONBase64(b []byte, n int, value []byte) int {
	b[n] = '"'
	n++
	size := base64.StdEncoding.EncodedLen(len(value))
	base64.StdEncoding.Encode(b[n:n+size], value)
	n += size
	b[n] = '"'
	return n + 1
}
