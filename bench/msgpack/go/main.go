// A struct of six members, written and read by generated Go and by msgp's code, in turn: as a map and as an array of
// MessagePack, and in ZebraPack, which msgp lacks. Values and buffers are kept.
package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"time"

	"generated/golang"
	"generated/msgp/named"
	"generated/msgp/tuple"
	own "generated/own/plain"
	"generated/plain"
	"generated/plaintuple"
	"polywire"
)

type operation struct {
	name string
	run  func() error
}

func main() {
	operations, err := prepare()
	if err == nil {
		err = measure(operations)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// birthDay has nanoseconds.
var birthDay = time.Unix(1500000000, 123456789).UTC()

type codec struct {
	name   string
	append func([]byte) ([]byte, error)
	read   func([]byte) error
	// same is the codec that writes the same message.
	same string
}

// prepare checks that codecs of the same form write the same message.
func prepare() ([]operation, error) {
	at := golang.Time{Seconds: birthDay.Unix(), Nanos: int32(birthDay.Nanosecond())}
	map_ := plain.A{Name: "Jason Example", BirthDay: at, Phone: "5551234567", Siblings: 4, Spouse: true, Money: 1234.5678}
	array := plaintuple.A(map_)
	aliased := map_
	kept := own.A{Name: map_.Name, BirthDay: birthDay, Phone: map_.Phone, Siblings: 4, Spouse: true, Money: map_.Money}
	peer := named.A(kept)
	peerTuple := tuple.A(kept)
	inPlace := &polywire.Decoder{Texts: polywire.Aliased}
	codecs := []codec{
		{"msgp/map", peer.MarshalMsg, rest(peer.UnmarshalMsg), ""},
		{"generated Go/map", map_.AppendMsgpack, map_.UnmarshalMsgpack, "msgp/map"},
		{"generated Go, own struct/map", kept.AppendMsgpack, kept.UnmarshalMsgpack, "msgp/map"},
		{"msgp/array", peerTuple.MarshalMsg, rest(peerTuple.UnmarshalMsg), ""},
		{"generated Go/array", array.AppendMsgpack, array.UnmarshalMsgpack, "msgp/array"},
		{"generated Go/zebrapack", map_.AppendZebrapack, map_.UnmarshalZebrapack, ""},
		{"generated Go, own struct/zebrapack", kept.AppendZebrapack, kept.UnmarshalZebrapack, "generated Go/zebrapack"},
		{"generated Go, texts aliased/zebrapack", aliased.AppendZebrapack, func(message []byte) error {
			return aliased.UnmarshalZebrapackWith(inPlace, message)
		}, "generated Go/zebrapack"},
	}
	messages := map[string][]byte{}
	var operations []operation
	for _, it := range codecs {
		message, err := it.append(nil)
		if err != nil {
			return nil, err
		}
		messages[it.name] = message
		if other, found := messages[it.same]; found && !bytes.Equal(message, other) {
			return nil, fmt.Errorf("%s and %s write different messages", it.name, it.same)
		}
		buffer := make([]byte, 0, 1<<10)
		operations = append(operations,
			operation{it.name + "/encode", func() (err error) { buffer, err = it.append(buffer[:0]); return }},
			operation{it.name + "/decode", func() error { return it.read(message) }})
	}
	return operations, nil
}

// rest drops what follows a message.
func rest(read func([]byte) ([]byte, error)) func([]byte) error {
	return func(message []byte) error { _, err := read(message); return err }
}

// measure prints medians and minima of interleaved repetitions.
func measure(operations []operation) error {
	const repetitions, rounds = 41, 5000
	times := make([][]time.Duration, len(operations))
	for range repetitions {
		for at, it := range operations {
			start := time.Now()
			for range rounds {
				if err := it.run(); err != nil {
					return err
				}
			}
			times[at] = append(times[at], time.Since(start))
		}
	}
	for at, it := range operations {
		slices.Sort(times[at])
		of := func(index int) float64 { return float64(times[at][index].Nanoseconds()) / rounds }
		fmt.Printf("%-46s median %7.1f ns, minimum %7.1f\n", it.name, of(repetitions/2), of(0))
	}
	return nil
}
