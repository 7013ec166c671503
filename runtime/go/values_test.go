package polywire

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestOpt(t *testing.T) {
	var o Opt[[]byte]
	if _, ok := o.Get(); ok || !o.IsZero() || string(o.Or([]byte("x"))) != "x" {
		t.Error(o)
	}
	o.Set([]byte("value"))
	o.Close()
	if !o.IsZero() {
		t.Error(o)
	}
	// The memory is kept.
	if place := o.Open(); cap(*place) == 0 || o.IsZero() {
		t.Error(o)
	}
	o.Clear()
	if place := o.Open(); *place != nil {
		t.Error(o)
	}
	if Some(3) == Some(4) || Some(0) == (Opt[int]{}) {
		t.Error("optional values are not compared")
	}
	type holder struct {
		A Opt[int] `json:",omitzero"`
	}
	if text, err := json.Marshal(holder{}); err != nil || string(text) != "{}" {
		t.Error(string(text), err)
	}
}

func TestUnknown(t *testing.T) {
	var u Unknown
	u.Keep("one", nil)
	if !u.IsZero() || u.Of("one") != nil || u.Format() != "" {
		t.Error(u)
	}
	u.Keep("one", []byte("ab"))
	u.Keep("one", []byte("c"))
	if string(u.Of("one")) != "abc" || u.Of("two") != nil || u.Format() != "one" {
		t.Error(u)
	}
	u.Keep("two", []byte("d"))
	if u.Of("one") != nil || string(u.Of("two")) != "d" {
		t.Error(u)
	}
	other := u
	u.Clear()
	if !u.IsZero() || string(other.Of("two")) != "d" {
		t.Error(u, other)
	}
}

func TestElements(t *testing.T) {
	list := Elements[[]int](nil, 2)
	list[1] = make([]int, 0, 9)
	list = Elements(list[:0], 5)
	if len(list) != 5 || cap(list[1]) != 9 || list[4] != nil {
		t.Error(list)
	}
	list = Another(list[:1])
	if len(list) != 2 || cap(list[1]) != 9 {
		t.Error(list)
	}
	var numbers []int
	allocated := testing.AllocsPerRun(1, func() {
		numbers = nil
		for i := range 1000 {
			numbers = Another(numbers)
			numbers[i] = i
		}
	})
	if allocated > 12 || numbers[999] != 999 || numbers[0] != 0 {
		t.Error(allocated, "allocations")
	}
	// Some lists are counted one element at a time.
	allocated = testing.AllocsPerRun(1, func() {
		numbers = nil
		for i := range 1000 {
			numbers = Elements(numbers, i+1)
		}
	})
	if allocated > 20 {
		t.Error(allocated, "allocations")
	}
}

func TestSortedKeys(t *testing.T) {
	values := map[string]int{"b": 1, "a": 2, "": 3, "ab": 4, "ä": 5}
	var place [16]string
	if keys := SortedKeys(values, place[:0]); !slices.Equal(keys, []string{"", "a", "ab", "b", "ä"}) {
		t.Error(keys)
	}
	if allocated := testing.AllocsPerRun(100, func() {
		var place [16]string
		if len(SortedKeys(values, place[:0])) != 5 {
			t.Fatal()
		}
	}); allocated != 0 {
		t.Error(allocated)
	}
	if keys := SortedBools(map[bool]int{true: 1, false: 2}, nil); !slices.Equal(keys, []bool{false, true}) {
		t.Error(keys)
	}
	if keys := SortedBools(map[bool]int{true: 1}, nil); !slices.Equal(keys, []bool{true}) {
		t.Error(keys)
	}
	if CompareBools(false, true) != -1 || CompareBools(true, false) != 1 || CompareBools(true, true) != 0 {
		t.Error("false comes before true")
	}
	list := []string{"b1", "a1", "b0", "a0"}
	sorted := Sorted(list, func(left, right *string) int { return strings.Compare((*left)[:1], (*right)[:1]) })
	if *sorted[0] != "a1" || *sorted[1] != "a0" || *sorted[2] != "b1" || sorted[3] != &list[2] {
		t.Error(sorted)
	}
}

func TestMemo(t *testing.T) {
	var memo Memo
	key := []byte("key")
	memo.Add(key, 7)
	memo.Add([]byte("other"), 8)
	key[0] = 'x'
	if position, ok := memo.Find([]byte("key")); !ok || position != 7 {
		t.Error(position, ok)
	}
	if _, ok := memo.Find(key); ok {
		t.Error("the memo has a key that was changed")
	}
	for number := range uint64(100) {
		memo.Add([]byte{byte(number)}, number)
		if position, ok := memo.Find([]byte{byte(number / 2)}); !ok || position != number/2 {
			t.Error(number, position, ok)
		}
	}
	if position, ok := memo.Find([]byte("other")); !ok || position != 8 {
		t.Error(position, ok)
	}
}

func TestBuffers(t *testing.T) {
	b := Grow([]byte("abc"), 2, 100)
	if len(b) < 100 || len(b) != cap(b) || string(b[:2]) != "ab" {
		t.Error(len(b), cap(b))
	}
	text := "0123456789abcdefghij"
	for size := range len(text) {
		n := PutText(b, 3, text[:size])
		m := PutBytes(b, n, []byte(text[:size]))
		if n != 3+size || string(b[3:n]) != text[:size] || string(b[n:m]) != text[:size] {
			t.Errorf("%d: %q", size, b[3:n])
		}
	}
	if n := PutZeros(b, 1, 3); n != 4 || !bytes.Equal(b[:4], []byte("a\x00\x00\x00")) {
		t.Error(b[:4])
	}
	if Padding(5, 0, 8) != 3 || Padding(8, 0, 8) != 0 || Padding(5, 4, 8) != 7 {
		t.Error("padding")
	}
}

func TestLengths(t *testing.T) {
	for _, size := range []int{0, 1, 127, 128, 16383, 16384} {
		body := make([]byte, size)
		for i := range body {
			body[i] = byte(rand.Uint32())
		}
		b := make([]byte, size+10)
		n := FitLength(b, 2, PutBytes(b, 3, body))
		length, p := Varint(b, 2)
		if int(length) != size || !bytes.Equal(b[p:n], body) {
			t.Error(size)
		}
		n = CloseWideLength(b, 2, PutBytes(b, 4, body))
		length, p = Varint(b, 2)
		if int(length) != size || p-2 != VarintSize(length) || !bytes.Equal(b[p:n], body) {
			t.Error(size)
		}
	}
}

func TestElementsAreCounted(t *testing.T) {
	for input, count := range map[string]int{
		"L\x01a":                      1,
		"L\x01aL\x02bcL\x01d":         3,
		"L\x01aL\x02bcL\x00L\x01d":    2,
		"L\x01aL\x02bcM\x00":          2,
		"L\x01aL\x09bc":               1,
		"L\x01aL":                     1,
		"":                            0,
		"L\x80":                       0,
		"L\x01aL\xff\xff\xff\xff\x0f": 1,
	} {
		if counted := CountAhead([]byte("x"+input), 1, "L", 1); counted != count {
			t.Errorf("%q: %d", input, counted)
		}
	}
}

func TestEnumNumbers(t *testing.T) {
	small, err := EnumNumber[int8]([]byte("-128"))
	if err != nil || small != -128 {
		t.Error(small, err)
	}
	wide, err := EnumNumber[uint64]([]byte("18446744073709551615"))
	if err != nil || wide != 1<<64-1 {
		t.Error(wide, err)
	}
	for _, text := range []string{"128", "-129", "18446744073709551615", "", "x"} {
		if number, err := EnumNumber[int8]([]byte(text)); err == nil {
			t.Error(text, number)
		}
	}
	for _, text := range []string{"-1", "18446744073709551616"} {
		if number, err := EnumNumber[uint64]([]byte(text)); err == nil {
			t.Error(text, number)
		}
	}
	if number, err := EnumNumber[int64]([]byte("9223372036854775808")); err == nil {
		t.Error(number)
	}
}

func TestSpares(t *testing.T) {
	texts := Emptied(append(make([]string, 0, 8), "a", "b")[:1])
	if len(texts) != 0 || cap(texts) != 8 || texts[:2][1] != "" {
		t.Error(texts[:8])
	}
	if kept := Emptied(make([]int, 10, 1000)); kept != nil {
		t.Error(cap(kept), "elements are kept for few")
	}
	if entries := EmptiedMap(map[string]int(nil), 0); entries != nil || len(EmptiedMap(map[int]int{1: 2}, 1)) != 0 {
		t.Error(entries)
	}
	var spares Spares[[]string]
	*spares.Get() = texts
	spares.Put(&texts)
	if spare := spares.Get(); spare == nil || len(*spare) != 0 {
		t.Error(spare)
	}
}
