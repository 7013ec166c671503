package polywire

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// SkipWhile returns the position behind bytes of a set, which has a bit for each byte: that of byte 0 is the lowest of the
// first word.
func SkipWhile(b []byte, p int, set [4]uint64) int {
	for p < len(b) && set[b[p]>>6]>>(b[p]&63)&1 != 0 {
		p++
	}
	return p
}

// JSONSpace returns the position behind white space of RFC 8259 section 2, possibly none.
func JSONSpace(b []byte, p int) int {
	if p < len(b) && b[p] <= ' ' {
		return jsonSpaces(b, p)
	}
	return p
}

func jsonSpaces(b []byte, p int) int {
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
	// Most are short and ASCII.
	if p < len(b) && b[p] == '"' {
		start := p + 1
		for at := start; len(b)-at >= 8 && at-start < 16; at += 8 {
			if stops := unusual(binary.LittleEndian.Uint64(b[at : at+8])); stops != 0 {
				end := at + bits.TrailingZeros64(stops)/8
				if b[end] == '"' {
					return b[start:end:end], end + 1
				}
				break
			}
		}
	}
	return c.longString(b, p)
}

// unusual returns a word with bits in those of eight bytes that are special or not ASCII, at least up to the first such byte.
func unusual(word uint64) uint64 {
	const ones = high8 / 0x80
	return ((word - ones*' ') | (word ^ ones*'"' - ones) | (word ^ ones*'\\' - ones) | word) & high8
}

// longString reads any string.
func (c *Context) longString(b []byte, p int) ([]byte, int) {
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
func PutJSONString(b []byte, n int, text string) int {
	size := len(text)
	switch {
	case size > 16 || size == 0:
		return putAnyString(b, n, text)
	case size >= 8:
		first, last := word64(text, 0), word64(text, size-8)
		if specials(first)|specials(last) != 0 {
			return putAnyString(b, n, text)
		}
		b[n] = '"'
		binary.LittleEndian.PutUint64(b[n+1:n+9], first)
		n += size + 1
		binary.LittleEndian.PutUint64(b[n-8:n], last)
	default:
		var word uint64
		if size >= 4 {
			word = uint64(word32(text, 0)) | uint64(word32(text, size-4))<<((8*uint(size)-32)&63)
		} else {
			// They may be the same byte.
			first, middle, last := text[0], text[size/2], text[size-1]
			word = uint64(first) | uint64(middle)<<(uint(size)/2*8&63) | uint64(last)<<((8*uint(size)-8)&63)
		}
		if specials(word)&(1<<(8*uint(size)&63)-1) != 0 {
			return putAnyString(b, n, text)
		}
		binary.LittleEndian.PutUint64(b[n:n+8], word<<8|'"')
		n += size + 1
	}
	b[n] = '"'
	return n + 1
}

// PutJSONBytes is PutJSONString for bytes.
func PutJSONBytes(b []byte, n int, text []byte) int { return putAnyString(b, n, text) }

func putAnyString[T string | []byte](b []byte, n int, text T) int {
	b[n] = '"'
	n++
	end := n + copy(b[n:], text)
	if plain := plainEnd(b[:end], n); plain != end {
		return putEscaped(b, plain, text[plain-n:])
	}
	b[end] = '"'
	return end + 1
}

// putEscaped writes the rest of a string, from its first escape on.
func putEscaped[T string | []byte](b []byte, n int, text T) int {
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
