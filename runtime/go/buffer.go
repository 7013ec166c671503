package polywire

// Grow gives a buffer room for a number of bytes in total, of which the first n are kept. The length of the result is
// its capacity.
//
//go:noinline
func Grow(b []byte, n, room int) []byte {
	grown := append(b[:n:n], make([]byte, max(room, 2*n)-n)...)
	return grown[:cap(grown)]
}

// PutText copies a text, for which there is room.
func PutText(b []byte, n int, text string) int {
	copyShort(b[n:n+len(text)], text)
	return n + len(text)
}

// PutBytes is PutText for bytes.
func PutBytes(b []byte, n int, bytes []byte) int {
	copyShort(b[n:n+len(bytes)], bytes)
	return n + len(bytes)
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
	return completed(c.Take(len(fill)), present, fill)
}

// Section is the method of Context, in memory of its own.
func Section(present []byte, fill string) []byte {
	return completed(make([]byte, len(fill)), present, fill)
}

func completed(whole, present []byte, fill string) []byte {
	copy(whole[copy(whole, present):], fill[min(len(present), len(fill)):])
	return whole
}

// Memo has the positions of data by the bytes that identify it.
type Memo struct {
	few []memoEntry
	// All entries, if there are more than a few.
	many map[string]uint64
}

type memoEntry struct {
	key      string
	position uint64
}

const mostFew = 16

// Find returns the position of a key. A message usually has few keys and repeats the newest.
func (m *Memo) Find(key []byte) (uint64, bool) {
	if m.many != nil {
		position, ok := m.many[string(key)]
		return position, ok
	}
	for i := len(m.few) - 1; i >= 0; i-- {
		if m.few[i].key == string(key) {
			return m.few[i].position, true
		}
	}
	return 0, false
}

// Add stores the position of a key, which has none yet.
func (m *Memo) Add(key []byte, position uint64) {
	if len(m.few) < mostFew {
		m.few = append(m.few, memoEntry{string(key), position})
		return
	}
	if m.many == nil {
		m.many = make(map[string]uint64, 2*mostFew)
		for _, entry := range m.few {
			m.many[entry.key] = entry.position
		}
	}
	m.many[string(key)] = position
}
