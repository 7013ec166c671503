package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"connectrpc.com/connect"
	testpb "google.golang.org/grpc/interop/grpc_testing"
)

// Runs cases of connect-go's client against a server; one that fails ends the program.
func callByConnect(address string, names []string) {
	for _, name := range names {
		run, known := connectCases[name]
		if !known {
			check(fmt.Errorf("there is no case %s", name))
		}
		if err := run("http://" + address); err != nil {
			check(fmt.Errorf("%s: %w", name, err))
		}
		fmt.Println(name)
	}
}

var connectCases = map[string]func(string) error{
	"unary":      func(url string) error { return unary(url, "UnaryCall") },
	"unary_gzip": func(url string) error { return unary(url, "UnaryCall", connect.WithSendGzip()) },
	"unary_json": func(url string) error { return unary(url, "UnaryCall", connect.WithProtoJSON()) },
	"get":        func(url string) error { return unary(url, "CacheableUnaryCall", gets...) },
	"get_gzip": func(url string) error {
		return unary(url, "CacheableUnaryCall", append(gets, connect.WithSendGzip())...)
	},
	"get_refused":   getRefused,
	"server_stream": serverStream,
	"client_stream": clientStream,
	"duplex":        func(url string) error { return duplex(url) },
	"duplex_gzip":   func(url string) error { return duplex(url, connect.WithSendGzip()) },
	"unimplemented": unimplemented,
}

var gets = []connect.ClientOption{connect.WithHTTPGet(), connect.WithIdempotency(connect.IdempotencyNoSideEffects)}

func unary(url, method string, options ...connect.ClientOption) error {
	client := connect.NewClient[testpb.SimpleRequest, testpb.SimpleResponse](http.DefaultClient, url+path+method, options...)
	_, err := client.CallUnary(context.Background(), connect.NewRequest(&testpb.SimpleRequest{ResponseSize: 3}))
	return err
}

// The schema does not say that the method has no effects.
func getRefused(url string) error {
	return failsWith(unary(url, "UnaryCall", gets...), connect.CodeUnimplemented, connect.CodeUnknown)
}

func unimplemented(url string) error {
	return failsWith(unary(url, "Nothing"), connect.CodeUnimplemented)
}

func failsWith(err error, codes ...connect.Code) error {
	for _, code := range codes {
		if connect.CodeOf(err) == code && err != nil {
			return nil
		}
	}
	return fmt.Errorf("expected %v, not %w", codes, err)
}

func serverStream(url string) error {
	client := connect.NewClient[testpb.StreamingOutputCallRequest, testpb.StreamingOutputCallResponse](http.DefaultClient, url+path+"StreamingOutputCall")
	stream, err := client.CallServerStream(context.Background(), connect.NewRequest(&testpb.StreamingOutputCallRequest{}))
	if err != nil {
		return err
	}
	count := 0
	for stream.Receive() {
		count++
	}
	return expectCount(count, 3, stream.Err())
}

func clientStream(url string) error {
	client := connect.NewClient[testpb.StreamingInputCallRequest, testpb.StreamingInputCallResponse](http.DefaultClient, url+path+"StreamingInputCall")
	stream := client.CallClientStream(context.Background())
	for range 3 {
		if err := stream.Send(&testpb.StreamingInputCallRequest{}); err != nil {
			return err
		}
	}
	_, err := stream.CloseAndReceive()
	return err
}

// Each message is answered before the next one is sent.
func duplex(url string, options ...connect.ClientOption) error {
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	client := connect.NewClient[testpb.StreamingOutputCallRequest, testpb.StreamingOutputCallResponse](&http.Client{Transport: transport}, url+path+"FullDuplexCall", options...)
	stream := client.CallBidiStream(context.Background())
	for range 3 {
		if err := stream.Send(&testpb.StreamingOutputCallRequest{}); err != nil {
			return err
		}
		if _, err := stream.Receive(); err != nil {
			return err
		}
	}
	if err := stream.CloseRequest(); err != nil {
		return err
	}
	if _, err := stream.Receive(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("expected the end, not %w", err)
	}
	return stream.CloseResponse()
}

func expectCount(count, expected int, err error) error {
	if err == nil && count != expected {
		return fmt.Errorf("%d messages, not %d", count, expected)
	}
	return err
}
