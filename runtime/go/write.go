package polywire

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
