package main

import (
	"context"
	"errors"
	"io"
	"sync"

	"example.com/shop/internal/gen/shop"
	"example.com/shop/internal/polywire/calls"
	"example.com/shop/internal/polywire/calls/httpcalls"
)

// orders implements shop.Orders, for every protocol.
type orders struct {
	mutex sync.Mutex
	taken []*shop.Order
}

func (o *orders) Place(ctx context.Context, order *shop.Order) (*shop.Receipt, error) {
	if len(order.Items) == 0 {
		return nil, calls.NewError(calls.StatusInvalidArgument, "the order has no items")
	}
	calls.FromContext(ctx).AddTrailer(calls.Text("x-shop", "open"))
	o.take(order)
	return &shop.Receipt{Order: order.ID, Total: total(order)}, nil
}

func (o *orders) List(_ context.Context, query *shop.Query, answers *httpcalls.Sender[shop.Order]) error {
	o.mutex.Lock()
	taken := o.taken
	o.mutex.Unlock()
	for _, order := range taken[min(int(query.First), len(taken)):] {
		if err := answers.Send(order); err != nil {
			return err
		}
	}
	return nil
}

func (o *orders) Import(_ context.Context, requests *httpcalls.Receiver[shop.Order]) (*shop.Receipt, error) {
	receipt := new(shop.Receipt)
	for order, err := range requests.All() {
		if err != nil {
			return nil, err
		}
		o.take(order)
		receipt.Order, receipt.Total = order.ID, receipt.Total+total(order)
	}
	return receipt, nil
}

func (o *orders) Match(_ context.Context, requests *httpcalls.Receiver[shop.Order], answers *httpcalls.Sender[shop.Receipt]) error {
	for {
		order, err := requests.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := answers.Send(&shop.Receipt{Order: order.ID, Total: total(order)}); err != nil {
			return err
		}
	}
}

func (o *orders) take(order *shop.Order) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.taken = append(o.taken, order)
}

func total(order *shop.Order) (sum int64) {
	for _, item := range order.Items {
		sum += int64(item.Count) * item.Price
	}
	return sum
}
