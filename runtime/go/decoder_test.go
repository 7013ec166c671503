package polywire

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestErrorsHaveCodes(t *testing.T) {
	var c Context
	input := make([]byte, 10)
	c.Start(input, nil)
	if p := c.Fail(TooDeep, 7<<12|3, input[4:8], 5); p != -1 {
		t.Error(p)
	}
	err := fmt.Errorf("reading: %w", c.Err())
	if !errors.Is(err, TooDeep) || errors.Is(err, Truncated) {
		t.Error(err)
	}
	var refused *Error
	if !errors.As(err, &refused) || *refused != (Error{TooDeep, 7<<12 | 3, 9}) {
		t.Error(refused)
	}
	if text := c.Err().Error(); text != "polywire: values are nested deeper than the limit at byte 9" {
		t.Error(text)
	}
	if Code(0).String() != "code 0" || Code(200).Error() != "polywire: code 200" || Truncated.String() != "truncated" {
		t.Error(Code(0), Code(200), Truncated)
	}
}

func TestRefusalsOfEncoders(t *testing.T) {
	for _, site := range []uint32{0, 1, 28672, 1<<26 - 1} {
		n := Refuse(TooLarge, site)
		var refused *Error
		if n >= 0 || !errors.As(Refused(n), &refused) || *refused != (Error{Code: TooLarge, Site: site}) {
			t.Error(site, n, refused)
		}
	}
}

func TestMatchesFailWhereBytesDiffer(t *testing.T) {
	for _, test := range []struct {
		input string
		code  Code
		at    int
	}{{"xab", Truncated, 3}, {"xabd", Mismatch, 3}, {"xzbc", Mismatch, 1}, {"x", Truncated, 1}} {
		var c Context
		c.FailMatch("abc", Mismatch, []byte(test.input), 1, 1)
		if c.failed != (Error{test.code, 1, test.at}) {
			t.Error(test, c.failed)
		}
	}
}

func TestBudget(t *testing.T) {
	var c Context
	c.Start(nil, &Decoder{Limits: Limits{Budget: 10, Depth: 3}, IgnoreUnknown: true})
	if !c.Charge(7) || c.Charge(4) || c.Budget != 3 || !c.Charge(3) || c.Depth != 3 || !c.IgnoreUnknown {
		t.Error(c.Budget, c.Depth)
	}
	c.Credit(5)
	c.Credit(^uint64(0))
	if c.Budget != ^uint64(0) {
		t.Error(c.Budget)
	}
	c = Context{}
	c.Start(nil, &Decoder{})
	if c.Budget != DefaultBudget || c.Depth != DefaultDepth || c.IgnoreUnknown {
		t.Error(c.Budget, c.Depth)
	}
}

func TestTexts(t *testing.T) {
	for _, where := range []Texts{Shared, Owned, Aliased} {
		var c Context
		c.Start(make([]byte, 5000), &Decoder{Texts: where})
		var inputs [][]byte
		var texts []string
		for size := range 600 {
			input := []byte(strings.Repeat("é", size/2) + strings.Repeat("x", size%2))
			text, ok := c.Text(input)
			if !ok {
				t.Fatal(size)
			}
			inputs, texts = append(inputs, input), append(texts, text)
			if cap(c.block) > blockSize {
				t.Fatal("a block is too large", cap(c.block))
			}
		}
		for size, text := range texts {
			if text != string(inputs[size]) {
				t.Error(where, size)
			}
			for i := range inputs[size] {
				inputs[size][i] = 'y'
			}
			if isSame := text == string(inputs[size]); isSame != (where == Aliased || size == 0) {
				t.Error(where, size, "the text is not where it should be")
			}
		}
		if _, ok := c.Text([]byte("abc\xff")); ok {
			t.Error("invalid text")
		}
		if text := c.Unverified([]byte("abc\xff")); text != "abc\xff" {
			t.Error(text)
		}
	}
}

func TestTextsOfAMessageAreAllocatedOnce(t *testing.T) {
	inputs := [][]byte{[]byte("EURUSD"), []byte("Alice"), []byte("EUR"), []byte("grün")}
	whole := make([]byte, 80)
	allocated := testing.AllocsPerRun(100, func() {
		var c Context
		c.Start(whole, nil)
		for _, input := range inputs {
			if _, ok := c.Text(input); !ok {
				t.Fatal()
			}
		}
	})
	if allocated != 1 {
		t.Error(allocated)
	}
}

func TestMemoryOfAMessage(t *testing.T) {
	var c Context
	var taken [][]byte
	for size := range 400 {
		b := c.Take(size)
		if len(b) != size || cap(b) != size || slices.Max(append(b, 0)) != 0 {
			t.Fatal(size, b)
		}
		for i := range b {
			b[i] = byte(size)
		}
		taken = append(taken, b)
	}
	for size, b := range taken {
		if size != 0 && (slices.Min(b) != byte(size) || slices.Max(b) != byte(size)) {
			t.Error(size, "was overwritten")
		}
	}
	if section := c.Section([]byte("ab"), "xyzw"); string(section) != "abzw" {
		t.Error(section)
	}
	if section := c.Section([]byte("abcdef"), "xyzw"); string(section) != "abcd" {
		t.Error(section)
	}
}
