package shop

import (
	"os"
	"testing"

	"example.com/shop/polywire"
	"example.com/shop/sbe"
)

// Numbers of a message are changed in place, by views with and without checks of each access.
func TestChange(t *testing.T) {
	message, err := os.ReadFile("trade.bin")
	if err != nil {
		t.Fatal(err)
	}
	view, err := sbe.AccountSbeViewOf(nil, message)
	if err != nil {
		t.Fatal(err)
	}
	order := view.Orders().At(1).Order()
	if !view.SetID(77) || !order.SetPrice(2.5) || !order.SetSide(sbe.OrderSideSell) {
		t.Error("a number is not changed")
	}
	checked, err := sbe.AccountSbeCheckedOf(polywire.NewCheckedInput(nil, message))
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := checked.SetID(78); !ok || err != nil {
		t.Error(ok, err)
	}
	var account sbe.Account
	if err := account.UnmarshalSbe(message); err != nil {
		t.Fatal(err)
	}
	if changed := account.Orders[1].Order; account.ID != 78 || changed.Price != 2.5 || changed.Side != sbe.OrderSideSell {
		t.Errorf("%+v", account)
	}
}
