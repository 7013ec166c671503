// Package goccy is goccy/go-json: each message is a new slice, and read into a value that was set to zero, because members
// that a message lacks stay as they are.
// https://pkg.go.dev/github.com/goccy/go-json
package goccy

import (
	"github.com/goccy/go-json"

	"peers/version"
	"polywire/bench"
)

// Codec returns the codec of a struct with the tags of encoding/json, such as a message that protoc-gen-go has printed.
func Codec[V any]() bench.Codec[V] {
	return bench.Codec[V]{
		Version: version.Of("github.com/goccy/go-json"),
		Append: func(v *V, b []byte) ([]byte, error) {
			return json.MarshalNoEscape(v)
		},
		Unmarshal: func(v *V, b []byte) error {
			*v = *new(V)
			return json.UnmarshalNoEscape(b, v)
		},
	}
}
