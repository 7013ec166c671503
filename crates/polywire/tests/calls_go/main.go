// The service of gRPC's interoperability tests, and its client, in generated code.
//
// `serve` prints the address and ends with its standard input; `call PROTOCOL URL CASE…` runs cases, of which one that fails ends the
// program. With `gzip PROTOCOL`, messages are compressed, with `json PROTOCOL` they are in JSON, and `http2 PROTOCOL` uses HTTP/2 for all.
package main

import (
	"fmt"
	"io"
	"net"
	"os"

	"polywire/calls/httpcalls"

	rpc "example.com/calls/gen/Rpc"
	testpb "example.com/calls/gen/grpc/testing"
)

func main() {
	switch args := os.Args[1:]; args[0] {
	case "serve":
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		check(err)
		fmt.Println(listener.Addr())
		go httpcalls.NewServer("", handler()).Serve(listener)
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "call":
		call(args[1:])
	case "gzip":
		call(args[1:], httpcalls.WithCompression(httpcalls.Gzip))
	case "json":
		call(args[1:], httpcalls.WithFormat("json"))
	case "http2":
		call(args[1:], httpcalls.WithHTTP2())
	}
}

func handler() *httpcalls.Handler {
	return httpcalls.NewHandler(rpc.Protocols, testpb.ServeTestService(service{most: 8 << 20}))
}

func call(args []string, options ...httpcalls.Option) {
	caller, err := httpcalls.NewCaller(args[1], protocol(args[0]), options...)
	check(err)
	for _, name := range args[2:] {
		run, ok := cases[name]
		if !ok {
			check(fmt.Errorf("there is no case %s", name))
		}
		if err := run(caller); err != nil {
			check(fmt.Errorf("%s: %w", name, err))
		}
		fmt.Println(name)
	}
}

func protocol(name string) *httpcalls.Protocol {
	for _, protocol := range rpc.Protocols {
		if protocol.Name == name {
			return protocol
		}
	}
	check(fmt.Errorf("there is no protocol %s", name))
	return nil
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
