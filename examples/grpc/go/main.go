// Command shop has a server and a client of the shop.
//
//	shop               runs both, on a port of this machine
//	shop serve         runs the server, and prints its address
//	shop call ADDRESS  runs the client
package main

import (
	"fmt"
	"log"
	"net"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"

	"example.com/shop/internal/gen/shop"
	"example.com/shop/internal/polywiregrpc"
)

//go:generate polywire runtime go -o internal/polywire
//go:generate polywire runtime go-grpc -o internal/polywiregrpc
//go:generate polywire gen --lang go --wire protobuf --go-package polywire=example.com/shop/internal/polywire -I ../schema -o internal/gen ../schema/shop/orders.proto
//go:generate go build -o internal/bin/protoc-gen-go-grpc google.golang.org/grpc/cmd/protoc-gen-go-grpc
//go:generate protoc --plugin=internal/bin/protoc-gen-go-grpc --go-grpc_out=internal/gen --go-grpc_opt=paths=source_relative,Mshop/orders.proto=example.com/shop/internal/gen/shop -I ../schema ../schema/shop/orders.proto

func init() {
	encoding.RegisterCodecV2(polywiregrpc.Protobuf())
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(args []string) error {
	if len(args) == 2 && args[0] == "call" {
		return call(args[1])
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := grpc.NewServer()
	shop.RegisterOrdersServer(server, &orders{})
	if len(args) == 1 && args[0] == "serve" {
		fmt.Println(listener.Addr())
		return server.Serve(listener)
	}
	defer server.Stop()
	go func() {
		if err := server.Serve(listener); err != nil {
			log.Print(err)
		}
	}()
	return call(listener.Addr().String())
}
