// Package vtprotobuf has the functions that vtprotobuf prints for the messages of protoc-gen-go. Messages are reset as
// those of a pool, which keeps their memory. https://github.com/planetscale/vtprotobuf#available-features
package vtprotobuf

import (
	"slices"

	"peers/version"
	"polywire/bench"
)

// Message is a message for which protoc-gen-go-vtproto has printed functions.
type Message[V any] interface {
	*V
	ResetVT()
	SizeVT() int
	MarshalToSizedBufferVT(b []byte) (int, error)
	UnmarshalVT(b []byte) error
	UnmarshalVTUnsafe(b []byte) error
}

// Codec returns the codec of a message.
func Codec[V any, P Message[V]]() bench.Codec[V] {
	return bench.Codec[V]{
		Mode:    "pooled messages",
		Version: version.Of("github.com/planetscale/vtprotobuf"),
		Append: func(v *V, b []byte) ([]byte, error) {
			size, start := P(v).SizeVT(), len(b)
			b = slices.Grow(b, size)[:start+size]
			_, err := P(v).MarshalToSizedBufferVT(b[start:])
			return b, err
		},
		Unmarshal: func(v *V, b []byte) error {
			P(v).ResetVT()
			return P(v).UnmarshalVT(b)
		},
		Borrow: func(v *V, b []byte) error {
			P(v).ResetVT()
			return P(v).UnmarshalVTUnsafe(b)
		},
	}
}
