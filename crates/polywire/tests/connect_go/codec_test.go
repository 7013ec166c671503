// Package shop serves and calls generated types with connect-go, in its three protocols.
package shop

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"connectrpc.com/connect"

	"polywire/connect"

	"example.com/shop/gen/shop"
)

const path = "/shop.Orders/"

func codecs() map[string]connect.Codec {
	return map[string]connect.Codec{"proto": polywireconnect.Protobuf(), "json": polywireconnect.JSON()}
}

func order(id uint64) *shop.Order {
	return &shop.Order{ID: id, Items: []shop.Item{{Product: "tea", Count: 2, Price: 350}}}
}

func place(_ context.Context, request *connect.Request[shop.Order]) (*connect.Response[shop.Receipt], error) {
	if len(request.Msg.Items) == 0 {
		return nil, connect.NewError(connect.CodeInvalidArgument, errors.New("the order has no items"))
	}
	return connect.NewResponse(receipt(request.Msg)), nil
}

func receipt(order *shop.Order) *shop.Receipt {
	return &shop.Receipt{Order: order.ID, Total: order.Items[0].Price * int64(order.Items[0].Count)}
}

func list(_ context.Context, request *connect.Request[shop.Query], orders *connect.ServerStream[shop.Order]) error {
	for id := uint64(request.Msg.First); id < 4; id++ {
		if err := orders.Send(order(id)); err != nil {
			return err
		}
	}
	return nil
}

func importAll(_ context.Context, orders *connect.ClientStream[shop.Order]) (*connect.Response[shop.Receipt], error) {
	sum := new(shop.Receipt)
	for orders.Receive() {
		sum.Total += receipt(orders.Msg()).Total
	}
	return connect.NewResponse(sum), orders.Err()
}

func match(_ context.Context, stream *connect.BidiStream[shop.Order, shop.Receipt]) error {
	for {
		order, err := stream.Receive()
		if err != nil {
			return nil
		}
		if err := stream.Send(receipt(order)); err != nil {
			return err
		}
	}
}

// serve starts a server with HTTP/2, which streams in both directions need.
func serve(t *testing.T) *httptest.Server {
	var options []connect.HandlerOption
	for _, codec := range codecs() {
		options = append(options, connect.WithCodec(codec))
	}
	once := append(options, connect.WithIdempotency(connect.IdempotencyNoSideEffects))
	mux := http.NewServeMux()
	mux.Handle(path+"Place", connect.NewUnaryHandler(path+"Place", place, once...))
	mux.Handle(path+"List", connect.NewServerStreamHandler(path+"List", list, options...))
	mux.Handle(path+"Import", connect.NewClientStreamHandler(path+"Import", importAll, options...))
	mux.Handle(path+"Match", connect.NewBidiStreamHandler(path+"Match", match, options...))
	server := httptest.NewUnstartedServer(mux)
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

func TestGeneratedTypesAreServedAndCalled(t *testing.T) {
	server := serve(t)
	protocols := map[string][]connect.ClientOption{"connect": nil, "grpc": {connect.WithGRPC()}, "grpc-web": {connect.WithGRPCWeb()}}
	for protocol, chosen := range protocols {
		for name, codec := range codecs() {
			t.Run(protocol+"/"+name, func(t *testing.T) {
				options := append([]connect.ClientOption{connect.WithCodec(codec)}, chosen...)
				calls(t, server, options)
			})
		}
	}
}

func calls(t *testing.T, server *httptest.Server, options []connect.ClientOption) {
	ctx := context.Background()
	one := connect.NewClient[shop.Order, shop.Receipt](server.Client(), server.URL+path+"Place", options...)
	placed, err := one.CallUnary(ctx, connect.NewRequest(order(7)))
	if err != nil || placed.Msg.Order != 7 || placed.Msg.Total != 700 {
		t.Fatal(placed, err)
	}
	if _, err := one.CallUnary(ctx, connect.NewRequest(new(shop.Order))); connect.CodeOf(err) != connect.CodeInvalidArgument {
		t.Error(err)
	}
	listing, err := connect.NewClient[shop.Query, shop.Order](server.Client(), server.URL+path+"List", options...).
		CallServerStream(ctx, connect.NewRequest(&shop.Query{First: 1}))
	if err != nil {
		t.Fatal(err)
	}
	var ids []uint64
	for listing.Receive() {
		ids = append(ids, listing.Msg().ID)
	}
	if listing.Err() != nil || !slices.Equal(ids, []uint64{1, 2, 3}) {
		t.Error(ids, listing.Err())
	}
	importing := connect.NewClient[shop.Order, shop.Receipt](server.Client(), server.URL+path+"Import", options...).CallClientStream(ctx)
	for id := range uint64(3) {
		if err := importing.Send(order(id)); err != nil {
			t.Fatal(err)
		}
	}
	if sum, err := importing.CloseAndReceive(); err != nil || sum.Msg.Total != 2100 {
		t.Error(sum, err)
	}
	matching := connect.NewClient[shop.Order, shop.Receipt](server.Client(), server.URL+path+"Match", options...).CallBidiStream(ctx)
	for id := range uint64(3) {
		if err := matching.Send(order(id)); err != nil {
			t.Fatal(err)
		}
		if receipt, err := matching.Receive(); err != nil || receipt.Order != id {
			t.Error(receipt, err)
		}
	}
	if err := errors.Join(matching.CloseRequest(), matching.CloseResponse()); err != nil {
		t.Error(err)
	}
}

func TestCallsByGet(t *testing.T) {
	server := serve(t)
	for name, codec := range codecs() {
		client := connect.NewClient[shop.Order, shop.Receipt](server.Client(), server.URL+path+"Place", connect.WithCodec(codec),
			connect.WithHTTPGet(), connect.WithIdempotency(connect.IdempotencyNoSideEffects))
		request := connect.NewRequest(order(7))
		placed, err := client.CallUnary(context.Background(), request)
		if err != nil || placed.Msg.Order != 7 || request.HTTPMethod() != http.MethodGet {
			t.Error(name, placed, err, request.HTTPMethod())
		}
	}
}

func TestOtherTypesAreRefused(t *testing.T) {
	_, err := polywireconnect.Protobuf().Marshal("text")
	if err == nil || !strings.Contains(err.Error(), "string is not generated for the codec proto") {
		t.Error(err)
	}
	if polywireconnect.JSON().Unmarshal([]byte("{"), new(shop.Order)) == nil {
		t.Error("half an object is read")
	}
}
