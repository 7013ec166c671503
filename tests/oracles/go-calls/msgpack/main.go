// A server and a client of MessagePack-RPC: net/rpc with the codec of github.com/ugorji/go.
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/rpc"
	"os"

	"github.com/ugorji/go/codec"
)

// Pair is what methods take.
type Pair struct {
	A int64 `codec:"a"`
	B int64 `codec:"b"`
}

// Quotient is what a method returns.
type Quotient struct {
	Whole int64 `codec:"whole"`
	Rest  int64 `codec:"rest"`
}

// Arith has the methods.
type Arith struct{}

func (arith *Arith) Add(pair *Pair, sum *int64) error {
	*sum = pair.A + pair.B
	return nil
}

func (arith *Arith) Divide(pair *Pair, quotient *Quotient) error {
	if pair.B == 0 {
		return errors.New("INVALID_ARGUMENT: division by zero")
	}
	quotient.Whole, quotient.Rest = pair.A/pair.B, pair.A%pair.B
	return nil
}

func (arith *Arith) Fail(pair *Pair, sum *int64) error {
	return errors.New("it never works")
}

func main() {
	log.SetFlags(0)
	handle := &codec.MsgpackHandle{WriteExt: true}
	handle.RawToString = true
	switch {
	case len(os.Args) == 2 && os.Args[1] == "serve":
		serve(handle)
	case len(os.Args) == 3:
		call(handle, os.Args[2])
	default:
		log.Fatal("msgpack-calls serve | msgpack-calls call ADDRESS")
	}
}

// serve answers until standard input ends.
func serve(handle *codec.MsgpackHandle) {
	server := rpc.NewServer()
	must(server.Register(&Arith{}))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	fmt.Println(listener.Addr())
	go func() {
		for {
			connection, err := listener.Accept()
			must(err)
			go server.ServeCodec(codec.MsgpackSpecRpc.ServerCodec(connection, handle))
		}
	}()
	io.Copy(io.Discard, os.Stdin)
}

// call sends calls before it waits for the first answer.
func call(handle *codec.MsgpackHandle, address string) {
	connection, err := net.Dial("tcp", address)
	must(err)
	client := rpc.NewClientWithCodec(codec.MsgpackSpecRpc.ClientCodec(connection, handle))
	pair := &Pair{A: 7, B: 2}
	var sum int64
	var quotient Quotient
	calls := []*rpc.Call{
		client.Go("Arith.Divide", pair, &quotient, nil),
		client.Go("Arith.Add", pair, &sum, nil),
		client.Go("Arith.Divide", &Pair{A: 1}, new(Quotient), nil),
		client.Go("Arith.Nothing", pair, new(int64), nil),
	}
	for _, call := range calls {
		<-call.Done
	}
	fmt.Println(sum, quotient.Whole, quotient.Rest)
	for _, call := range calls {
		fmt.Println(call.ServiceMethod, call.Error)
	}
	first := sum
	for range 1000 {
		must(client.Call("Arith.Add", codec.MsgpackSpecRpcMultiArgs{pair}, &sum))
		if sum != first {
			log.Fatal("another sum: ", sum)
		}
	}
	must(client.Close())
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
