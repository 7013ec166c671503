package main

import (
	"context"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/interop"
	testpb "google.golang.org/grpc/interop/grpc_testing"
)

// Runs cases against a server; one that fails ends the program.
func callAsClient(address string, names []string) {
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	check(err)
	ctx, client := context.Background(), testpb.NewTestServiceClient(connection)
	for _, name := range names {
		run, known := cases[name]
		switch {
		case known:
			run(ctx, client)
		case name == "unimplemented_service":
			interop.DoUnimplementedService(ctx, testpb.NewUnimplementedServiceClient(connection))
		case name == "unimplemented_method":
			interop.DoUnimplementedMethod(ctx, connection)
		default:
			check(fmt.Errorf("there is no case %s", name))
		}
		fmt.Println(name)
	}
}

// The cases that need no more than a client of the service.
var cases = map[string]func(context.Context, testpb.TestServiceClient, ...grpc.CallOption){
	"empty_unary":                 interop.DoEmptyUnaryCall,
	"large_unary":                 interop.DoLargeUnaryCall,
	"client_streaming":            interop.DoClientStreaming,
	"server_streaming":            interop.DoServerStreaming,
	"ping_pong":                   interop.DoPingPong,
	"empty_stream":                interop.DoEmptyStream,
	"status_code_and_message":     interop.DoStatusCodeAndMessage,
	"special_status_message":      interop.DoSpecialStatusMessage,
	"custom_metadata":             interop.DoCustomMetadata,
	"cancel_after_begin":          interop.DoCancelAfterBegin,
	"cancel_after_first_response": interop.DoCancelAfterFirstResponse,
	"timeout_on_sleeping_server":  interop.DoTimeoutOnSleepingServer,
}
