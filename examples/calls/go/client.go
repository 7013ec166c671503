package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"example.com/shop/internal/gen/shop"
	"example.com/shop/internal/polywire/calls"
	"example.com/shop/internal/polywire/calls/httpcalls"
)

// call calls each method, and prints the answers.
func call(url string, protocol *httpcalls.Protocol) error {
	caller, err := httpcalls.NewCaller(url, protocol)
	if err != nil {
		return err
	}
	defer caller.Close()
	client := shop.NewOrdersClient(caller)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	once, around := calls.WithAnswer(ctx)
	receipt, err := client.Place(once, order(7, 499))
	if err != nil {
		return err
	}
	fmt.Println("placed", receipt.Order, receipt.Total, calls.Texts(around.Trailer, "x-shop"))

	for _, part := range []func(context.Context, *shop.OrdersClient) error{imported, listed, matched} {
		if err := part(ctx, client); err != nil {
			return err
		}
	}

	_, err = client.Place(ctx, new(shop.Order))
	var refused *calls.Error
	if errors.As(err, &refused) {
		fmt.Println(refused.Status, refused.Message)
	}
	return nil
}

func imported(ctx context.Context, client *shop.OrdersClient) error {
	requests, err := client.Import(ctx)
	if err != nil {
		return err
	}
	for _, order := range []*shop.Order{order(8, 100), order(9, 250)} {
		if err := requests.Send(order); err != nil {
			return err
		}
	}
	receipt, err := requests.CloseAndReceive()
	if err != nil {
		return err
	}
	fmt.Println("imported", receipt.Order, receipt.Total)
	return nil
}

func listed(ctx context.Context, client *shop.OrdersClient) error {
	answers, err := client.List(ctx, &shop.Query{First: 1})
	if err != nil {
		return err
	}
	defer answers.Close()
	count := 0
	for order, err := range answers.All() {
		if err != nil {
			return err
		}
		count += len(order.Items)
	}
	fmt.Println("listed some items:", count > 0)
	return nil
}

func matched(ctx context.Context, client *shop.OrdersClient) error {
	duplex, err := client.Match(ctx)
	if err != nil {
		return err
	}
	defer duplex.Close()
	for _, order := range []*shop.Order{order(1, 5), order(2, 6)} {
		if err := duplex.Send(order); err != nil {
			return err
		}
		receipt, err := duplex.Receive()
		if err != nil {
			return err
		}
		fmt.Println("matched", receipt.Order, receipt.Total)
	}
	if err := duplex.CloseSend(); err != nil {
		return err
	}
	if _, err := duplex.Receive(); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

func order(id uint64, price int64) *shop.Order {
	return &shop.Order{ID: id, Items: []shop.Item{{Product: "tea", Count: 2, Price: price}}}
}
