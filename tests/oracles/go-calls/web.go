package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"

	"connectrpc.com/connect"
	testpb "google.golang.org/grpc/interop/grpc_testing"
)

const path = "/grpc.testing.TestService/"

// Methods of the service on connect-go, which speaks gRPC-Web and Connect.
func webHandler() http.Handler {
	mux := http.NewServeMux()
	add := func(name string, handler http.Handler) { mux.Handle(path+name, handler) }
	sideEffectFree := connect.WithIdempotency(connect.IdempotencyNoSideEffects)
	add("UnaryCall", connect.NewUnaryHandler(path+"UnaryCall", answerOne))
	add("CacheableUnaryCall", connect.NewUnaryHandler(path+"CacheableUnaryCall", answerOne, sideEffectFree))
	add("StreamingOutputCall", connect.NewServerStreamHandler(path+"StreamingOutputCall", answerMany))
	add("StreamingInputCall", connect.NewClientStreamHandler(path+"StreamingInputCall", answerSum))
	add("FullDuplexCall", connect.NewBidiStreamHandler(path+"FullDuplexCall", answerInTurns))
	return mux
}

// Listens for HTTP/1.1, and for HTTP/2 without TLS.
func serveWeb() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	fmt.Println("web", listener.Addr())
	server := &http.Server{Handler: webHandler(), Protocols: new(http.Protocols)}
	server.Protocols.SetHTTP1(true)
	server.Protocols.SetUnencryptedHTTP2(true)
	go server.Serve(listener)
}

// Returns the error that is asked for, with a detail.
func failure(asked *testpb.EchoStatus) error {
	if asked.GetCode() == 0 {
		return nil
	}
	failed := connect.NewError(connect.Code(asked.GetCode()), errors.New(asked.GetMessage()))
	detail, err := connect.NewErrorDetail(&testpb.EchoStatus{Code: 7, Message: "why"})
	check(err)
	failed.AddDetail(detail)
	failed.Meta().Set("x-meta", "m")
	return failed
}

func answerOne(ctx context.Context, request *connect.Request[testpb.SimpleRequest]) (*connect.Response[testpb.SimpleResponse], error) {
	if err := failure(request.Msg.GetResponseStatus()); err != nil {
		return nil, err
	}
	if request.Header().Get("x-wait") != "" {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	body := make([]byte, request.Msg.GetResponseSize())
	answer := connect.NewResponse(&testpb.SimpleResponse{Payload: &testpb.Payload{Body: body}})
	answer.Header().Set("x-head", request.Header().Get("x-echo"))
	answer.Header().Set("x-method", request.HTTPMethod())
	answer.Trailer().Set("x-tail", request.Header().Get("x-echo"))
	answer.Trailer().Set("x-tail-bin", request.Header().Get("x-echo-bin"))
	return answer, nil
}

func answerMany(_ context.Context, request *connect.Request[testpb.StreamingOutputCallRequest], answers *connect.ServerStream[testpb.StreamingOutputCallResponse]) error {
	answers.ResponseHeader().Set("x-head", request.Header().Get("x-echo"))
	answers.ResponseTrailer().Set("x-tail", request.Header().Get("x-echo"))
	if err := send(request.Msg, answers.Send); err != nil {
		return err
	}
	return failure(request.Msg.GetResponseStatus())
}

func answerSum(_ context.Context, messages *connect.ClientStream[testpb.StreamingInputCallRequest]) (*connect.Response[testpb.StreamingInputCallResponse], error) {
	sum := 0
	for messages.Receive() {
		sum += len(messages.Msg().GetPayload().GetBody())
	}
	if err := messages.Err(); err != nil {
		return nil, err
	}
	return connect.NewResponse(&testpb.StreamingInputCallResponse{AggregatedPayloadSize: int32(sum)}), nil
}

func answerInTurns(_ context.Context, stream *connect.BidiStream[testpb.StreamingOutputCallRequest, testpb.StreamingOutputCallResponse]) error {
	for {
		request, err := stream.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := send(request, stream.Send); err != nil {
			return err
		}
		if err := failure(request.GetResponseStatus()); err != nil {
			return err
		}
	}
}

func send(request *testpb.StreamingOutputCallRequest, to func(*testpb.StreamingOutputCallResponse) error) error {
	for _, wanted := range request.GetResponseParameters() {
		answer := &testpb.StreamingOutputCallResponse{Payload: &testpb.Payload{Body: make([]byte, wanted.GetSize())}}
		if err := to(answer); err != nil {
			return err
		}
	}
	return nil
}
