package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"polywire/calls"
	"polywire/calls/httpcalls"

	testpb "example.com/calls/gen/grpc/testing"
)

// The cases of gRPC's interoperability tests that need no authentication, and some more.
var cases = map[string]func(*httpcalls.Caller) error{
	"empty_unary":                 emptyUnary,
	"large_unary":                 largeUnary,
	"client_streaming":            clientStreaming,
	"server_streaming":            serverStreaming,
	"ping_pong":                   pingPong,
	"empty_stream":                emptyStream,
	"status_code_and_message":     statusCodeAndMessage,
	"special_status_message":      specialStatusMessage,
	"custom_metadata":             customMetadata,
	"cancel_after_begin":          cancelAfterBegin,
	"cancel_after_first_response": cancelAfterFirstResponse,
	"timeout_on_sleeping_server":  timeoutOnSleepingServer,
	"unimplemented_method":        unimplemented("grpc.testing.TestService", "UnimplementedCall"),
	"unimplemented_service":       unimplemented("grpc.testing.UnimplementedService", "UnimplementedCall"),
	"cacheable_unary":             cacheableUnary,
	"details":                     detailsOfErrors,
	"stream_fails":                streamFails,
	"timeout_of_unary":            timeoutOfUnary,
	"echo":                        echoes,
	"too_large":                   tooLarge,
}

func expect[T comparable](what string, found, expected T) error {
	if found != expected {
		return fmt.Errorf("%s: %v, not %v", what, found, expected)
	}
	return nil
}

func expectStatus(err error, status calls.Status) error {
	var failed *calls.Error
	if !errors.As(err, &failed) || failed.Status != status {
		return fmt.Errorf("expected %v, not %w", status, err)
	}
	return nil
}

func emptyUnary(caller *httpcalls.Caller) error {
	_, err := testpb.NewTestServiceClient(caller).EmptyCall(context.Background(), new(testpb.Empty))
	return err
}

var largeRequest = &testpb.SimpleRequest{ResponseSize: 314159, Payload: zeros(271828)}

func largeUnary(caller *httpcalls.Caller) error {
	answer, err := testpb.NewTestServiceClient(caller).UnaryCall(context.Background(), largeRequest)
	if err != nil {
		return err
	}
	return expect("size", len(bodyOf(answer.Payload)), 314159)
}

func cacheableUnary(caller *httpcalls.Caller) error {
	answer, err := testpb.NewTestServiceClient(caller).CacheableUnaryCall(context.Background(), &testpb.SimpleRequest{ResponseSize: 3})
	if err != nil {
		return err
	}
	return expect("size", len(bodyOf(answer.Payload)), 3)
}

func clientStreaming(caller *httpcalls.Caller) error {
	requests, err := testpb.NewTestServiceClient(caller).StreamingInputCall(context.Background())
	if err != nil {
		return err
	}
	for _, size := range []int32{27182, 8, 1828, 45904} {
		if err := requests.Send(&testpb.StreamingInputCallRequest{Payload: zeros(size)}); err != nil {
			return err
		}
	}
	answer, err := requests.CloseAndReceive()
	if err != nil {
		return err
	}
	return expect("size", answer.AggregatedPayloadSize, 74922)
}

var sizes = []int32{31415, 9, 2653, 58979}

func serverStreaming(caller *httpcalls.Caller) error {
	request := new(testpb.StreamingOutputCallRequest)
	for _, size := range sizes {
		request.ResponseParameters = append(request.ResponseParameters, testpb.ResponseParameters{Size: size})
	}
	answers, err := testpb.NewTestServiceClient(caller).StreamingOutputCall(context.Background(), request)
	if err != nil {
		return err
	}
	var found []int32
	for answer, err := range answers.All() {
		if err != nil {
			return err
		}
		found = append(found, int32(len(bodyOf(answer.Payload))))
	}
	return expect("sizes", fmt.Sprint(found), fmt.Sprint(sizes))
}

func asking(size int32) *testpb.StreamingOutputCallRequest {
	return &testpb.StreamingOutputCallRequest{ResponseParameters: []testpb.ResponseParameters{{Size: size}}, Payload: zeros(size / 2)}
}

func pingPong(caller *httpcalls.Caller) error {
	duplex, err := testpb.NewTestServiceClient(caller).FullDuplexCall(context.Background())
	if err != nil {
		return err
	}
	for _, size := range sizes {
		if err := duplex.Send(asking(size)); err != nil {
			return err
		}
		answer, err := duplex.Receive()
		if err != nil {
			return err
		}
		if err := expect("size", int32(len(bodyOf(answer.Payload))), size); err != nil {
			return err
		}
	}
	return ends(duplex)
}

func ends(duplex *httpcalls.Duplex[testpb.StreamingOutputCallRequest, testpb.StreamingOutputCallResponse]) error {
	if err := duplex.CloseSend(); err != nil {
		return err
	}
	if _, err := duplex.Receive(); err != io.EOF {
		return fmt.Errorf("expected the end, not %w", err)
	}
	return nil
}

func emptyStream(caller *httpcalls.Caller) error {
	duplex, err := testpb.NewTestServiceClient(caller).FullDuplexCall(context.Background())
	if err != nil {
		return err
	}
	return ends(duplex)
}

func statusCodeAndMessage(caller *httpcalls.Caller) error {
	return statusIs(caller, 2, "test status message")
}

func specialStatusMessage(caller *httpcalls.Caller) error {
	return statusIs(caller, 2, "\t\ntest with whitespace\r\nand Unicode BMP \u263a and non-BMP \U0001f608\t\n")
}

func statusIs(caller *httpcalls.Caller, code int32, message string) error {
	client, asked := testpb.NewTestServiceClient(caller), &testpb.EchoStatus{Code: code, Message: message}
	_, err := client.UnaryCall(context.Background(), &testpb.SimpleRequest{ResponseStatus: asked})
	if err := messageIs(err, calls.Status(code), message); err != nil {
		return err
	}
	duplex, err := client.FullDuplexCall(context.Background())
	if err != nil {
		return err
	}
	if err := duplex.Send(&testpb.StreamingOutputCallRequest{ResponseStatus: asked}); err != nil {
		return err
	}
	_, err = duplex.Receive()
	return messageIs(err, calls.Status(code), message)
}

func messageIs(err error, status calls.Status, message string) error {
	if err := expectStatus(err, status); err != nil {
		return err
	}
	var failed *calls.Error
	errors.As(err, &failed)
	return expect("message", failed.Message, message)
}

func customMetadata(caller *httpcalls.Caller) error {
	client, value := testpb.NewTestServiceClient(caller), "\xab\xab\xab"
	sent := []calls.Metadata{calls.Text(echoed, "test_initial_metadata_value"), calls.Binary(echoedBehind, []byte(value))}
	ctx, around := calls.WithAnswer(calls.WithMetadata(context.Background(), sent...))
	if _, err := client.UnaryCall(ctx, largeRequest); err != nil {
		return err
	}
	if err := isEchoed(*around, value); err != nil {
		return err
	}
	duplex, err := client.FullDuplexCall(calls.WithMetadata(context.Background(), sent...))
	if err != nil {
		return err
	}
	if err := duplex.Send(asking(314159)); err != nil {
		return err
	}
	if _, err := duplex.Receive(); err != nil {
		return err
	}
	if err := ends(duplex); err != nil {
		return err
	}
	return isEchoed(calls.Answer{Header: duplex.Header(), Trailer: duplex.Trailer()}, value)
}

func isEchoed(around calls.Answer, value string) error {
	if !slices.Equal(calls.Texts(around.Header, echoed), []string{"test_initial_metadata_value"}) {
		return fmt.Errorf("the header is %v", around.Header)
	}
	found := calls.Binaries(around.Trailer, echoedBehind)
	if len(found) != 1 || string(found[0]) != value {
		return fmt.Errorf("the trailer is %v", around.Trailer)
	}
	return nil
}

func cancelAfterBegin(caller *httpcalls.Caller) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	requests, err := testpb.NewTestServiceClient(caller).StreamingInputCall(ctx)
	if err != nil {
		return err
	}
	cancel()
	_, err = requests.CloseAndReceive()
	return expectStatus(err, calls.StatusCancelled)
}

func cancelAfterFirstResponse(caller *httpcalls.Caller) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	duplex, err := testpb.NewTestServiceClient(caller).FullDuplexCall(ctx)
	if err != nil {
		return err
	}
	if err := duplex.Send(asking(31415)); err != nil {
		return err
	}
	if _, err := duplex.Receive(); err != nil {
		return err
	}
	cancel()
	_, err = duplex.Receive()
	return expectStatus(err, calls.StatusCancelled)
}

// The server waits for more messages.
func timeoutOnSleepingServer(caller *httpcalls.Caller) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	duplex, err := testpb.NewTestServiceClient(caller).FullDuplexCall(ctx)
	if err != nil {
		return expectStatus(err, calls.StatusDeadlineExceeded)
	}
	if err := duplex.Send(&testpb.StreamingOutputCallRequest{Payload: zeros(27182)}); err != nil && err != io.EOF {
		return err
	}
	_, err = duplex.Receive()
	return expectStatus(err, calls.StatusDeadlineExceeded)
}

func timeoutOfUnary(caller *httpcalls.Caller) error {
	ctx, cancel := context.WithTimeout(calls.WithMetadata(context.Background(), calls.Text("x-wait", "1")), 20*time.Millisecond)
	defer cancel()
	_, err := testpb.NewTestServiceClient(caller).UnaryCall(ctx, new(testpb.SimpleRequest))
	return expectStatus(err, calls.StatusDeadlineExceeded)
}

func unimplemented(service, name string) func(*httpcalls.Caller) error {
	codec := calls.Codec[testpb.Empty]{{Names: []string{""}, Append: (*testpb.Empty).AppendProtobuf, Unmarshal: (*testpb.Empty).UnmarshalProtobuf}}
	method := &calls.Method[testpb.Empty, testpb.Empty]{Service: service, Name: name, Requests: codec, Answers: codec}
	return func(caller *httpcalls.Caller) error {
		_, err := httpcalls.CallOneToOne(context.Background(), caller, method, new(testpb.Empty))
		return expectStatus(err, calls.StatusUnimplemented)
	}
}

func detailsOfErrors(caller *httpcalls.Caller) error {
	asked := &testpb.EchoStatus{Code: 9, Message: "no"}
	_, err := testpb.NewTestServiceClient(caller).UnaryCall(context.Background(), &testpb.SimpleRequest{ResponseStatus: asked})
	if err := messageIs(err, calls.StatusFailedPrecondition, "no"); err != nil {
		return err
	}
	var failed *calls.Error
	errors.As(err, &failed)
	if len(failed.Details) == 0 || !bytes.Contains(failed.Details, []byte("type.googleapis.com/")) {
		return fmt.Errorf("the details are %q", failed.Details)
	}
	return nil
}

// Messages that are there already are received in front of an error.
func streamFails(caller *httpcalls.Caller) error {
	request := asking(5)
	request.ResponseStatus = &testpb.EchoStatus{Code: 10, Message: "é"}
	answers, err := testpb.NewTestServiceClient(caller).StreamingOutputCall(context.Background(), request)
	if err != nil {
		return err
	}
	if _, err := answers.Receive(); err != nil {
		return err
	}
	_, err = answers.Receive()
	return messageIs(err, calls.StatusAborted, "é")
}

// What connect-go's server does with metadata.
func echoes(caller *httpcalls.Caller) error {
	ctx, around := calls.WithAnswer(calls.WithMetadata(context.Background(), calls.Text("x-echo", "a")))
	if _, err := testpb.NewTestServiceClient(caller).UnaryCall(ctx, &testpb.SimpleRequest{ResponseSize: 3}); err != nil {
		return err
	}
	header, trailer := calls.Texts(around.Header, "x-head"), calls.Texts(around.Trailer, "x-tail")
	return expect("metadata", fmt.Sprint(header, trailer), "[a] [a]")
}

// The answer has more bytes than allowed.
func tooLarge(caller *httpcalls.Caller) error {
	_, err := testpb.NewTestServiceClient(caller).UnaryCall(context.Background(), &testpb.SimpleRequest{ResponseSize: 5 << 20})
	return expectStatus(err, calls.StatusResourceExhausted)
}
