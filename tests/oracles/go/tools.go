//go:build tools

package main

import (
	_ "capnproto.org/go/capnp/v3/capnpc-go"
	_ "google.golang.org/protobuf/cmd/protoc-gen-go"
)
