package polywire

import "testing"

func TestUUIDs(t *testing.T) {
	want := UUID{0x12, 0x3e, 0x45, 0x67, 0xe8, 0x9b, 0x12, 0xd3, 0xa4, 0x56, 0x42, 0x66, 0x14, 0x17, 0x40, 0}
	const text = "123e4567-e89b-12d3-a456-426614174000"
	if got := want.String(); got != text {
		t.Error(got)
	}
	if got, err := ParseUUID("123E4567-E89B-12D3-A456-426614174000"); err != nil || got != want {
		t.Error(got, err)
	}
	var id UUID
	if err := id.UnmarshalText([]byte(text)); err != nil || id != want {
		t.Error(id, err)
	}
	for _, text := range []string{"", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g"} {
		if _, err := ParseUUID(text); err != ErrUUID {
			t.Error(text, err)
		}
	}
}

func TestDecimal128(t *testing.T) {
	for want, number := range map[string]Decimal128{
		"-1.50":                          {0: 150, 14: 2, 15: 0x80},
		"0.0000000000000000000000000007": {0: 7, 14: 28},
		"79228162514264337593543950335":  {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255},
		"0":                              {},
	} {
		if got := number.String(); got != want {
			t.Errorf("%s: %s", want, got)
		}
	}
}
