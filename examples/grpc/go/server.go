package main

import (
	"context"
	"errors"
	"io"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"example.com/shop/internal/gen/shop"
)

// orders is the service.
type orders struct {
	shop.UnimplementedOrdersServer
	mutex sync.Mutex
	taken []*shop.Order
}

func (o *orders) Place(_ context.Context, order *shop.Order) (*shop.Receipt, error) {
	return o.take(order)
}

func (o *orders) List(query *shop.Query, stream grpc.ServerStreamingServer[shop.Order]) error {
	o.mutex.Lock()
	listed := o.taken[min(int(query.First), len(o.taken)):]
	o.mutex.Unlock()
	for _, order := range listed {
		if err := stream.Send(order); err != nil {
			return err
		}
	}
	return nil
}

func (o *orders) Import(stream grpc.ClientStreamingServer[shop.Order, shop.Receipt]) error {
	all := &shop.Receipt{}
	for {
		order, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return stream.SendAndClose(all)
		}
		if err != nil {
			return err
		}
		receipt, err := o.take(order)
		if err != nil {
			return err
		}
		all.Order = receipt.Order
		all.Total += receipt.Total
	}
}

func (o *orders) Match(stream grpc.BidiStreamingServer[shop.Order, shop.Receipt]) error {
	for {
		order, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		receipt, err := receiptOf(order)
		if err != nil {
			return err
		}
		if err := stream.Send(receipt); err != nil {
			return err
		}
	}
}

func (o *orders) take(order *shop.Order) (*shop.Receipt, error) {
	receipt, err := receiptOf(order)
	if err != nil {
		return nil, err
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.taken = append(o.taken, order)
	return receipt, nil
}

func receiptOf(order *shop.Order) (*shop.Receipt, error) {
	if len(order.Items) == 0 {
		return nil, status.Error(codes.InvalidArgument, "the order has no items")
	}
	receipt := &shop.Receipt{Order: order.ID}
	for _, item := range order.Items {
		receipt.Total += int64(item.Count) * item.Price
	}
	return receipt, nil
}
