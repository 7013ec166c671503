package main

import (
	"context"
	"io"

	"polywire/calls"
	"polywire/calls/httpcalls"

	testpb "example.com/calls/gen/grpc/testing"
)

// The service of gRPC's interoperability tests.
type service struct {
	// The number of bytes that a message may ask for.
	most int32
}

// A google.rpc.Status with a detail.
var details = []byte("\x08\x09\x12\x02no\x1a\x1d\n\x17type.googleapis.com/x.Y\x12\x02\x08\x07")

func (service) EmptyCall(context.Context, *testpb.Empty) (*testpb.Empty, error) {
	return new(testpb.Empty), nil
}

func (it service) UnaryCall(ctx context.Context, request *testpb.SimpleRequest) (*testpb.SimpleResponse, error) {
	echo(ctx)
	if err := failure(request.ResponseStatus); err != nil {
		return nil, err
	}
	if len(calls.Texts(calls.FromContext(ctx).Call.Metadata, "x-wait")) != 0 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return &testpb.SimpleResponse{Payload: zeros(min(request.ResponseSize, it.most))}, nil
}

func (it service) CacheableUnaryCall(ctx context.Context, request *testpb.SimpleRequest) (*testpb.SimpleResponse, error) {
	return it.UnaryCall(ctx, request)
}

func (it service) StreamingOutputCall(ctx context.Context, request *testpb.StreamingOutputCallRequest, answers *httpcalls.Sender[testpb.StreamingOutputCallResponse]) error {
	echo(ctx)
	if isEmpty(request) {
		request.ResponseParameters = make([]testpb.ResponseParameters, 3)
	}
	if err := it.send(request, answers); err != nil {
		return err
	}
	return failure(request.ResponseStatus)
}

// isEmpty returns true for what clients of connect-go send, which do not say what they want: three messages, or one for each.
func isEmpty(request *testpb.StreamingOutputCallRequest) bool {
	return len(request.ResponseParameters) == 0 && request.Payload == nil && request.ResponseStatus == nil
}

func (service) StreamingInputCall(ctx context.Context, requests *httpcalls.Receiver[testpb.StreamingInputCallRequest]) (*testpb.StreamingInputCallResponse, error) {
	echo(ctx)
	answer := new(testpb.StreamingInputCallResponse)
	for request, err := range requests.All() {
		if err != nil {
			return nil, err
		}
		answer.AggregatedPayloadSize += int32(len(bodyOf(request.Payload)))
	}
	return answer, nil
}

func (it service) FullDuplexCall(ctx context.Context, requests *httpcalls.Receiver[testpb.StreamingOutputCallRequest], answers *httpcalls.Sender[testpb.StreamingOutputCallResponse]) error {
	echo(ctx)
	for {
		request, err := requests.Receive()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if isEmpty(request) {
			request.ResponseParameters = make([]testpb.ResponseParameters, 1)
		}
		if err := it.send(request, answers); err != nil {
			return err
		}
		if err := failure(request.ResponseStatus); err != nil {
			return err
		}
	}
}

// The metadata that calls get back, in front of and behind the messages.
const echoed, echoedBehind = "x-grpc-test-echo-initial", "x-grpc-test-echo-trailing-bin"

func echo(ctx context.Context) {
	call := calls.FromContext(ctx)
	for _, text := range calls.Texts(call.Call.Metadata, echoed) {
		call.AddHeader(calls.Text(echoed, text))
	}
	for _, value := range calls.Binaries(call.Call.Metadata, echoedBehind) {
		call.AddTrailer(calls.Binary(echoedBehind, value))
	}
}

func failure(asked *testpb.EchoStatus) error {
	if asked == nil || asked.Code == 0 {
		return nil
	}
	failed := calls.NewError(calls.Status(asked.Code), asked.Message)
	if failed.Status == calls.StatusFailedPrecondition {
		failed.Details = details
		failed.Metadata = []calls.Metadata{calls.Text("x-meta", "m")}
	}
	return failed
}

func (it service) send(request *testpb.StreamingOutputCallRequest, answers *httpcalls.Sender[testpb.StreamingOutputCallResponse]) error {
	for _, wanted := range request.ResponseParameters {
		if err := answers.Send(&testpb.StreamingOutputCallResponse{Payload: zeros(min(wanted.Size, it.most))}); err != nil {
			return err
		}
	}
	return nil
}

func zeros(size int32) *testpb.Payload { return &testpb.Payload{Body: make([]byte, max(size, 0))} }

func bodyOf(payload *testpb.Payload) []byte {
	if payload == nil {
		return nil
	}
	return payload.Body
}
