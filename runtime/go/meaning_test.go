package polywire

import (
	"math"
	"testing"
	"time"
)

func TestTimesConvertBothWays(t *testing.T) {
	for _, text := range []string{"1969-12-31T23:59:59.25Z", "2026-11-24T12:00:00Z", "0001-01-01T00:00:00Z"} {
		want, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := TimestampOf[Millis](want); got.String() != text || !got.Time().Equal(want) {
			t.Errorf("%s: %s", text, got)
		}
	}
	if got := Timestamp[Nanos](-1).String(); got != "1969-12-31T23:59:59.999999999Z" {
		t.Error(got)
	}
	zone := time.FixedZone("", 3600)
	local := LocalTimestampOf[Seconds](time.Date(2026, 1, 2, 3, 4, 5, 0, zone))
	if local.String() != "2026-01-02T03:04:05" || local.In(zone).Hour() != 3 {
		t.Error(local)
	}
	day := DateOf(time.Date(1969, 12, 31, 1, 0, 0, 0, zone))
	if day != -1 || day.String() != "1969-12-31" {
		t.Error(day)
	}
	if got := TimeOfDay32[Millis](45_296_789).String(); got != "12:34:56.789" {
		t.Error(got)
	}
	if got := TimeOfDay64[Nanos](1).String(); got != "00:00:00.000000001" {
		t.Error(got)
	}
}

func TestDurationsThatDoNotFitAreTold(t *testing.T) {
	if got, fits := DurationOf[Millis](-1500 * time.Millisecond).Duration(); got != -1500*time.Millisecond || !fits {
		t.Error(got, fits)
	}
	if _, fits := Duration[Seconds](math.MaxInt64).Duration(); fits {
		t.Error("the longest duration fits")
	}
}

func TestEveryFloat16SurvivesFloat32(t *testing.T) {
	for bits := range 1 << 16 {
		it := Float16(bits)
		if got := Float16Of(it.Float32()); got != it && !math.IsNaN(float64(it.Float32())) {
			t.Fatalf("%#x is %v, which is %#x", bits, it.Float32(), uint16(got))
		}
	}
	for value, want := range map[float32]Float16{65519.996: 0x7bff, 65520: 0x7c00, 1 + 1.0/2048: 0x3c00, 1 + 3.0/2048: 0x3c02, 1e-9: 0} {
		if got := Float16Of(value); got != want {
			t.Errorf("%v: %#x, not %#x", value, uint16(got), uint16(want))
		}
	}
	if !math.IsNaN(float64(Float16Of(float32(math.NaN())).Float32())) || Float16(0x3e00).String() != "1.5" {
		t.Error("NaN, or 1.5")
	}
}

func TestDecimalsHaveAllDigits(t *testing.T) {
	for want, it := range map[string][2]int64{"-1.50": {-150, 2}, "0.007": {7, 3}, "12": {12, 0}, "-922337203685477580.8": {math.MinInt64, 1}} {
		if got := FormatDecimal(it[0], int(it[1])); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}
