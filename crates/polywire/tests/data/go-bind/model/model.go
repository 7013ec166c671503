// Package model has types of a program.
package model

// Side is a direction.
type Side int

// Money is an amount.
type Money struct {
	Currency string
	Amount   float64
}

// Order is an order.
type Order struct {
	ID       int32
	Ticker   string
	Side     Side
	Stop     *float64
	Note     *string
	Price    *Money
	Labels   map[string]int64
	Fills    []Money
	Children []Order
	Total    Money
	Other    *Side
	Key      []byte
	Rank     uint32
	// Cached is not in the schema.
	Cached bool
}
