package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"sort"
	"strings"
	"time"

	"connectrpc.com/connect"
	testpb "google.golang.org/grpc/interop/grpc_testing"
)

// Prints what connect-go's client and server send for each other, a line each: a name, and the head, an empty line and the body in
// hexadecimal digits. The lines of heads are in alphabetical order.
func record() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	handler := webHandler()
	go http.Serve(listener, http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		check(err)
		show("request", append(block(fmt.Sprintf(":method: %s\r\n:path: %s\r\n", request.Method, request.RequestURI), request.Header), body...))
		request.Body = io.NopCloser(bytes.NewReader(body))
		handler.ServeHTTP(writer, request)
	}))
	url := "http://" + listener.Addr().String()
	client := &http.Client{Transport: recorder{}}
	message := &testpb.SimpleRequest{ResponseSize: 3}
	call := func(name, method string, message *testpb.SimpleRequest, timeout time.Duration, options ...connect.ClientOption) {
		fmt.Println("#", name)
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		if timeout == 0 {
			ctx = context.Background()
		}
		request := connect.NewRequest(message)
		request.Header().Set("x-echo", "a")
		request.Header().Set("x-echo-bin", connect.EncodeBinaryHeader([]byte{0, 1, 0xc7}))
		connect.NewClient[testpb.SimpleRequest, testpb.SimpleResponse](client, url+path+method, options...).CallUnary(ctx, request)
	}
	call("unary", "UnaryCall", message, 0)
	call("json, timeout of 5s", "UnaryCall", message, 5*time.Second, connect.WithProtoJSON())
	call("gzip", "UnaryCall", message, 0, connect.WithSendGzip())
	call("get", "CacheableUnaryCall", message, 0, gets...)
	call("get json", "CacheableUnaryCall", message, 0, append(gets, connect.WithProtoJSON())...)
	call("get gzip", "CacheableUnaryCall", message, 0, append(gets, connect.WithSendGzip())...)
	failed := &testpb.SimpleRequest{ResponseStatus: &testpb.EchoStatus{Code: 5, Message: "no café"}}
	call("error", "UnaryCall", failed, 0)
	call("unimplemented", "Nothing", message, 0)
	for _, status := range []*testpb.EchoStatus{nil, {Code: 1, Message: "\"no\" café"}} {
		fmt.Println("# stream", status)
		request := connect.NewRequest(&testpb.StreamingOutputCallRequest{ResponseStatus: status, ResponseParameters: []*testpb.ResponseParameters{{Size: 2}}})
		request.Header().Set("x-echo", "a")
		stream, err := connect.NewClient[testpb.StreamingOutputCallRequest, testpb.StreamingOutputCallResponse](client, url+path+"StreamingOutputCall", connect.WithSendGzip()).CallServerStream(context.Background(), request)
		check(err)
		for stream.Receive() {
		}
	}
}

// Shows answers.
type recorder struct{}

func (recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	answer, err := http.DefaultTransport.RoundTrip(request)
	check(err)
	body, err := io.ReadAll(answer.Body)
	check(err)
	show("answer", append(block(fmt.Sprintf(":status: %d\r\n", answer.StatusCode), answer.Header), body...))
	answer.Body = io.NopCloser(bytes.NewReader(body))
	return answer, nil
}

func block(start string, headers http.Header) []byte {
	names := make([]string, 0, len(headers))
	for name := range headers {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		for _, value := range headers[name] {
			start += strings.ToLower(name) + ": " + value + "\r\n"
		}
	}
	return []byte(start + "\r\n")
}

func show(kind string, bytes []byte) {
	fmt.Println(kind, hex.EncodeToString(bytes))
}
