package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"polywire/calls"
	"polywire/calls/httpcalls"

	rpc "example.com/calls/gen/Rpc"
	testpb "example.com/calls/gen/grpc/testing"
)

// One handler serves all protocols, over HTTP/1.1 and HTTP/2 without TLS.
func serve(t testing.TB, handler http.Handler) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := httpcalls.NewServer("", handler)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return "http://" + listener.Addr().String()
}

func callerOf(t testing.TB, url string, protocol *httpcalls.Protocol, options ...httpcalls.Option) *httpcalls.Caller {
	caller, err := httpcalls.NewCaller(url, protocol, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(caller.Close)
	return caller
}

// Those of the servers of others.
var ofOthers = map[string]bool{"echo": true}

func TestAllCasesInAllProtocols(t *testing.T) {
	url := serve(t, handler())
	options := map[string][]httpcalls.Option{
		"plain": nil,
		"gzip":  {httpcalls.WithCompression(httpcalls.Gzip)},
		"json":  {httpcalls.WithFormat("json")},
		"get":   {httpcalls.WithGet()},
	}
	for _, protocol := range rpc.Protocols {
		for kind, options := range options {
			caller := callerOf(t, url, protocol, options...)
			for name, run := range cases {
				// Methods that are not there have no JSON in their description.
				if ofOthers[name] || kind == "json" && strings.HasPrefix(name, "unimplemented") {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%s", protocol.Name, kind, name), func(t *testing.T) {
					if err := run(caller); err != nil {
						t.Error(err)
					}
				})
			}
		}
	}
}

// Both sides agree on HTTP/2 by TLS.
func TestTLS(t *testing.T) {
	server := httptest.NewUnstartedServer(handler())
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	for _, protocol := range rpc.Protocols {
		caller := callerOf(t, server.URL, protocol, httpcalls.WithTransport(server.Client().Transport))
		for _, name := range []string{"large_unary", "ping_pong", "status_code_and_message"} {
			if err := cases[name](caller); err != nil {
				t.Errorf("%s, %s: %v", protocol.Name, name, err)
			}
		}
	}
}

func post(t *testing.T, url, contentType string, body []byte) *http.Response {
	response, err := http.Post(url, contentType, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

func TestRequestsThatAreNoCalls(t *testing.T) {
	url := serve(t, handler())
	unary := url + "/grpc.testing.TestService/UnaryCall"
	for _, it := range []struct {
		url, contentType string
		status           int
	}{
		{unary, "text/plain", http.StatusUnsupportedMediaType},
		{unary, "application/xml", http.StatusUnsupportedMediaType},
		{unary, "application/grpc", http.StatusHTTPVersionNotSupported},
		{unary, "application/proto", http.StatusOK},
		{unary, "application/connect+proto", http.StatusUnsupportedMediaType},
		{url + "/grpc.testing.TestService/FullDuplexCall", "application/connect+proto", http.StatusHTTPVersionNotSupported},
		{url + "/grpc.testing.TestService/Nothing", "application/proto", http.StatusNotFound},
	} {
		if found := post(t, it.url, it.contentType, nil).StatusCode; found != it.status {
			t.Errorf("%s, %s: %d, not %d", it.url, it.contentType, found, it.status)
		}
	}
	response, err := http.Get(unary + "?connect=v1&encoding=proto&message=")
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("GET of a method that may change something: %d", response.StatusCode)
	}
}

func TestSizesAreBounded(t *testing.T) {
	limited := handler()
	limited.MaxSize = 100
	url := serve(t, limited)
	for _, protocol := range rpc.Protocols {
		for _, options := range [][]httpcalls.Option{nil, {httpcalls.WithCompression(httpcalls.Gzip)}} {
			client := testpb.NewTestServiceClient(callerOf(t, url, protocol, options...))
			_, err := client.UnaryCall(context.Background(), &testpb.SimpleRequest{Payload: zeros(101)})
			if err := expectStatus(err, calls.StatusResourceExhausted); err != nil {
				t.Errorf("%s: %v", protocol.Name, err)
			}
			if _, err := client.UnaryCall(context.Background(), &testpb.SimpleRequest{Payload: zeros(90)}); err != nil {
				t.Errorf("%s: %v", protocol.Name, err)
			}
		}
	}
}

// An implementation that panics ends its call, and no other.
func TestPanics(t *testing.T) {
	url := serve(t, httpcalls.NewHandler(rpc.Protocols, testpb.ServeTestService(panicking{})))
	for _, protocol := range rpc.Protocols {
		client := testpb.NewTestServiceClient(callerOf(t, url, protocol))
		if _, err := client.UnaryCall(context.Background(), new(testpb.SimpleRequest)); calls.StatusOf(err) == calls.StatusOk {
			t.Errorf("%s: the call succeeded", protocol.Name)
		}
		if _, err := client.EmptyCall(context.Background(), new(testpb.Empty)); err != nil {
			t.Errorf("%s: %v", protocol.Name, err)
		}
	}
}

type panicking struct{ service }

func (panicking) UnaryCall(context.Context, *testpb.SimpleRequest) (*testpb.SimpleResponse, error) {
	// net/http does not log this one.
	panic(http.ErrAbortHandler)
}

// The implementation may end a call before its request ends.
func TestAnswersThatEndFirst(t *testing.T) {
	url := serve(t, httpcalls.NewHandler(rpc.Protocols, testpb.ServeTestService(hasty{})))
	for _, protocol := range rpc.Protocols {
		requests, err := testpb.NewTestServiceClient(callerOf(t, url, protocol)).StreamingInputCall(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for err == nil {
			err = requests.Send(&testpb.StreamingInputCallRequest{Payload: zeros(1 << 16)})
		}
		if err != io.EOF {
			t.Errorf("%s: %v", protocol.Name, err)
		}
		_, err = requests.CloseAndReceive()
		if err := expectStatus(err, calls.StatusAborted); err != nil {
			t.Errorf("%s: %v", protocol.Name, err)
		}
	}
}

type hasty struct{ service }

func (hasty) StreamingInputCall(context.Context, *httpcalls.Receiver[testpb.StreamingInputCallRequest]) (*testpb.StreamingInputCallResponse, error) {
	return nil, calls.NewError(calls.StatusAborted, "enough")
}

// Metadata cannot forge what the protocol says.
func TestMetadataThatIsTheProtocols(t *testing.T) {
	url := serve(t, httpcalls.NewHandler(rpc.Protocols, testpb.ServeTestService(forging{})))
	for _, protocol := range rpc.Protocols {
		client := testpb.NewTestServiceClient(callerOf(t, url, protocol))
		_, err := client.EmptyCall(context.Background(), new(testpb.Empty))
		if err := expectStatus(err, calls.StatusInternal); err != nil {
			t.Errorf("%s: %v", protocol.Name, err)
		}
		for _, wrong := range []calls.Metadata{calls.Text("content-type", "a"), calls.Text("a b", "a"), calls.Text("a", "\r\nb: c"), calls.Text("a-bin", "a")} {
			_, err := client.UnaryCall(calls.WithMetadata(context.Background(), wrong), new(testpb.SimpleRequest))
			if err := expectStatus(err, calls.StatusInternal); err != nil {
				t.Errorf("%s, %v: %v", protocol.Name, wrong, err)
			}
		}
	}
}

type forging struct{ service }

func (forging) EmptyCall(ctx context.Context, request *testpb.Empty) (*testpb.Empty, error) {
	calls.FromContext(ctx).AddHeader(calls.Text("content-type", "text/html"))
	return request, nil
}

// A connection of HTTP/1.1 is used for one call behind another.
func TestConnectionsAreUsedAgain(t *testing.T) {
	var connections atomic.Int64
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := httpcalls.NewServer("", handler())
	server.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	for count, protocol := range rpc.Protocols {
		client := testpb.NewTestServiceClient(callerOf(t, "http://"+listener.Addr().String(), protocol))
		for range 5 {
			if _, err := client.UnaryCall(context.Background(), &testpb.SimpleRequest{ResponseSize: 64}); err != nil {
				t.Fatal(err)
			}
		}
		if found := connections.Load(); found != int64(count+1) {
			t.Errorf("%s: %d connections, not %d", protocol.Name, found, count+1)
		}
	}
}

// One goroutine sends while another one receives, on both sides.
func TestStreamsInBothDirectionsAtATime(t *testing.T) {
	const messages = 200
	url := serve(t, handler())
	for _, protocol := range rpc.Protocols {
		duplex, err := testpb.NewTestServiceClient(callerOf(t, url, protocol)).FullDuplexCall(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		sent := make(chan error, 1)
		go func() {
			for range messages {
				if err := duplex.Send(asking(5000)); err != nil {
					sent <- err
					return
				}
			}
			sent <- duplex.CloseSend()
		}()
		received := 0
		for _, err := range duplex.All() {
			if err != nil {
				t.Fatal(err)
			}
			received++
		}
		if err := <-sent; err != nil || received != messages {
			t.Errorf("%s: %d messages, %v", protocol.Name, received, err)
		}
	}
}

// An implementation receives although what it sends is not taken.
func TestReceivingDoesNotWaitForSending(t *testing.T) {
	const messages = 8
	for _, protocol := range rpc.Protocols {
		it := eager{received: make(chan struct{})}
		url := serve(t, httpcalls.NewHandler(rpc.Protocols, testpb.ServeTestService(it)))
		client := testpb.NewTestServiceClient(callerOf(t, url, protocol, httpcalls.WithHTTP2()))
		duplex, err := client.FullDuplexCall(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for range messages {
			if err := duplex.Send(asking(1 << 16)); err != nil {
				t.Fatal(err)
			}
		}
		if err := duplex.CloseSend(); err != nil {
			t.Fatal(err)
		}
		if _, err := client.EmptyCall(context.Background(), new(testpb.Empty)); err != nil {
			t.Fatal(err)
		}
		received := 0
		for _, err := range duplex.All() {
			if err != nil {
				t.Fatal(err)
			}
			received++
		}
		if received != messages {
			t.Errorf("%s: %d messages", protocol.Name, received)
		}
	}
}

// Its answers have more bytes than HTTP/2 lets a server send before the other side takes some.
type eager struct {
	service
	// It is closed when all requests are received.
	received chan struct{}
}

func (e eager) EmptyCall(ctx context.Context, request *testpb.Empty) (*testpb.Empty, error) {
	select {
	case <-e.received:
		return request, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (e eager) FullDuplexCall(_ context.Context, requests *httpcalls.Receiver[testpb.StreamingOutputCallRequest], answers *httpcalls.Sender[testpb.StreamingOutputCallResponse]) error {
	waiting := make(chan error, 100)
	go func() {
		defer close(e.received)
		defer close(waiting)
		for _, err := range requests.All() {
			waiting <- err
		}
	}()
	for err := range waiting {
		if err != nil {
			return err
		}
		if err := answers.Send(&testpb.StreamingOutputCallResponse{Payload: zeros(1 << 20)}); err != nil {
			return err
		}
	}
	return nil
}

// Whatever is sent: there is an answer, and nothing panics.
func FuzzHandler(f *testing.F) {
	limited := httpcalls.NewHandler(rpc.Protocols, testpb.ServeTestService(service{most: 100}))
	limited.MaxSize = 1 << 10
	for _, contentType := range contentTypes {
		for _, body := range []string{"", "\x00\x00\x00\x00\x00", "\x00\x00\x00\x00\x02\x10\x03", "\x01\x00\x00\x00\x03abc", "\x80\xff\xff\xff\xff", "\x02\x00\x00\x00\x02{}", "{\"responseSize\": 3}", "\x10\x03", "\x0a\xff"} {
			f.Add(uint8(0), contentType, "gzip", "1S", []byte(body))
			f.Add(uint8(3), contentType, "identity", "99999999H", []byte(body))
			f.Add(uint8(4), contentType, "", "x", []byte(body+body))
		}
	}
	f.Fuzz(func(t *testing.T, method uint8, contentType, compression, timeout string, body []byte) {
		path := "/grpc.testing.TestService/" + methods[int(method)%len(methods)]
		for _, version := range []int{1, 2} {
			request := httptest.NewRequest(http.MethodPost, path, bytes.NewReader(body))
			request.ProtoMajor = version
			for name, value := range map[string]string{
				"Content-Type": contentType, "Grpc-Encoding": compression, "Content-Encoding": compression, "Connect-Content-Encoding": compression,
				"Grpc-Accept-Encoding": compression, "Grpc-Timeout": timeout, "Connect-Timeout-Ms": timeout, "X-Bin": timeout,
			} {
				request.Header.Set(name, value)
			}
			recorder := httptest.NewRecorder()
			limited.ServeHTTP(recorder, request)
			if recorder.Body.Len() > 1<<20 {
				t.Errorf("%d bytes answer %d", recorder.Body.Len(), len(body))
			}
		}
	})
}

// Whatever a server answers: calls end, and nothing panics.
func FuzzCaller(f *testing.F) {
	for _, contentType := range contentTypes {
		for _, body := range []string{"", "\x00\x00\x00\x00\x00", "\x00\x00\x00\x00\x02\x0a\x00\x80\x00\x00\x00\x10grpc-status: 0\r\n", "\x02\x00\x00\x00\x02{}", "\x0a\x00", "{\"code\":\"aborted\"}", "\x01\x00\x00\x00\x01a"} {
			f.Add(uint16(200), contentType, "gzip", "0", []byte(body))
			f.Add(uint16(404), contentType, "", "5", []byte(body))
		}
	}
	f.Fuzz(func(t *testing.T, status uint16, contentType, compression, code string, body []byte) {
		answer := answering{status: int(status), body: body, trailer: http.Header{"Grpc-Status": {code}}, header: http.Header{
			"Content-Type": {contentType}, "Grpc-Encoding": {compression}, "Content-Encoding": {compression}, "Connect-Content-Encoding": {compression}, "Trailer-A": {code},
		}}
		for _, protocol := range rpc.Protocols {
			client := testpb.NewTestServiceClient(callerOf(t, "http://localhost", protocol, httpcalls.WithTransport(answer), httpcalls.WithMaxSize(1<<10)))
			_, _ = client.UnaryCall(context.Background(), new(testpb.SimpleRequest))
			answers, err := client.StreamingOutputCall(context.Background(), new(testpb.StreamingOutputCallRequest))
			if err != nil {
				t.Fatal(err)
			}
			for _, err := range answers.All() {
				if err == nil && answers.Header() == nil && len(body) == 0 {
					t.Error("a message of nothing")
				}
			}
		}
	})
}

// answering answers each request in the same way.
type answering struct {
	status          int
	header, trailer http.Header
	body            []byte
}

func (a answering) RoundTrip(request *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: a.status, ProtoMajor: 2, Header: a.header, Trailer: a.trailer, Body: io.NopCloser(bytes.NewReader(a.body)), Request: request}, nil
}

var contentTypes = []string{"application/grpc", "application/grpc+json", "application/grpc-web+proto", "application/proto", "application/json", "application/connect+proto", "application/connect+json", "text/plain", ""}

var methods = []string{"EmptyCall", "UnaryCall", "CacheableUnaryCall", "StreamingOutputCall", "StreamingInputCall", "FullDuplexCall", "Nothing"}

func BenchmarkUnary(b *testing.B) {
	url := serve(b, handler())
	for _, protocol := range rpc.Protocols {
		client := testpb.NewTestServiceClient(callerOf(b, url, protocol))
		b.Run(protocol.Name, func(b *testing.B) {
			for b.Loop() {
				if _, err := client.UnaryCall(context.Background(), &testpb.SimpleRequest{ResponseSize: 64, Payload: zeros(64)}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
