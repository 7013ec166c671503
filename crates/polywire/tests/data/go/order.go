package trade

import "time"

const zebraSchemaId64 int64 = 0x6eb25cc0f9a3e

// Side tells who pays.
type Side uint8

const (
	Buy  Side = iota
	Sell
)

type Order struct {
	Symbol string             `zid:"0" msg:"symbol"`
	Side   Side               `zid:"1"`
	Price  float64            `zid:"2"`
	At     time.Time          `zid:"3"`
	Fills  []*Fill            `zid:"4"`
	Notes  map[string]string  `zid:"5"`
	Old    struct{}           `zid:"6" msg:",deprecated"`
}

type Fill struct {
	Quantity int64 `zid:"0"`
}
