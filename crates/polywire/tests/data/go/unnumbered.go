package trade

type Order struct {
	Symbol string `zid:"0"`
	Price  float64
	Open   bool `zid:"0"`
}
