package polywire

import "encoding/base64"

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
