package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"gw/gen"
)

type library struct{ gen.UnimplementedLibraryServer }

func told(m proto.Message) *gen.Book {
	b, _ := protojson.Marshal(m)
	var c bytes.Buffer
	json.Compact(&c, b)
	return &gen.Book{Title: c.String()}
}
func fails(name string) error {
	if strings.HasSuffix(name, "/none") {
		s, _ := status.New(codes.NotFound, "no \"book\" é").WithDetails(&gen.Book{Title: "why"})
		return s.Err()
	}
	return nil
}
func (library) GetBook(_ context.Context, r *gen.GetBookRequest) (*gen.Book, error) {
	if err := fails(r.Name); err != nil {
		return nil, err
	}
	return told(r), nil
}
func (library) ListBooks(_ context.Context, r *gen.ListBooksRequest) (*gen.ListBooksResponse, error) {
	if r.Shelf == "shelves/empty" {
		return &gen.ListBooksResponse{}, nil
	}
	return &gen.ListBooksResponse{Books: []*gen.Book{told(r)}}, nil
}
func (library) CreateBook(_ context.Context, r *gen.CreateBookRequest) (*gen.Book, error) { return told(r), nil }
func (library) UpdateBook(_ context.Context, r *gen.UpdateBookRequest) (*gen.Book, error) { return told(r), nil }
func (library) Lend(_ context.Context, r *gen.LendRequest) (*gen.Book, error)             { return told(r), nil }
func (library) Watch(r *gen.GetBookRequest, s grpc.ServerStreamingServer[gen.Book]) error {
	s.Send(told(r))
	if err := fails(r.Name); err != nil {
		return err
	}
	return s.Send(&gen.Book{Pages: 5})
}

type request struct{ Verb, Path, Body string }

func main() {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	s := grpc.NewServer()
	gen.RegisterLibraryServer(s, library{})
	go s.Serve(l)
	mux := runtime.NewServeMux(runtime.WithMarshalerOption("*", &runtime.JSONPb{MarshalOptions: protojson.MarshalOptions{EmitUnpopulated: false}}))
	gen.RegisterLibraryHandlerFromEndpoint(context.Background(), mux, l.Addr().String(), []grpc.DialOption{grpc.WithTransportCredentials(insecure.NewCredentials())})
	h, _ := net.Listen("tcp", "127.0.0.1:0")
	go http.Serve(h, mux)
	var all []request
	if err := json.NewDecoder(os.Stdin).Decode(&all); err != nil {
		panic(err)
	}
	for _, r := range all {
		q, err := http.NewRequest(r.Verb, "http://"+h.Addr().String()+r.Path, strings.NewReader(r.Body))
		if err != nil {
			panic(err)
		}
		if r.Body != "" {
			q.Header.Set("content-type", "application/json")
		}
		a, err := http.DefaultClient.Do(q)
		if err != nil {
			panic(err)
		}
		b, _ := io.ReadAll(a.Body)
		o, _ := json.Marshal(map[string]any{"verb": r.Verb, "path": r.Path, "body": r.Body, "status": a.StatusCode, "answer": string(b)})
		fmt.Println(string(o))
	}
}
