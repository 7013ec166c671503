// Package desk has types of a program, and the schema of its messages.
package desk

import (
	"net"
	"time"
)

//go:generate polywire gen --lang go --wire zebrapack,msgpack --bind desk.go --go-package polywire=example.com/shop/internal/polywire -o .. desk.go

//msgp:shim net.IP as:string using:addressText/address
//msgp:shim Price as:int using:cents/priceOf

// Side tells who pays.
type Side uint8

// The sides.
const (
	Buy Side = iota
	Sell
)

// Kind is another name.
type Kind string

// Tags is another name of a list.
type Tags []string

// Price is an amount with a point.
type Price float64

func addressText(address net.IP) string {
	if address == nil {
		return ""
	}
	return address.String()
}

func address(text string) net.IP {
	if text == "" {
		return nil
	}
	return net.ParseIP(text)
}

func cents(price Price) int { return int(price*100 + 0.5) }

func priceOf(cents int) Price { return Price(cents) / 100 }

// Plain has members that codecs use as they are.
type Plain struct {
	Name    string        `zid:"0"`
	Side    Side          `zid:"1"`
	Note    *string       `zid:"2"`
	Next    *Plain        `zid:"3"`
	Many    []Plain       `zid:"4"`
	Bytes   []byte        `zid:"5"`
	Key     [4]byte       `zid:"6"`
	Wait    time.Duration `zid:"7"`
	hidden  int64         `zid:"8"`
	Skipped chan int      `msg:"-"`
}

// Base is part of another struct.
type Base struct {
	ID int `zid:"0" msg:"id"`
}

// Order has members of all kinds.
type Order struct {
	Base   `zid:"0"`
	At     time.Time       `zid:"1"`
	Kind   Kind            `zid:"2"`
	Counts []int           `zid:"3"`
	Tags   Tags            `zid:"4"`
	Owner  *int            `zid:"5"`
	Seen   *time.Time      `zid:"6"`
	Fills  []*Order        `zid:"7"`
	ByName map[string]Base `zid:"8"`
	ByKind map[Kind][]uint `zid:"9"`
	Wave   complex64       `zid:"10"`
	Waves  []complex128    `zid:"11"`
	Home   net.IP          `zid:"12"`
	Price  Price           `zid:"13"`
	Plain  Plain           `zid:"14"`
	Times  [2]time.Time    `zid:"15"`
	Maybe  []*int          `zid:"16"`
	Prices []Price         `zid:"17"`
	secret uint            `zid:"18"`
	Inner  struct {
		A int    `zid:"0"`
		B string `zid:"1"`
	} `zid:"19"`
	Side   Side            `zid:"20"`
	Gone   struct{}        `zid:"21"`
	Plains map[int8]*Plain `zid:"22"`
	Local  func()          `msg:"-"`
}
