// Command shop writes an order as Protocol Buffers, reads it again, and prints it as JSON.
package main

import (
	"errors"
	"fmt"
	"log"

	"example.com/shop/internal/gen/common"
	"example.com/shop/internal/gen/shop"
	"example.com/shop/internal/polywire"
)

//go:generate polywire runtime go -o internal/polywire
//go:generate polywire gen --lang go --wire protobuf,json --go-package polywire=example.com/shop/internal/polywire -I schema -o internal/gen schema/shop/order.proto

func main() {
	order := shop.Order{ID: 7, State: shop.StatePaid, Notes: map[string]string{"gift": "yes"}}
	order.Delivery.SetShelf(12)
	order.Items = append(order.Items, shop.Item{
		Product: "tea",
		Count:   2,
		Price:   &common.Money{Currency: "EUR", Amount: 499},
	})

	message, err := order.AppendProtobuf(nil)
	if err != nil {
		log.Fatal(err)
	}
	var read shop.Order
	if err := read.UnmarshalProtobuf(message); err != nil {
		log.Fatal(err)
	}
	text, err := read.AppendJSON(nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d bytes: %s\n", len(message), text)

	err = read.UnmarshalProtobuf(message[:len(message)-1])
	fmt.Println(errors.Is(err, polywire.Truncated), err)
}
