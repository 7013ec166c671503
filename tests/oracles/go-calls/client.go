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
		switch name {
		case "empty_unary":
			interop.DoEmptyUnaryCall(ctx, client)
		case "unimplemented_service":
			interop.DoUnimplementedService(ctx, testpb.NewUnimplementedServiceClient(connection))
		case "unimplemented_method":
			interop.DoUnimplementedMethod(ctx, connection)
		case "cancel_after_begin":
			interop.DoCancelAfterBegin(ctx, client)
		default:
			check(fmt.Errorf("there is no case %s", name))
		}
		fmt.Println(name)
	}
}
