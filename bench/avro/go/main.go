// Accounts of the trade model, written and read by generated Go and by hamba/avro, in turn. The argument is the schema.
package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"time"

	"generated/trade"

	"github.com/hamba/avro/v2"
)

type account struct {
	ID     int32   `avro:"id"`
	Name   string  `avro:"name"`
	Wallet balance `avro:"wallet"`
	Orders []order `avro:"orders"`
}

type balance struct {
	Currency string  `avro:"currency"`
	Amount   float64 `avro:"amount"`
}

type order struct {
	ID     int32   `avro:"id"`
	Symbol string  `avro:"symbol"`
	Side   string  `avro:"side"`
	Type   string  `avro:"type"`
	Price  float64 `avro:"price"`
	Volume float64 `avro:"volume"`
}

type operation struct {
	name string
	run  func() error
}

func main() {
	operations, err := prepare(os.Args[1])
	if err == nil {
		err = measure(operations)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// prepare checks that both read and write the same values.
func prepare(path string) ([]operation, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	schema, err := avro.Parse(string(text))
	if err != nil {
		return nil, err
	}
	ours := sample()
	message, err := ours.AppendAvro(nil)
	if err != nil {
		return nil, err
	}
	var theirs account
	if err := avro.Unmarshal(schema, message, &theirs); err != nil {
		return nil, err
	}
	if err := checkSame(schema, theirs, message); err != nil {
		return nil, err
	}
	buffer := make([]byte, 0, 1<<12)
	writer, reader := avro.NewWriter(nil, 1<<12), avro.NewReader(nil, 0)
	return []operation{
		{"generated Go/encode", func() (err error) { buffer, err = ours.AppendAvro(buffer[:0]); return }},
		{"generated Go/decode", func() error { return ours.UnmarshalAvro(message) }},
		{"hamba/encode", func() error { writer.Reset(nil); writer.WriteVal(schema, theirs); return writer.Error }},
		{"hamba/decode", func() error { reader.Reset(message); reader.ReadVal(schema, &theirs); return reader.Error }},
	}, nil
}

// checkSame reads what hamba/avro writes. It states the lengths of blocks, so its messages are longer.
func checkSame(schema avro.Schema, theirs account, message []byte) error {
	written, err := avro.Marshal(schema, theirs)
	if err != nil {
		return err
	}
	var read trade.Account
	if err := read.UnmarshalAvro(written); err != nil {
		return err
	}
	if again, err := read.AppendAvro(nil); err != nil || !bytes.Equal(again, message) {
		return fmt.Errorf("values differ: %v", err)
	}
	return nil
}

// sample is the message of the published comparison of serializers.
func sample() trade.Account {
	of := func(id int32, side trade.Side, kind trade.Type, price, volume float64) trade.Order {
		return trade.Order{ID: id, Symbol: "EURUSD", Side: side, Type: kind, Price: price, Volume: volume}
	}
	return trade.Account{
		ID: 1, Name: "Test", Wallet: trade.Balance{Currency: "USD", Amount: 1000},
		Orders: []trade.Order{
			of(1, trade.SideBuy, trade.TypeMarket, 1.23456, 1000),
			of(2, trade.SideSell, trade.TypeLimit, 1.0, 100),
			of(3, trade.SideBuy, trade.TypeStop, 1.5, 10),
		},
	}
}

// measure prints medians of interleaved repetitions.
func measure(operations []operation) error {
	const repetitions, rounds = 41, 2000
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
		fmt.Printf("%-34s %8.1f ns\n", it.name, float64(times[at][repetitions/2].Nanoseconds())/rounds)
	}
	return nil
}
