// Package own has types of a program, and generated code.
package own

import "example.com/shop/internal/polywire"

// Money is an amount.
type Money struct {
	currency string
	amount   float64
}

// Order is an order.
type Order struct {
	ID       int32
	Symbol   string
	Side     Side
	Stop     polywire.Opt[float64]
	Note     *string
	Price    *Money
	Tags     map[string]int64
	Fills    []Money
	Children []Order
	Total    *Money
	Other    polywire.Opt[Side]
	Key      []byte
	Rank     polywire.Opt[uint32]
}

// Euros returns an amount.
func Euros(amount float64) Money { return Money{"EUR", amount} }
