package polywire

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// Floats whose digits are found by putShortest are written as package strconv does.
func TestShortestIsThatOfTheLibrary(t *testing.T) {
	place, found := make([]byte, FloatRoom), 0
	check := func(value float64, size int) {
		t.Helper()
		var n int
		if size == 32 {
			n = PutJSONFloat32(place, 0, float32(value))
		} else {
			n = PutJSONFloat64(place, 0, value)
		}
		expected := strconv.FormatFloat(value, 'f', -1, size)
		if value == math.Trunc(value) {
			expected += ".0"
		}
		if string(place[:n]) != expected {
			t.Fatalf("%s, not %s", place[:n], expected)
		}
		if digits, _ := shortest(math.Float64bits(math.Abs(value)), 52, 1023); digits != 0 {
			found++
		}
	}
	for range 200000 {
		bits := rand.Uint64()
		// From 2^-10 to 2^53, with few or all bits of the mantissa.
		value := math.Float64frombits(bits>>(52-rand.Uint64N(53))<<(rand.Uint64N(52))&(1<<52-1) | (1023-10+bits%63)<<52)
		check(value, 64)
		check(-value, 64)
		if narrow := float64(float32(value)); narrow < 1<<24 {
			check(narrow, 32)
		}
	}
	if found < 100000 {
		t.Error(found)
	}
}

// Strings have the same characters behind each path, whatever is at whichever place.
func TestStringsOfAllLengths(t *testing.T) {
	for size := range 40 {
		for at := range size {
			for _, special := range []string{"a", `"`, `\`, "\n", "\x00", "\x1f", " ", "\x7f", "é", "€", "😀"} {
				text := (strings.Repeat("x", at) + special + strings.Repeat("y", size))[:max(size, at+len(special))]
				b := make([]byte, 2+6*len(text))
				n := PutJSONString(b, 0, text)
				if again := PutJSONBytes(make([]byte, 2+6*len(text)), 0, []byte(text)); again != n {
					t.Fatal(text, n, again)
				}
				var read string
				if err := json.Unmarshal(b[:n], &read); err != nil || read != text {
					t.Fatalf("%q: %q, %v", text, b[:n], err)
				}
				for behind := range 20 {
					var c Context
					input := append(b[:n:n], strings.Repeat(",", behind)...)
					c.Start(input, nil)
					if read, end := c.JSONString(input, 0); string(read) != text || end != n {
						t.Fatalf("%q: %q", input, read)
					}
				}
			}
		}
	}
}

// Numbers have the same value however many bytes follow, because those decide how they are read.
func TestNumbersOfAllLengths(t *testing.T) {
	texts := []string{"0", "-0", "00", "01", "0.0", "0.", ".5", "1.0e1", "1.0E1", "1e2", "-1.5", "12345678.0", "1234567.00"}
	for whole := range 18 {
		for decimals := range 18 {
			digits := strconv.FormatUint(rand.Uint64()|1<<62, 10)
			text := digits[:whole+1]
			if decimals > 0 {
				text += "." + (digits + "0")[1:decimals+1]
			}
			texts = append(texts, text)
		}
	}
	for _, text := range texts {
		expected, err := strconv.ParseFloat(text, 64)
		isNumber := err == nil && json.Valid([]byte(text))
		for _, behind := range []string{"", ",", "}", "}]}", ",\"name\":1", "         ", "}]}]}]}]}]}"} {
			var c Context
			value, end := c.JSONFloat64([]byte(text+behind), 0)
			if isNumber != (end == len(text)) || isNumber && math.Float64bits(value) != math.Float64bits(expected) {
				t.Errorf("%q: %v, %d", text+behind, value, end)
			}
			integer, end := c.JSONInt([]byte(text+behind), 0)
			if isNumber && !strings.Contains(text, ".") && expected < 1<<53 && (end != len(text) || integer != int64(expected)) {
				t.Errorf("%q: %d, %d", text+behind, integer, end)
			}
			if !isNumber && end == len(text) {
				t.Errorf("%q is read", text)
			}
		}
	}
}
