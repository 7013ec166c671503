package polywire

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzVarint(f *testing.F) {
	f.Add([]byte{0xac, 2}, uint64(300))
	f.Fuzz(func(t *testing.T, input []byte, value uint64) {
		read, next := Varint(input, 0)
		expected, n := binary.Uvarint(input)
		switch {
		case n > 0 && (read != expected || next != n):
			t.Error(read, next)
		case n == 0 && len(input) < 10 && next != -int(Truncated), n < 0 && next != -int(Overlong):
			t.Error(next)
		}
		b := make([]byte, VarintSize(value))
		if n := PutVarint(b, 0, value); n != len(b) || !bytes.Equal(b, binary.AppendUvarint(nil, value)) {
			t.Error(b)
		}
	})
}

func FuzzText(f *testing.F) {
	f.Add([]byte("grün"), []byte("x"))
	f.Fuzz(func(t *testing.T, one, other []byte) {
		for _, where := range []Texts{Shared, Owned, Aliased} {
			var c Context
			c.Start(make([]byte, len(one)+len(other)), &Decoder{Texts: where})
			first, isFirst := c.Text(one)
			second, isSecond := c.Text(other)
			if isFirst != utf8.Valid(one) || isSecond != utf8.Valid(other) {
				t.Error(isFirst, isSecond)
			}
			if isFirst && first != string(one) || isSecond && second != string(other) {
				t.Error(first, second)
			}
		}
	})
}

func FuzzJSONString(f *testing.F) {
	for _, seed := range []string{`"plain"`, `"a\n\u00e9\ud83d\ude00"`, `"\`, "\"ä\x01"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		var c Context
		if text, next := c.JSONString(input, 0); next >= 0 {
			var expected string
			if err := json.Unmarshal(input[:next], &expected); err != nil || string(text) != expected {
				t.Errorf("%q: %q, not %q: %v", input[:next], text, expected, err)
			}
		} else if strict(input) {
			t.Errorf("%q is refused: %v", input, Code(-next))
		}
		b := make([]byte, 2+6*len(input))
		written := b[:PutJSONBytes(b, 0, input)]
		if text, next := c.JSONString(written, 0); utf8.Valid(input) && (next != len(written) || !bytes.Equal(text, input)) {
			t.Errorf("%q as %q: %q", input, written, text)
		}
	})
}

// strict reports whether a text is a string that package json does not repair.
func strict(input []byte) bool {
	var text string
	return json.Unmarshal(input, &text) == nil && bytes.HasPrefix(input, []byte{'"'}) && bytes.HasSuffix(input, []byte{'"'}) &&
		utf8.Valid(input) && !strings.ContainsRune(text, utf8.RuneError)
}

func FuzzJSONNumber(f *testing.F) {
	for _, seed := range []string{"-12", "1.50e1", `"7"`, "18446744073709551615", "1e-400", "-0"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		var c Context
		isNumber := json.Valid(input) && (input[0] == '-' || '0' <= input[0] && input[0] <= '9')
		text := strings.TrimRight(string(input), " \t\r\n")
		if next := JSONSkipNumber(input, 0); isNumber != (next == len(text) && strings.TrimSpace(string(input)) == text) {
			if isNumber {
				t.Errorf("%q: %d", input, next)
			}
		}
		if !isNumber {
			return
		}
		expected, err := strconv.ParseFloat(text, 64)
		value, next := c.JSONFloat64(input, 0)
		if (err == nil) != (next == len(text)) || err == nil && value != expected {
			t.Errorf("%q: %v, not %v", text, value, expected)
		}
		if len(text) > 400 || strings.ContainsAny(text, "eE") && math.Abs(math.Log10(math.Abs(expected)+1e-300)) > 200 {
			return
		}
		exact, ok := new(big.Rat).SetString(text)
		if !ok {
			return
		}
		signed, next := c.JSONInt(input, 0)
		if fits := exact.IsInt() && exact.Num().IsInt64(); fits != (next > 0) || fits && exact.Num().Int64() != signed {
			t.Errorf("%q: %d %d", text, signed, next)
		}
		unsigned, next := c.JSONUint(input, 0)
		if fits := exact.IsInt() && exact.Num().IsUint64(); fits != (next > 0) || fits && exact.Num().Uint64() != unsigned {
			t.Errorf("%q: %d %d", text, unsigned, next)
		}
	})
}

func FuzzFloats(f *testing.F) {
	f.Add(uint64(0x3ff8000000000000))
	f.Fuzz(func(t *testing.T, bits uint64) {
		var c Context
		b := make([]byte, FloatRoom)
		value := math.Float64frombits(bits)
		written := b[:PutJSONFloat64(b, 0, value)]
		if read, next := c.JSONFloat64(written, 0); next != len(written) || math.Float64bits(read) != bits && read == read {
			t.Errorf("%x: %s", bits, written)
		}
		narrow := math.Float32frombits(uint32(bits))
		written = b[:PutJSONFloat32(b, 0, narrow)]
		if read, next := c.JSONFloat32(written, 0); next != len(written) || math.Float32bits(read) != uint32(bits) && read == read {
			t.Errorf("%x: %s", uint32(bits), written)
		}
		written = b[:PutGeneralFloat64(b, 0, value)]
		if read, err := strconv.ParseFloat(string(written), 64); err != nil || read != value && value == value {
			t.Errorf("%x: %s", bits, written)
		}
		if read := DecimalFloat64(written); value >= 0 && !math.IsInf(value, 0) && !math.Signbit(value) && read != value {
			t.Errorf("%s: %v", written, read)
		}
		written = b[:PutGeneralFloat32(b, 0, narrow)]
		if read, err := strconv.ParseFloat(string(written), 32); err != nil || float32(read) != narrow && narrow == narrow {
			t.Errorf("%x: %s", uint32(bits), written)
		}
	})
}

func FuzzBase64(f *testing.F) {
	f.Add([]byte(`"YWI="`))
	f.Fuzz(func(t *testing.T, input []byte) {
		var c Context
		b := make([]byte, 2+(len(input)+2)/3*4)
		written := b[:PutJSONBase64(b, 0, input)]
		if read, next := c.JSONBase64(written, 0); next != len(b) || !bytes.Equal(read, input) {
			t.Errorf("%q: %q", input, written)
		}
		if read, next := c.JSONBase64(input, 0); next >= 0 {
			var text string
			if err := json.Unmarshal(input[:next], &text); err != nil {
				t.Error(err)
			}
			text = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(text, "="))
			if expected, err := base64.RawStdEncoding.DecodeString(text); err != nil || !bytes.Equal(read, expected) {
				t.Errorf("%q: %q, not %q", input, read, expected)
			}
		}
	})
}

func FuzzCString(f *testing.F) {
	f.Add([]byte("it's \"a\"\n\\\xff"))
	f.Fuzz(func(t *testing.T, input []byte) {
		b := make([]byte, 2+4*len(input))
		written := string(b[:PutCString(b, 0, input)])
		// Go has the same escapes, but that of the single quote.
		if read, err := strconv.Unquote(strings.ReplaceAll(written, `\'`, `'`)); err != nil && !strings.Contains(written, `\\'`) || err == nil && !strings.Contains(written, `\\'`) && read != string(input) {
			t.Errorf("%q: %s", input, written)
		}
	})
}
