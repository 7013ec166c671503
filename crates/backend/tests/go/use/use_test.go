package use

import (
	"bytes"
	"math"
	"testing"

	commonv1 "example.com/polywire/test/common/v1"
	"polywire"
)

func TestOptionalValues(t *testing.T) {
	var order Order
	if _, ok := order.OrderID.Get(); ok || order.Side.Or(OrderDefaultSide) != SideSell {
		t.Error("a new order has values")
	}
	order.OrderID.Set(7)
	order.Side = polywire.Some(SideBuy)
	if id, ok := order.OrderID.Get(); !ok || id != 7 || order.Side.Or(OrderDefaultSide) != SideBuy {
		t.Error(order)
	}
	if order.OrderID != polywire.Some[int32](7) || order.OrderID == polywire.Some[int32](8) {
		t.Error("optional values are not compared")
	}
	order.OrderID.Clear()
	if order.OrderID != (polywire.Opt[int32]{}) {
		t.Error(order.OrderID)
	}
}

func TestDefaultsOfOptionalValues(t *testing.T) {
	if !math.IsInf(OrderDefaultLimit, 1) || OrderDefaultRatio != -0.5 || OrderDefaultMost != math.MaxUint64 {
		t.Error(OrderDefaultLimit, OrderDefaultRatio, OrderDefaultMost)
	}
	if OrderDefaultLeast != math.MinInt64 || OrderDefaultNote != "grün" || commonv1.MoneyDefaultScale != 2 {
		t.Error(OrderDefaultLeast, OrderDefaultNote, commonv1.MoneyDefaultScale)
	}
	if !bytes.Equal([]byte(OrderDefaultData), []byte{'a', 0, '"', '\\', 255}) {
		t.Errorf("%q", OrderDefaultData)
	}
}

func TestCopiesAreIndependent(t *testing.T) {
	order := Order{Parts: make([]Order, 1), Total: &commonv1.Money{Units: 3}}
	order.Symbol.Set("EURUSD")
	order.State.SetCount(3)
	other := order
	other.Symbol.Set("USDJPY")
	other.State.SetReason("closed")
	if order.Symbol.Or("") != "EURUSD" || order.State.Count() != 3 || other.State.Reason() != "closed" {
		t.Error(order, other)
	}
	orders := []Order{order, other}
	byName := map[string]Order{"one": orders[0]}
	if byName["one"].Total.Units != 3 {
		t.Error(byName)
	}
}
