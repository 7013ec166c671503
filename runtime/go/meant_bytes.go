package polywire

import (
	"encoding/hex"
	"errors"
	"math/big"
	"slices"
	"strings"
)

// UUID is a universally unique identifier: its bytes in the order of its text.
type UUID [16]byte

// ErrUUID is the error of a text that is no UUID of 36 characters.
var ErrUUID = errors.New("polywire: not a UUID of 36 characters")

// ParseUUID returns the identifier with a text of 36 characters.
func ParseUUID(text string) (UUID, error) {
	var id UUID
	if len(text) != 36 || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-' {
		return id, ErrUUID
	}
	digits := text[:8] + text[9:13] + text[14:18] + text[19:23] + text[24:]
	if _, err := hex.Decode(id[:], []byte(digits)); err != nil {
		return UUID{}, ErrUUID
	}
	return id, nil
}

// String returns 36 characters, as in "123e4567-e89b-12d3-a456-426614174000".
func (id UUID) String() string {
	digits := hex.EncodeToString(id[:])
	return strings.Join([]string{digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]}, "-")
}

// MarshalText returns the 36 characters.
func (id UUID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText sets the identifier to that of 36 characters.
func (id *UUID) UnmarshalText(text []byte) error {
	parsed, err := ParseUUID(string(text))
	if err == nil {
		*id = parsed
	}
	return err
}

// Decimal128 is a decimal number of 96 bits: the magnitude, least significant byte first, two zero bytes, the number of
// digits behind the point, and 0x80 if it is negative.
type Decimal128 [16]byte

// Scale returns the number of digits behind the point.
func (d Decimal128) Scale() int { return int(d[14]) }

// Negative returns true if the number is less than 0, or −0.
func (d Decimal128) Negative() bool { return d[15]&0x80 != 0 }

// Magnitude returns the number without its point and sign.
func (d Decimal128) Magnitude() *big.Int {
	bytes := d[:12]
	slices.Reverse(bytes)
	return new(big.Int).SetBytes(bytes)
}

// String returns all digits, as in "-1.50".
func (d Decimal128) String() string {
	sign, text := "", d.Magnitude().String()
	if d.Negative() {
		sign = "-"
	}
	scale := d.Scale()
	if scale == 0 {
		return sign + text
	}
	if missing := scale + 1 - len(text); missing > 0 {
		text = strings.Repeat("0", missing) + text
	}
	return sign + text[:len(text)-scale] + "." + text[len(text)-scale:]
}

// Float128 is an IEEE 754 binary128 float, as its bytes, the least significant first.
type Float128 [16]byte
