package polywire

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Unit is a unit of time.
type Unit interface {
	Seconds | Millis | Micros | Nanos
	perSecond() int64
}

// Seconds counts seconds.
type Seconds struct{}

// Millis counts milliseconds.
type Millis struct{}

// Micros counts microseconds.
type Micros struct{}

// Nanos counts nanoseconds.
type Nanos struct{}

func (Seconds) perSecond() int64 { return 1 }
func (Millis) perSecond() int64  { return 1e3 }
func (Micros) perSecond() int64  { return 1e6 }
func (Nanos) perSecond() int64   { return 1e9 }

// timeOf returns the time after a count of units since 1970.
func timeOf[U Unit](count int64) time.Time {
	var unit U
	per := unit.perSecond()
	seconds, rest := count/per, count%per
	return time.Unix(seconds, rest*(1e9/per)).UTC()
}

// countOf returns the count of whole units since 1970, rounded towards the past.
func countOf[U Unit](t time.Time) int64 {
	var unit U
	per := unit.perSecond()
	return t.Unix()*per + int64(t.Nanosecond())/(1e9/per)
}

const secondsPerDay = 24 * 60 * 60

// Date is a number of days since 1970-01-01.
type Date int32

// DateOf returns the date of a time in its own time zone.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay)
}

// Time returns the start of the day in UTC.
func (d Date) Time() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// String returns the date as in "2006-01-02".
func (d Date) String() string { return d.Time().Format(time.DateOnly) }

// Timestamp is a number of units since 1970-01-01T00:00:00Z, without leap seconds.
type Timestamp[U Unit] int64

// TimestampOf returns the timestamp of a time, rounded towards the past.
func TimestampOf[U Unit](t time.Time) Timestamp[U] { return Timestamp[U](countOf[U](t)) }

// Time returns the time in UTC.
func (t Timestamp[U]) Time() time.Time { return timeOf[U](int64(t)) }

// String returns the time as RFC 3339 has it.
func (t Timestamp[U]) String() string { return t.Time().Format(time.RFC3339Nano) }

// LocalTimestamp is a number of units since 1970-01-01T00:00:00 in a time zone that is not stated.
type LocalTimestamp[U Unit] int64

// LocalTimestampOf returns what calendar and clock show at a time in its own time zone, rounded towards the past.
func LocalTimestampOf[U Unit](t time.Time) LocalTimestamp[U] {
	_, offset := t.Zone()
	return LocalTimestamp[U](countOf[U](t.Add(time.Duration(offset) * time.Second)))
}

// In returns the time at which calendar and clock show the timestamp in a time zone.
func (t LocalTimestamp[U]) In(zone *time.Location) time.Time {
	utc := timeOf[U](int64(t))
	year, month, day := utc.Date()
	hour, minute, second := utc.Clock()
	return time.Date(year, month, day, hour, minute, second, utc.Nanosecond(), zone)
}

// String returns the time as RFC 3339 has it, without a time zone.
func (t LocalTimestamp[U]) String() string {
	return timeOf[U](int64(t)).Format("2006-01-02T15:04:05.999999999")
}

// TimeOfDay32 is a number of units since midnight, in 32 bits.
type TimeOfDay32[U Unit] int32

// String returns the time as in "15:04:05.999".
func (t TimeOfDay32[U]) String() string { return clock[U](int64(t)) }

// TimeOfDay64 is a number of units since midnight.
type TimeOfDay64[U Unit] int64

// String returns the time as in "15:04:05.999".
func (t TimeOfDay64[U]) String() string { return clock[U](int64(t)) }

func clock[U Unit](count int64) string { return timeOf[U](count).Format("15:04:05.999999999") }

// Duration is a number of units. A duration in nanoseconds is a time.Duration.
type Duration[U Unit] int64

// DurationOf returns a duration, rounded towards zero.
func DurationOf[U Unit](d time.Duration) Duration[U] {
	var unit U
	return Duration[U](int64(d) / (1e9 / unit.perSecond()))
}

// Duration returns the duration, and false if it does not fit.
func (d Duration[U]) Duration() (time.Duration, bool) {
	var unit U
	nanos := 1e9 / unit.perSecond()
	product := int64(d) * nanos
	return time.Duration(product), product/nanos == int64(d)
}

// Float16 is the bits of an IEEE 754 binary16 float.
type Float16 uint16

// Float16Of returns the nearest value; of two, the even one.
func Float16Of(value float32) Float16 {
	bits := math.Float32bits(value)
	sign, magnitude := bits>>16&0x8000, bits&0x7fffffff
	switch {
	case magnitude > 0x7f800000:
		return Float16(sign | 0x7e00 | magnitude>>13&1023)
	case magnitude >= 0x477ff000: // 65520 and more are nearer to infinity.
		return Float16(sign | 0x7c00)
	case magnitude < 0x38800000: // In 2^23 the last place counts 1, as in the scaled sum.
		scaled := math.Float32frombits(magnitude)*(1<<24) + (1 << 23)
		return Float16(sign | math.Float32bits(scaled)&0x7ff)
	}
	rounded := magnitude + 0xfff + magnitude>>13&1
	return Float16(sign | (rounded-0x38000000)>>13)
}

// Float32 returns the value.
func (f Float16) Float32() float32 {
	sign, exponent, fraction := uint32(f)>>15<<31, uint32(f)>>10&31, uint32(f)&1023
	switch exponent {
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	case 0:
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)/(1<<24)))
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}

// String returns the shortest decimal number that is this float.
func (f Float16) String() string { return strconv.FormatFloat(float64(f.Float32()), 'g', -1, 32) }

// FormatDecimal returns the decimal number unscaled · 10^−scale with all digits, as in "-1.50".
func FormatDecimal(unscaled int64, scale int) string {
	sign, text := "", strconv.FormatInt(unscaled, 10)
	if unscaled < 0 {
		sign, text = "-", text[1:]
	}
	if len(text) <= scale {
		text = strings.Repeat("0", scale+1-len(text)) + text
	}
	if scale == 0 {
		return sign + text
	}
	point := len(text) - scale
	return sign + text[:point] + "." + text[point:]
}

// Flag is a flag of a set, or a combination of flags.
type Flag struct {
	Name string
	Bits uint64
}

// FlagsString returns the names of the flags that are set, separated by vertical bars, and the rest as a number.
func FlagsString(bits uint64, flags []Flag) string {
	var parts []string
	rest := bits
	for _, flag := range flags {
		if flag.Bits != 0 && bits&flag.Bits == flag.Bits {
			parts = append(parts, flag.Name)
			rest &^= flag.Bits
		}
	}
	if rest != 0 || len(parts) == 0 {
		parts = append(parts, "0x"+strconv.FormatUint(rest, 16))
	}
	return strings.Join(parts, "|")
}
