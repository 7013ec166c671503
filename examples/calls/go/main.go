// Command shop has a server of the shop that speaks gRPC, gRPC-Web and Connect, and a client for each.
//
//	shop                        runs the server and all clients, on a port of this machine
//	shop serve                  runs the server, and prints its URL
//	shop call PROTOCOL URL      runs a client
package main

import (
	"fmt"
	"log"
	"net"
	"os"

	"example.com/shop/internal/gen/Rpc"
	"example.com/shop/internal/gen/shop"
	"example.com/shop/internal/polywire/calls/httpcalls"
)

//go:generate polywire runtime go -o internal/polywire
//go:generate polywire gen --lang go --wire protobuf,json --rpc grpc,grpc-web,connect --go-package polywire=example.com/shop/internal/polywire -I ../schema -o internal/gen ../schema/shop/orders.proto

func main() {
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(args []string) error {
	if len(args) == 3 && args[0] == "call" {
		for _, protocol := range rpc.Protocols {
			if protocol.Name == args[1] {
				return call(args[2], protocol)
			}
		}
		return fmt.Errorf("there is no protocol %s", args[1])
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	url := "http://" + listener.Addr().String()
	handler := httpcalls.NewHandler(rpc.Protocols, shop.ServeOrders(&orders{}))
	server := httpcalls.NewServer("", handler)
	if len(args) == 1 && args[0] == "serve" {
		fmt.Println(url)
		return server.Serve(listener)
	}
	defer server.Close()
	go server.Serve(listener)
	for _, protocol := range rpc.Protocols {
		fmt.Println(protocol.Name)
		if err := call(url, protocol); err != nil {
			return err
		}
	}
	return nil
}
