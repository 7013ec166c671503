package main

import "encoding/json"

// The types of the schemas, for packages that convert to and from structs.

type account struct {
	ID     int32       `capnp:"id" msgpack:"id" json:"id"`
	Name   string      `msgpack:"name" json:"name"`
	Wallet *balance    `msgpack:"wallet,omitempty" json:"wallet,omitempty"`
	Orders list[order] `msgpack:"orders" json:"orders"`
}

type balance struct {
	Currency string  `msgpack:"currency" json:"currency"`
	Amount   float64 `msgpack:"amount" json:"amount"`
}

type order struct {
	ID     int32   `capnp:"id" msgpack:"id" json:"id"`
	Symbol string  `msgpack:"symbol" json:"symbol"`
	Side   uint16  `msgpack:"side" json:"side"`
	Type   uint16  `msgpack:"type" json:"type"`
	Price  float64 `msgpack:"price" json:"price"`
	Volume float64 `msgpack:"volume" json:"volume"`
}

type point struct {
	X    int32  `json:"x"`
	Y    int32  `json:"y"`
	Name string `json:"name"`
}

type route struct {
	ID    uint64            `capnp:"id" json:"id"`
	Name  string            `json:"name"`
	Place *point            `json:"place,omitempty"`
	Path  list[point]       `json:"path"`
	Tags  list[string]      `json:"tags"`
	Data  []byte            `json:"data,omitempty"`
	Bits  list[bool]        `json:"bits"`
	Rows  list[list[int32]] `json:"rows"`
}

type item struct {
	A     uint16 `json:"a"`
	Label string `json:"label"`
}

type note struct {
	Text string `json:"text"`
	N    uint32 `json:"n"`
}

type newPoint struct {
	X int16 `json:"x"`
	Y int16 `json:"y"`
	Z int32 `json:"z"`
	W int64 `json:"w"`
}

type lists struct {
	Items   list[item]     `json:"items"`
	Notes   list[note]     `json:"notes"`
	Points  list[newPoint] `json:"points"`
	Flags   list[bool]     `json:"flags"`
	Numbers list[uint16]   `json:"numbers"`
	Texts   list[string]   `json:"texts"`
}

// list is a slice that is an empty array in JSON if it is nil.
type list[T any] []T

func (l list[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]T(l))
}
