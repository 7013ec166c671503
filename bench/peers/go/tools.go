//go:build tools

// Package peers names the programs that print code for the measurements.
package peers

import (
	_ "github.com/planetscale/vtprotobuf/cmd/protoc-gen-go-vtproto"
	_ "github.com/planetscale/vtprotobuf/protohelpers"
	_ "google.golang.org/protobuf/cmd/protoc-gen-go"
)
