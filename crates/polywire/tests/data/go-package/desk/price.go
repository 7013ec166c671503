package desk

// Side tells who pays.
type Side uint8

// The sides.
const (
	Buy Side = iota
	Sell
)

// Label is another name.
type Label string

// Price is a part of an order.
type Price struct {
	Label  Label   `zid:"0"`
	Amount float64 `zid:"1"`
}
