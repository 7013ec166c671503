package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/tinylib/msgp/msgp"
	"github.com/vmihailenco/msgpack/v5"
)

// msgp without generated code.
type msgpJudge struct{}

func msgpGo(string) (judge, error) {
	return msgpJudge{}, nil
}

func (msgpJudge) read(message []byte) ([]byte, error) {
	var value bytes.Buffer
	rest, err := msgp.UnmarshalAsJSON(&value, message)
	if err == nil && len(rest) != 0 {
		err = fmt.Errorf("%d bytes are left", len(rest))
	}
	return value.Bytes(), err
}

func (msgpJudge) write(value []byte) ([]byte, error) {
	numbers := json.NewDecoder(bytes.NewReader(value))
	numbers.UseNumber()
	var it any
	if err := numbers.Decode(&it); err != nil {
		return nil, err
	}
	return msgp.AppendIntf(nil, it)
}

// vmihailenco/msgpack fills the structs below.
type vmihailencoJudge struct {
	make func() any
}

func vmihailenco(name string) (judge, error) {
	values := map[string]func() any{
		"trade.Account": func() any { return new(account) },
		"corner.Sparse": func() any { return new(sparse) },
		"corner.Tree":   func() any { return new(tree) },
	}
	if values[name] == nil {
		return nil, fmt.Errorf("no type %s", name)
	}
	return vmihailencoJudge{values[name]}, nil
}

func (it vmihailencoJudge) read(message []byte) ([]byte, error) {
	value := it.make()
	if err := msgpack.Unmarshal(message, value); err != nil {
		return nil, err
	}
	return json.Marshal(value)
}

func (it vmihailencoJudge) write(text []byte) ([]byte, error) {
	value := it.make()
	if err := json.Unmarshal(text, value); err != nil {
		return nil, err
	}
	return msgpack.Marshal(value)
}

type sparse struct {
	A int32   `msgpack:"a" json:"a"`
	B *int32  `msgpack:"b,omitempty" json:"b,omitempty"`
	C *int32  `msgpack:"c,omitempty" json:"c,omitempty"`
	T *string `msgpack:"t,omitempty" json:"t,omitempty"`
	U *bool   `msgpack:"u,omitempty" json:"u,omitempty"`
}

type tree struct {
	Children map[string]*tree `msgpack:"children" json:"children"`
	Levels   map[int32]int32  `msgpack:"levels" json:"levels"`
	Leaf     *int32           `msgpack:"leaf,omitempty" json:"leaf,omitempty"`
}
