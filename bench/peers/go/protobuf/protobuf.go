// Package protobuf is Google's implementation: messages are appended to a kept buffer, and read into a kept message.
// https://pkg.go.dev/google.golang.org/protobuf/proto#MarshalOptions.MarshalAppend
package protobuf

import (
	"google.golang.org/protobuf/proto"

	"peers/version"
	"polywire/bench"
)

// Message is a message that protoc-gen-go has printed.
type Message[V any] interface {
	*V
	proto.Message
}

// Codec returns the codec of a message.
func Codec[V any, P Message[V]]() bench.Codec[V] {
	return bench.Codec[V]{
		Mode:    "message and buffer kept",
		Version: version.Of("google.golang.org/protobuf"),
		Append: func(v *V, b []byte) ([]byte, error) {
			return proto.MarshalOptions{}.MarshalAppend(b, P(v))
		},
		Unmarshal: func(v *V, b []byte) error {
			return proto.Unmarshal(b, P(v))
		},
	}
}
