package polywire

import (
	"errors"
	"strings"
	"testing"
)

func TestFieldPaths(t *testing.T) {
	list := []int{7, 8, 9}
	order := Message().Element("orders", 2)
	path := ElementOf(order, "", list, &list[1]).EntryOfText("prices", "a\"b").Member("wallet.amount")
	for _, it := range []struct {
		path *FieldPath
		text string
	}{
		{path, `orders[2][1].prices["a\"b"].wallet.amount`},
		{Message(), ""},
		{Message().EntryOfBool("flags", true), "flags[true]"},
		{Message().EntryOfInt("flags", -3).EntryOfUint("", 1<<63), "flags[-3][9223372036854775808]"},
		{(*FieldPath)(nil).Member("outside"), ""},
	} {
		if text := it.path.String(); text != it.text {
			t.Errorf("%s instead of %s", text, it.text)
		}
	}
}

func TestExplanations(t *testing.T) {
	var c Tracing
	b := c.StartExplaining([]byte("\x80true"), nil)
	if c.FailLeaf(-int(Truncated), 8, b[1:], 2) >= 0 {
		t.Error("not failed")
	}
	var outside *FieldPath
	c.About(Message().Member("orders"), c.About(Message().Member("symbol"), c.About(outside, -1)))
	found := c.Explanation()
	if *found != (Explanation{Truncated, 8, 3, "symbol"}) || !errors.Is(found, Truncated) || errors.Is(found, Syntax) {
		t.Error(*found)
	}
	if text := found.Error(); text != "polywire: symbol: the input ends inside a value at byte 3" {
		t.Error(text)
	}
	if text := c.ExplanationOfValue().Error(); text != "polywire: symbol: the input ends inside a value" {
		t.Error(text)
	}
}

func TestErrorsOutsideOfTheInputAreWhereItWasLeft(t *testing.T) {
	var c Tracing
	b := c.StartExplaining([]byte("abcdef"), nil)
	copied := []byte("abcdef")
	left := c.Leave(b, 4)
	inner := c.Leave(copied, 1)
	c.Fail(Syntax, 3, copied, 2)
	if c.Explanation().Offset != 4 {
		t.Error(c.Explanation().Offset)
	}
	c.ComeBack(inner)
	c.ComeBack(left)
	c.Fail(Syntax, 3, nil, 0)
	if c.Explanation().Offset != 0 {
		t.Error(c.Explanation().Offset)
	}
	end := c.Part(b[:6:6], 6, 6)
	if c.Fail(Syntax, 3, end, 0); len(end) != 0 || c.Explanation().Offset != 6 {
		t.Error(c.Explanation().Offset)
	}
	b = c.StartExplaining([]byte(`{"":1}`), nil)
	if key, next := c.JSONString(b[:6:6], 1); len(key) != 0 || next != 3 || c.Fail(Syntax, 3, key, 0) >= 0 || c.Explanation().Offset != 2 {
		t.Error(key, next, c.Explanation().Offset)
	}
	b = c.StartExplaining([]byte("abcdef"), nil)
	for _, it := range []struct {
		expected string
		code     Code
	}{{"fg", Mismatch}, {"fgh", Mismatch}, {"ef", Mismatch}, {"f", Mismatch}, {"efg", Truncated}} {
		at := 4
		c.FailMatch(it.expected, Mismatch, b, 1, at)
		if found := c.Explanation(); found.Code != it.code || found.Offset != at {
			t.Error(it.expected, *found)
		}
	}
}

func TestKeysAreValidText(t *testing.T) {
	for text, expected := range map[string]string{
		"a\xffb":                           `"a?b"`,
		"\xe2\x82":                         `"?"`,
		"\xe2\x82\xac\xe2\x82x":            `"\u20ac?x"`,
		"\xf0\x9f\x98\xe0\x80\xed\xa0":     `"?????"`,
		"\xf4\x90\x80\xf0\x8f\xc3\xc3\x28": `"???????("`,
		"\ufffd\xc0\x80":                   `"???"`,
	} {
		expected = strings.ReplaceAll(strings.ReplaceAll(expected, "?", "\ufffd"), `\u20ac`, "\u20ac")
		if found := Message().EntryOfText("", text).String(); found != "["+expected+"]" {
			t.Errorf("%q: %+q instead of %+q", text, found, expected)
		}
	}
}
