package desk

import (
	"reflect"
	"testing"
)

func TestOrdersComeBack(t *testing.T) {
	order := Order{Count: 3, Total: Price{Label: "sum", Amount: 4.5}, Prices: []Price{{Label: "first", Amount: 1.5}, {Amount: 3}}, Side: Sell}
	message, err := order.AppendZebrapack(nil)
	if err != nil {
		t.Fatal(err)
	}
	var back Order
	if err := back.UnmarshalZebrapack(message); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, order) {
		t.Fatalf("%+v, not %+v", back, order)
	}
	var price Price
	message, err = order.Total.AppendZebrapack(nil)
	if err == nil {
		err = price.UnmarshalZebrapack(message)
	}
	if err != nil || price != order.Total {
		t.Fatal(price, err)
	}
}
