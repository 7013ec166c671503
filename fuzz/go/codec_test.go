package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"polywire"
)

// FuzzCodec reads messages in the format of the program: two bytes select the type; the rest is the message. It is a test of
// the program that the engine tests generate (go::driver), which defines the table codecs.
func FuzzCodec(f *testing.F) {
	var types []string
	for name := range codecs {
		if ty, _, isFormat := strings.Cut(name, " "+format); isFormat {
			types = append(types, ty)
		}
	}
	slices.Sort(types)
	// The fuzzer's own corpus is enough without them.
	if folder := os.Getenv("POLYWIRE_FUZZ_SEEDS"); folder != "" {
		addSeeds(f, folder)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) >= 2 {
			ty := types[(int(data[0])|int(data[1])<<8)%len(types)]
			check(t, codecs[ty+" "+format], codecs[ty+" raw"], data[2:])
		}
	})
}

func addSeeds(f *testing.F, folder string) {
	seeds, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range seeds {
		seed, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(seed)
	}
}

func check(t *testing.T, it, raw codec, message []byte) {
	input := slices.Clone(message)
	// With a small budget, no input takes long.
	limits := polywire.Limits{Budget: 1 << 20}
	v, err := it.read(&polywire.Decoder{Limits: limits}, nil, input)
	if it.validate != nil && code(it.validate(&polywire.Decoder{Limits: limits}, nil, input)) != code(err) {
		t.Fatalf("validation differs from %v", err)
	}
	aliased, again := it.read(&polywire.Decoder{Limits: limits, Texts: polywire.Aliased}, nil, input)
	if code(again) != code(err) {
		t.Fatalf("with aliased texts: %v, not %v", again, err)
	}
	if !bytes.Equal(input, message) {
		t.Fatal("the input is changed")
	}
	if err != nil {
		return
	}
	image := written(t, raw, v)
	if !bytes.Equal(image, written(t, raw, aliased)) {
		t.Fatal("aliased texts differ")
	}
	if it.write == nil {
		return
	}
	// The format may be unable to hold the value.
	b, _, err := it.write(&polywire.Encoder{}, v)
	if err != nil {
		return
	}
	v, err = it.read(&polywire.Decoder{}, nil, b)
	if err != nil {
		t.Fatalf("what was written is refused: %v", err)
	}
	// The same value, as far as the format can represent it.
	if !bytes.Equal(written(t, it, v), b) {
		t.Fatal("another message is written")
	}
}

func written(t *testing.T, it codec, v any) []byte {
	b, size, err := it.write(&polywire.Encoder{}, v)
	if err != nil || size != len(b) {
		t.Fatalf("%d bytes of %d are written: %v", len(b), size, err)
	}
	return b
}

func code(err error) string {
	var refused *polywire.Error
	if errors.As(err, &refused) {
		return refused.Code.String()
	}
	return ""
}
