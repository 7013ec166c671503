package polywire

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Explanation is an error of a message, or of a value that cannot be written, with its place. It is an error itself.
type Explanation struct {
	Code Code
	// Site is the place in the generated code, as in Error.
	Site uint32
	// Offset is the byte of the input at which reading stopped; -1 for a value that cannot be written.
	Offset int
	// Path is the member that is wrong, as in orders[2].symbol; empty for the message itself.
	Path string
}

// Error returns the error message.
func (e *Explanation) Error() string {
	text := e.Code.Error()
	if e.Path != "" {
		text = "polywire: " + e.Path + text[len("polywire"):]
	}
	if e.Offset < 0 {
		return text
	}
	return text + " at byte " + strconv.Itoa(e.Offset)
}

// Is reports whether the target is the explanation's Code.
func (e *Explanation) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

// Tracing is the context of a codec that explains errors. A failure is where the read that fails begins.
type Tracing struct {
	Context
	// The offset at which the input was left for other data.
	left int
	path string
	told bool
}

// StartExplaining prepares for a message, which it copies; it returns the input of the decoder.
func (c *Tracing) StartExplaining(input []byte, settings *Decoder) []byte {
	// The byte behind the input keeps other memory away from its end, so that addresses tell what is in it.
	whole := append(make([]byte, 0, len(input)+1), input...)
	c.Start(whole, settings)
	return whole
}

// Explanation returns the error of a decoder.
func (c *Tracing) Explanation() *Explanation {
	return &Explanation{c.failed.Code, c.failed.Site, c.failed.Offset, c.path}
}

// ExplanationOfValue returns the error of an encoder.
func (c *Tracing) ExplanationOfValue() *Explanation {
	return &Explanation{c.failed.Code, c.failed.Site, -1, c.path}
}

// Fail notes an error at a position of b. If b is not part of the input, the error is where the input was left.
func (c *Tracing) Fail(code Code, site uint32, b []byte, at int) int {
	c.failed = Error{Code: code, Site: site, Offset: c.offset(b, at)}
	return -1
}

// FailLeaf is that of Context.
func (c *Tracing) FailLeaf(refused int, site uint32, b []byte, at int) int {
	return c.Fail(Code(-refused), site, b, at)
}

// FailMatch notes that the bytes at a position of b are not the expected ones.
func (c *Tracing) FailMatch(expected string, code Code, b []byte, site uint32, at int) int {
	if rest := b[at:]; len(rest) < len(expected) && string(rest) == expected[:len(rest)] {
		code = Truncated
	}
	return c.Fail(code, site, b, at)
}

// Leave is called before data outside of the input is read: a failure in it is where the input is left. It returns what
// ComeBack takes.
func (c *Tracing) Leave(b []byte, at int) int {
	before := c.left
	c.left = c.offset(b, at)
	return before
}

// ComeBack is called when the input is read again.
func (c *Tracing) ComeBack(before int) { c.left = before }

// Part returns bytes of b, so that their position in the input is known even if there are none.
func (c *Tracing) Part(b []byte, from, to int) []byte {
	if _, ok := offset(b, c.input); ok && from == to {
		return emptyAt(b, from)
	}
	return b[from:to]
}

// JSONString is that of Context.
func (c *Tracing) JSONString(b []byte, p int) ([]byte, int) {
	text, next := c.Context.JSONString(b, p)
	if next > 0 && len(text) == 0 {
		text = c.Part(b, p+1, p+1)
	}
	return text, next
}

// offset returns the offset of a position in the input, or the one at which it was left.
func (c *Tracing) offset(b []byte, at int) int {
	if start, ok := offset(b, c.input); ok {
		return start + at
	}
	return c.left
}

// About says what a failure is about, unless a callee has said it. It returns failed, the negative position.
func (c *Tracing) About(path *FieldPath, failed int) int {
	if !c.told && path != nil {
		c.path, c.told = path.String(), true
	}
	return failed
}

// FieldPath is the path from a message to one of its members, as a list of steps that ends at the message. That of a
// value outside of the message is nil.
type FieldPath struct {
	outer *FieldPath
	names string
	// key returns what is in brackets, if anything.
	key func() string
}

// Message returns the path of the message itself.
func Message() *FieldPath { return &FieldPath{} }

// Member returns the path of a member, given names separated by dots.
func (p *FieldPath) Member(names string) *FieldPath { return p.step(names, nil) }

// Element returns the path of an element of the list at these names.
func (p *FieldPath) Element(names string, index uint64) *FieldPath {
	return p.step(names, func() string { return strconv.FormatUint(index, 10) })
}

// ElementOf is Element for a pointer to the element.
func ElementOf[T any](p *FieldPath, names string, list []T, element *T) *FieldPath {
	return p.step(names, func() string {
		for i := range list {
			if &list[i] == element {
				return strconv.Itoa(i)
			}
		}
		return ""
	})
}

// EntryOfText returns the path of the entry with this key in the map at these names.
func (p *FieldPath) EntryOfText(names, key string) *FieldPath {
	return p.step(names, func() string {
		b := make([]byte, 6*len(key)+16)
		return validText(string(b[:PutJSONString(b, 0, key)]))
	})
}

// EntryOfBool is EntryOfText for a map whose keys are booleans.
func (p *FieldPath) EntryOfBool(names string, key bool) *FieldPath {
	return p.step(names, func() string { return strconv.FormatBool(key) })
}

// EntryOfInt is EntryOfText for a map whose keys are signed integers.
func (p *FieldPath) EntryOfInt(names string, key int64) *FieldPath {
	return p.step(names, func() string { return strconv.FormatInt(key, 10) })
}

// EntryOfUint is EntryOfText for a map whose keys are unsigned integers.
func (p *FieldPath) EntryOfUint(names string, key uint64) *FieldPath { return p.Element(names, key) }

func (p *FieldPath) step(names string, key func() string) *FieldPath {
	if p == nil {
		return nil
	}
	return &FieldPath{p, names, key}
}

// String returns the path as in orders[2].symbol.
func (p *FieldPath) String() string {
	if p == nil || p.outer == nil {
		return ""
	}
	path := p.outer.String()
	if p.names != "" && path != "" {
		path += "."
	}
	path += p.names
	if p.key != nil {
		path += "[" + p.key() + "]"
	}
	return path
}

// validText replaces each maximal part of a character that is not complete, and each other byte that is not UTF-8, by the
// replacement character.
func validText(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var valid strings.Builder
	for len(text) != 0 {
		letter, size := utf8.DecodeRuneInString(text)
		valid.WriteRune(letter)
		if letter == utf8.RuneError && size == 1 {
			size = incomplete(text)
		}
		text = text[size:]
	}
	return valid.String()
}

// incomplete returns the number of bytes at the start of a text that can be the start of a character; at least 1.
func incomplete(text string) int {
	// Completed by the lowest or the highest bytes that may follow, the start of a character is a character.
	for size := min(3, len(text)); size > 1; size-- {
		for _, rest := range []string{"\x80\x80", "\xbf\xbf"} {
			if letter, whole := utf8.DecodeRuneInString(text[:size] + rest); letter != utf8.RuneError && whole > size {
				return size
			}
		}
	}
	return 1
}
