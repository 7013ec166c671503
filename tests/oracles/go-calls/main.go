// The service of gRPC's interoperability tests, on servers that others wrote: grpc-go, with health and reflection, plain, by TLS with and
// without certificates of clients, and on a Unix socket; and connect-go, which speaks gRPC-Web and Connect over HTTP/1.1.
//
// Prints where they listen, a line each, and ends with its standard input. The folder that it is given gets the certificates and the socket.
//
// With `client ADDRESS CASE…` it is grpc-go's client of these tests instead, with `connect-client ADDRESS CASE…` connect-go's, and with
// `record` it shows what connect-go's client and server send.
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	_ "google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/interop"
	testpb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/reflection"
	"google.golang.org/grpc/status"
)

func main() {
	if len(os.Args) > 2 && os.Args[1] == "client" {
		callAsClient(os.Args[2], os.Args[3:])
		return
	}
	if len(os.Args) > 2 && os.Args[1] == "connect-client" {
		callByConnect(os.Args[2], os.Args[3:])
		return
	}
	if os.Args[1] == "record" {
		record()
		return
	}
	folder := os.Args[1]
	certificate := certify(folder)
	serveGrpc("grpc", "tcp", "127.0.0.1:0")
	serveGrpc("tls", "tcp", "127.0.0.1:0", grpc.Creds(credentials.NewServerTLSFromCert(&certificate)))
	serveGrpc("mutual", "tcp", "127.0.0.1:0", grpc.Creds(credentials.NewTLS(mutual(folder, certificate))))
	serveGrpc("unix", "unix", filepath.Join(folder, "socket"))
	serveWeb()
	io.Copy(io.Discard, os.Stdin)
}

// A service that fails with details, beside that of the tests.
type service struct {
	testpb.TestServiceServer
}

func (it service) UnaryCall(ctx context.Context, request *testpb.SimpleRequest) (*testpb.SimpleResponse, error) {
	if asked := request.GetResponseStatus(); asked != nil && asked.GetCode() == int32(codes.FailedPrecondition) {
		failed, err := status.New(codes.FailedPrecondition, asked.GetMessage()).WithDetails(&testpb.EchoStatus{Code: 7, Message: "why"})
		check(err)
		return nil, failed.Err()
	}
	return it.TestServiceServer.UnaryCall(ctx, request)
}

func serveGrpc(name, network, address string, options ...grpc.ServerOption) {
	listener, err := net.Listen(network, address)
	check(err)
	server := grpc.NewServer(options...)
	testpb.RegisterTestServiceServer(server, service{interop.NewTestServer()})
	healthpb.RegisterHealthServer(server, health.NewServer())
	reflection.Register(server)
	fmt.Println(name, listener.Addr())
	go server.Serve(listener)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
