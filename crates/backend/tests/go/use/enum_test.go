package use

import (
	"encoding"
	"encoding/json"
	"errors"
	"testing"

	commonv1 "example.com/polywire/test/common/v1"
	"polywire"
)

var (
	_ encoding.TextAppender    = Side(0)
	_ encoding.TextMarshaler   = Side(0)
	_ encoding.TextUnmarshaler = new(Side)
)

func TestEnumsAreTexts(t *testing.T) {
	if SideBuy.String() != "SIDE_BUY" || Side(99).String() != "99" || Side(-5).String() != "-5" {
		t.Error(SideBuy, Side(99), Side(-5))
	}
	text, err := json.Marshal(map[Side]commonv1.Currency{Side2D: commonv1.CurrencyEuro})
	if err != nil || string(text) != `{"SIDE_2D":"CURRENCY_EUR"}` {
		t.Error(string(text), err)
	}
	var read map[Side]commonv1.Currency
	if err := json.Unmarshal([]byte(`{"SIDE_2D":"EURO"}`), &read); err != nil || read[Side2D] != commonv1.CurrencyEur {
		t.Error(read, err)
	}
}

func TestUnknownNames(t *testing.T) {
	side := SideBuy
	if err := side.UnmarshalText([]byte("99")); !errors.Is(err, polywire.UnknownEnumerator) || side != SideBuy {
		t.Error("the enum is closed", side, err)
	}
	for text, number := range map[string]commonv1.Currency{"99": 99, "-2147483648": -2147483648} {
		var currency commonv1.Currency
		if err := currency.UnmarshalText([]byte(text)); err != nil || currency != number {
			t.Error(text, currency, err)
		}
	}
	for _, text := range []string{"", "eur", "2147483648", "-2147483649", "1e3", "0x10"} {
		currency := commonv1.CurrencyEur
		if err := currency.UnmarshalText([]byte(text)); err == nil || currency != commonv1.CurrencyEur {
			t.Error(text, currency, err)
		}
	}
}

func TestKnownNumbers(t *testing.T) {
	for number, known := range map[Side]bool{0: false, 1: true, 2: true, -1: true, 7: true, 3: false} {
		if number.IsKnown() != known {
			t.Error(number)
		}
	}
}
