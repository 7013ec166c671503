package polywire

import "encoding/binary"

// Grow gives a buffer room for a number of bytes in total, of which the first n are kept. The length of the result is
// its capacity.
func Grow(b []byte, n, room int) []byte {
	grown := append(b[:n:n], make([]byte, max(room, 2*n)-n)...)
	return grown[:cap(grown)]
}

// PutText copies a text, for which there is room.
func PutText(b []byte, n int, text string) int {
	size := len(text)
	to := b[n : n+size]
	switch {
	case size > 16:
		copy(to, text)
	case size >= 8:
		first, last := load64(text), load64(text[size-8:])
		binary.LittleEndian.PutUint64(to, first)
		binary.LittleEndian.PutUint64(to[size-8:], last)
	default:
		copy(to, text)
	}
	return n + size
}

// load64 reads eight bytes of a text; the compiler makes one load of it.
func load64(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// PutBytes copies bytes, for which there is room.
func PutBytes(b []byte, n int, value []byte) int {
	return n + copy(b[n:n+len(value)], value)
}

// PutZeros writes zeros, for which there is room.
func PutZeros(b []byte, n, count int) int {
	clear(b[n : n+count])
	return n + count
}

// Padding returns the number of bytes from a position to the next one whose distance from an origin is a multiple of
// to, a power of two.
func Padding(position, from, to int) int { return (from - position) & (to - 1) }

// Section returns a record of the length of fill: the bytes that an older writer wrote, completed by the rest of fill.
// A record that is long enough is cut by the caller.
func (c *Context) Section(present []byte, fill string) []byte {
	whole := c.Take(len(fill))
	copy(whole[copy(whole, present):], fill[min(len(present), len(fill)):])
	return whole
}

// Memo has the positions of output that is written once for each key.
type Memo struct{ entries []memoEntry }

type memoEntry struct {
	key      string
	position uint64
}

// Find returns the position of a key. A message has few keys and usually repeats the newest.
func (m *Memo) Find(key []byte) (uint64, bool) {
	for i := len(m.entries) - 1; i >= 0; i-- {
		if m.entries[i].key == string(key) {
			return m.entries[i].position, true
		}
	}
	return 0, false
}

// Add stores the position of a key.
func (m *Memo) Add(key []byte, position uint64) {
	m.entries = append(m.entries, memoEntry{string(key), position})
}
