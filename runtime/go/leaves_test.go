package polywire

import (
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// The vectors that every engine runs.
const vectors = "../../tests/leaves/"

func TestReadingLeaves(t *testing.T) {
	each(t, "read.tsv", 11, func(leaf, input string) string {
		var c Context
		c.Start(nil, nil)
		return outcome(readLeaf(&c, leaf, ofHex(input)))
	})
}

func outcome(result string, next int) string {
	switch {
	case next < 0:
		return "error " + Code(-next).String()
	case result == "":
		return fmt.Sprintf("ok %d", next)
	}
	return fmt.Sprintf("ok %d %s", next, result)
}

func readLeaf(c *Context, leaf string, b []byte) (string, int) {
	switch leaf {
	case "varint":
		value, next := Varint(b, 0)
		return strconv.FormatUint(value, 10), next
	case "short_varint":
		value, next := ShortVarint(b, 0)
		return strconv.FormatUint(value, 10), next
	case "json_space":
		return "", JSONSpace(b, 0)
	case "json_string":
		text, next := c.JSONString(b, 0)
		return toHex(text), next
	case "json_int":
		value, next := c.JSONInt(b, 0)
		return strconv.FormatInt(value, 10), next
	case "json_uint":
		value, next := c.JSONUint(b, 0)
		return strconv.FormatUint(value, 10), next
	case "json_float64":
		value, next := c.JSONFloat64(b, 0)
		return bits64(value), next
	case "json_float32":
		value, next := c.JSONFloat32(b, 0)
		return bits32(value), next
	case "json_bool":
		value, next := JSONBool(b, 0)
		return strconv.FormatBool(value), next
	case "json_skip_number":
		return "", JSONSkipNumber(b, 0)
	case "json_base64":
		value, next := c.JSONBase64(b, 0)
		return toHex(value), next
	}
	panic("no leaf " + leaf)
}

func TestWritingLeaves(t *testing.T) {
	each(t, "write.tsv", 11, func(leaf, argument string) string {
		const before = "before"
		// There is exactly the room that the leaf asks for.
		b := []byte(before + strings.Repeat("?", writeRoom(leaf, argument)))
		n := writeLeaf(leaf, argument, b, len(before))
		if string(b[:len(before)]) != before {
			return "overwritten"
		}
		return toHex(b[len(before):n])
	})
}

func writeRoom(leaf, argument string) int {
	switch leaf {
	case "varint":
		return VarintSize(number64(argument))
	case "json_string":
		return 2 + 6*len(ofHex(argument))
	case "c_string":
		return 2 + 4*len(ofHex(argument))
	case "json_base64":
		return 2 + (len(ofHex(argument))+2)/3*4
	case "spaces":
		return int(number64(argument))
	case "decimal_int", "decimal_uint":
		return IntRoom
	}
	return FloatRoom
}

func writeLeaf(leaf, argument string, b []byte, n int) int {
	switch leaf {
	case "varint":
		return PutVarint(b, n, number64(argument))
	case "decimal_int":
		value, _ := strconv.ParseInt(argument, 10, 64)
		return PutInt(b, n, value)
	case "decimal_uint":
		return PutUint(b, n, number64(argument))
	case "json_float64":
		return PutJSONFloat64(b, n, ofBits64(argument))
	case "json_float32":
		return PutJSONFloat32(b, n, ofBits32(argument))
	case "json_string":
		return PutJSONBytes(b, n, ofHex(argument))
	case "json_base64":
		return PutJSONBase64(b, n, ofHex(argument))
	case "spaces":
		return PutSpaces(b, n, int(number64(argument)))
	case "c_string":
		return PutCString(b, n, ofHex(argument))
	case "general_float64":
		return PutGeneralFloat64(b, n, ofBits64(argument))
	case "general_float32":
		return PutGeneralFloat32(b, n, ofBits32(argument))
	}
	panic("no leaf " + leaf)
}

func TestPureLeaves(t *testing.T) {
	each(t, "pure.tsv", 6, func(leaf, argument string) string {
		switch leaf {
		case "varint_size":
			return strconv.Itoa(VarintSize(number64(argument)))
		case "utf8_valid":
			return strconv.FormatBool(ValidUTF8(ofHex(argument)))
		case "is_ascii":
			return strconv.FormatBool(IsASCII(ofHex(argument)))
		case "until_nul":
			return toHex(UntilNUL(ofHex(argument)))
		case "decimal_float64":
			return bits64(DecimalFloat64(ofHex(argument)))
		case "decimal_float32":
			return bits32(DecimalFloat32(ofHex(argument)))
		}
		panic("no leaf " + leaf)
	})
}

// each runs the vectors of a file, which has them for so many leaves.
func each(t *testing.T, file string, leaves int, run func(leaf, argument string) string) {
	t.Helper()
	text, err := os.ReadFile(vectors + file)
	if err != nil {
		t.Fatal("the vectors are beside the sources of polywire: ", err)
	}
	seen := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		seen[cells[0]] = true
		if got := run(cells[0], cells[1]); got != cells[2] {
			t.Errorf("%s of %s (%q): %s, not %s", cells[0], cells[1], ofHex(cells[1]), got, cells[2])
		}
	}
	if len(seen) != leaves {
		t.Errorf("%s has vectors for %d leaves, not %d", file, len(seen), leaves)
	}
}

func number64(text string) uint64 {
	value, _ := strconv.ParseUint(text, 10, 64)
	return value
}

func ofHex(text string) []byte {
	if text == "-" {
		return nil
	}
	b, _ := hex.DecodeString(text)
	return b
}

func toHex(b []byte) string {
	if len(b) == 0 {
		return "-"
	}
	return hex.EncodeToString(b)
}

func bits64(value float64) string { return fmt.Sprintf("%016x", math.Float64bits(value)) }

func bits32(value float32) string { return fmt.Sprintf("%08x", math.Float32bits(value)) }

func ofBits64(text string) float64 {
	bits, _ := strconv.ParseUint(text, 16, 64)
	return math.Float64frombits(bits)
}

func ofBits32(text string) float32 {
	bits, _ := strconv.ParseUint(text, 16, 32)
	return math.Float32frombits(uint32(bits))
}
