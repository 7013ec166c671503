package polywire

import "unicode/utf8"

// Latin1Text is a text in a message in ISO 8859-1, in which each byte is the code point of the same number.
type Latin1Text []byte

// UTF16LEText is a text in a message in UTF-16, the less significant byte of a unit first.
type UTF16LEText []byte

// UTF16BEText is a text in a message in UTF-16, the more significant byte of a unit first.
type UTF16BEText []byte

// String returns the text in UTF-8.
func (t Latin1Text) String() string { return stringOf(t.Append(nil)) }

// String returns the text in UTF-8.
func (t UTF16LEText) String() string { return stringOf(t.Append(nil)) }

// String returns the text in UTF-8.
func (t UTF16BEText) String() string { return stringOf(t.Append(nil)) }

// Append appends the text in UTF-8.
func (t Latin1Text) Append(b []byte) []byte {
	for _, c := range t {
		b = utf8.AppendRune(b, rune(c))
	}
	return b
}

// Append appends the text in UTF-8. Units that are no characters, which only memory that changes can have, become U+FFFD.
func (t UTF16LEText) Append(b []byte) []byte { return appendUTF16(b, t, 0) }

// Append appends the text in UTF-8. Units that are no characters, which only memory that changes can have, become U+FFFD.
func (t UTF16BEText) Append(b []byte) []byte { return appendUTF16(b, t, 1) }

// appendUTF16 appends a text, given the place of the less significant byte in a unit.
func appendUTF16(b, text []byte, low int) []byte {
	const surrogates, highFirst, lowFirst = 0xfc00, 0xd800, 0xdc00
	unit := func(at int) rune { return rune(text[at+1-low])<<8 | rune(text[at+low]) }
	at := 0
	for ; at+1 < len(text); at += 2 {
		code := unit(at)
		if code&surrogates == highFirst && at+3 < len(text) && unit(at+2)&surrogates == lowFirst {
			at += 2
			code = 0x10000 + (code-highFirst)<<10 + unit(at) - lowFirst
		}
		b = utf8.AppendRune(b, code)
	}
	if at < len(text) {
		b = utf8.AppendRune(b, utf8.RuneError)
	}
	return b
}
