package polywire

// Texts says where the texts of decoded values are.
type Texts uint8

const (
	// Shared texts of a message are in blocks of at most 1 KiB, most often in a single one. A text keeps its block
	// alive.
	Shared Texts = iota
	// Owned texts are each in memory of their own.
	Owned
	// Aliased texts are those of the input, which must not change while they are in use.
	Aliased
)

// Limits bound the work and memory that one message may cause. For a field that is 0, the limit is the default.
type Limits struct {
	// Depth is the maximum nesting of values, 100 by default.
	Depth int
	// Budget is the number of bytes of work or memory that may be out of proportion to the input, 64 MiB by default.
	Budget uint64
}

// The default limits.
const (
	DefaultDepth  = 100
	DefaultBudget = 64 << 20
)

// Decoder has the settings of a decoder. The zero value has the default settings.
type Decoder struct {
	Limits Limits
	Texts  Texts
	// IgnoreUnknown skips members that the schema does not have, where a format would refuse them.
	IgnoreUnknown bool
}

// Encoder has the settings of an encoder. The zero value has the default settings.
type Encoder struct {
	Limits Limits
	// WriteUnknown writes the unknown bytes of structs in formats that leave them out otherwise.
	WriteUnknown bool
}

// Context is the state of a decoder that reads a message, or of an encoder that writes one.
type Context struct {
	// Budget is what is left of it.
	Budget uint64
	// Depth is the number of levels that may still be entered.
	Depth         int
	IgnoreUnknown bool
	WriteUnknown  bool
	texts         Texts
	input         []byte
	// The rest of the block for shared texts is between its length and its capacity.
	block []byte
	// The same for bytes of the message that are not in the input.
	made   []byte
	failed Error
}

// Start prepares for a message; without settings they are the default ones.
func (c *Context) Start(input []byte, settings *Decoder) {
	c.input, c.Budget, c.Depth = input, DefaultBudget, DefaultDepth
	if settings != nil {
		c.limit(&settings.Limits)
		c.texts, c.IgnoreUnknown = settings.Texts, settings.IgnoreUnknown
	}
}

// StartEncoder prepares for writing a message.
func (c *Context) StartEncoder(settings *Encoder) {
	c.Budget, c.Depth = DefaultBudget, DefaultDepth
	if settings != nil {
		c.limit(&settings.Limits)
		c.WriteUnknown = settings.WriteUnknown
	}
}

func (c *Context) limit(limits *Limits) {
	if limits.Budget != 0 {
		c.Budget = limits.Budget
	}
	if limits.Depth != 0 {
		c.Depth = limits.Depth
	}
}

// Fail notes an error at a position of b, which is a part of the input or other memory, and returns -1, the position that
// stands for it.
//
//go:noinline
func (c *Context) Fail(code Code, site uint32, b []byte, at int) int {
	start, _ := offset(b, c.input)
	c.failed = Error{Code: code, Site: site, Offset: start + at}
	return -1
}

// FailLeaf notes the error of a reading leaf, which returned a negative position.
func (c *Context) FailLeaf(refused int, site uint32, b []byte, at int) int {
	return c.Fail(Code(-refused), site, b, at)
}

// LeftAt moves the error that was noted to where the input is left, as it may be in a copy of it. It returns the negative
// position failed.
func (c *Context) LeftAt(b []byte, at, failed int) int {
	start, _ := offset(b, c.input)
	c.failed.Offset = start + at
	return failed
}

// FailMatch notes that the bytes at a position of b are not the expected ones.
//
//go:noinline
func (c *Context) FailMatch(expected string, code Code, b []byte, site uint32, at int) int {
	for i := range len(expected) {
		if at+i >= len(b) {
			return c.Fail(Truncated, site, b, len(b))
		}
		if b[at+i] != expected[i] {
			return c.Fail(code, site, b, at+i)
		}
	}
	return c.Fail(code, site, b, at)
}

// Err returns the error that was noted.
func (c *Context) Err() error {
	failed := c.failed
	return &failed
}

// Charge takes a cost from the budget; false if less is left.
func (c *Context) Charge(cost uint64) bool {
	left := c.Budget - cost
	ok := cost <= c.Budget
	if ok {
		c.Budget = left
	}
	return ok
}

// Credit adds to the budget, at most up to the largest number.
func (c *Context) Credit(amount uint64) {
	sum := c.Budget + amount
	if sum < amount {
		sum = ^uint64(0)
	}
	c.Budget = sum
}

// Take returns n bytes of zeros that live as long as they are used.
func (c *Context) Take(n int) []byte {
	if n > cap(c.made)-len(c.made) {
		if n >= blockSize/4 {
			return make([]byte, n)
		}
		c.made = make([]byte, 0, max(n, min(blockSize, 2*cap(c.made)+64)))
	}
	at := len(c.made)
	c.made = c.made[:at+n]
	return c.made[at : at+n : at+n]
}
