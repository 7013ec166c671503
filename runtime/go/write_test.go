package polywire

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// Decimal numbers with few digits, and numbers beside them, are written as package strconv does.
func TestDecimalsAreShortest(t *testing.T) {
	place := make([]byte, 64)
	for range 200000 {
		value := float64(rand.Int64N(1<<rand.IntN(50))) / powers[rand.IntN(9)]
		for _, value := range []float64{value, -value, math.Nextafter(value, 0), math.Nextafter(value, 1e300)} {
			written := string(place[:PutJSONFloat64(place, 0, value)])
			expected := strconv.FormatFloat(value, 'f', -1, 64)
			if value == math.Trunc(value) {
				expected += ".0"
			}
			if math.Abs(value) >= 1e-6 && written != expected {
				t.Fatal(written, expected)
			}
			if read, end := new(Context).JSONFloat64([]byte(written), 0); read != value || end != len(written) {
				t.Fatal(written, read)
			}
		}
	}
}

// A run ends at the first byte that is not in the set.
func TestRunsOfBytes(t *testing.T) {
	set := [4]uint64{0x3ff << 48, 0x7e << 32, 0, 1 << 63}
	for text, end := range map[string]int{"": 0, "0123": 4, "19ad\xffx1": 5, "g1": 0} {
		if found := SkipWhile([]byte(text), 0, set); found != end {
			t.Error(text, found)
		}
	}
}

func TestIntegersAreWritten(t *testing.T) {
	place := make([]byte, 32)
	for range 100000 {
		value := rand.Int64() >> rand.IntN(64)
		for _, value := range []int64{value, -value, math.MinInt64, 0, 9, 10, 99, 100, 999999999, 1000000000} {
			if written := string(place[:PutInt(place, 0, value)]); written != strconv.FormatInt(value, 10) {
				t.Fatal(written, value)
			}
		}
	}
	if written := string(place[:PutUint(place, 0, math.MaxUint64)]); written != "18446744073709551615" {
		t.Fatal(written)
	}
}
