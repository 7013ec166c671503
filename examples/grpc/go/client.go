package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"example.com/shop/internal/gen/shop"
)

// call calls each method, and prints the answers.
func call(address string) error {
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer connection.Close()
	client := shop.NewOrdersClient(connection)
	ctx := context.Background()

	receipt, err := client.Place(ctx, order(7, 499))
	if err != nil {
		return err
	}
	fmt.Printf("placed %d: %d\n", receipt.Order, receipt.Total)

	for _, part := range []func(context.Context, shop.OrdersClient) error{imported, listed, matched} {
		if err := part(ctx, client); err != nil {
			return err
		}
	}

	if _, err = client.Place(ctx, &shop.Order{}); err == nil {
		return errors.New("an order without items was taken")
	}
	fmt.Printf("refused: %s\n", status.Convert(err).Message())
	return nil
}

func imported(ctx context.Context, client shop.OrdersClient) error {
	stream, err := client.Import(ctx)
	if err != nil {
		return err
	}
	for _, order := range []*shop.Order{order(8, 100), order(9, 250)} {
		if err := stream.Send(order); err != nil {
			return err
		}
	}
	receipt, err := stream.CloseAndRecv()
	if err != nil {
		return err
	}
	fmt.Printf("imported up to %d: %d\n", receipt.Order, receipt.Total)
	return nil
}

func listed(ctx context.Context, client shop.OrdersClient) error {
	stream, err := client.List(ctx, &shop.Query{First: 1})
	if err != nil {
		return err
	}
	for {
		order, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		item := order.Items[0]
		fmt.Printf("listed %d: %d %s %d\n", order.ID, item.Count, item.Product, len(order.Label))
	}
}

func matched(ctx context.Context, client shop.OrdersClient) error {
	stream, err := client.Match(ctx)
	if err != nil {
		return err
	}
	for _, order := range []*shop.Order{order(1, 5), order(2, 6)} {
		if err := stream.Send(order); err != nil {
			return err
		}
		receipt, err := stream.Recv()
		if err != nil {
			return err
		}
		fmt.Printf("matched %d: %d\n", receipt.Order, receipt.Total)
	}
	return stream.CloseSend()
}

func order(id uint64, price int64) *shop.Order {
	return &shop.Order{
		ID:    id,
		Items: []shop.Item{{Product: "tea", Count: 2, Price: price}},
		Label: bytes.Repeat([]byte{byte(id)}, 20_000),
	}
}
