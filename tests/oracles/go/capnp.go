package main

import (
	"encoding/json"
	"fmt"

	"capnproto.org/go/capnp/v3"
	"capnproto.org/go/capnp/v3/pogs"
	"capnproto.org/go/capnp/v3/schemas"

	"judges/capnp/corner"
	"judges/capnp/trade"
)

// go-capnp: unions through the generated accessors, other structs through its package for plain structs.
type capnpJudge struct {
	packed bool
	size   capnp.ObjectSize
	value  func() capnpValue
}

type capnpValue interface {
	extract(root capnp.Struct) error
	insert(root capnp.Struct) error
}

func goCapnp(name string, packed bool) (judge, error) {
	trade.RegisterSchema(schemas.DefaultRegistry)
	corner.RegisterSchema(schemas.DefaultRegistry)
	it := capnpJudge{packed: packed}
	switch name {
	case "trade.Account":
		it.size, it.value = capnp.ObjectSize{DataSize: 8, PointerCount: 3}, plain[account](trade.Account_TypeID)
	case "corner.Route":
		it.size, it.value = capnp.ObjectSize{DataSize: 8, PointerCount: 7}, plain[route](corner.Route_TypeID)
	case "corner.Lists":
		it.size, it.value = capnp.ObjectSize{DataSize: 0, PointerCount: 6}, plain[lists](corner.Lists_TypeID)
	case "corner.Overlap":
		it.size, it.value = capnp.ObjectSize{DataSize: 32, PointerCount: 2}, func() capnpValue { return new(overlap) }
	default:
		return nil, fmt.Errorf("no type %s", name)
	}
	return it, nil
}

func (it capnpJudge) read(b []byte) ([]byte, error) {
	unmarshal := capnp.Unmarshal
	if it.packed {
		unmarshal = capnp.UnmarshalPacked
	}
	message, err := unmarshal(b)
	if err != nil {
		return nil, err
	}
	root, err := message.Root()
	if err != nil {
		return nil, err
	}
	value := it.value()
	if err := value.extract(root.Struct()); err != nil {
		return nil, err
	}
	return json.Marshal(value)
}

func (it capnpJudge) write(text []byte) ([]byte, error) {
	value := it.value()
	if err := json.Unmarshal(text, value); err != nil {
		return nil, err
	}
	message, segment, err := capnp.NewMessage(capnp.SingleSegment(nil))
	if err != nil {
		return nil, err
	}
	root, err := capnp.NewRootStruct(segment, it.size)
	if err != nil {
		return nil, err
	}
	if err := value.insert(root); err != nil {
		return nil, err
	}
	if it.packed {
		return message.MarshalPacked()
	}
	return message.Marshal()
}

// A value of a plain struct.
type plainValue[T any] struct {
	id    uint64
	value T
}

func plain[T any](id uint64) func() capnpValue {
	return func() capnpValue { return &plainValue[T]{id: id} }
}

func (it *plainValue[T]) extract(root capnp.Struct) error {
	return pogs.Extract(&it.value, it.id, root)
}
func (it *plainValue[T]) insert(root capnp.Struct) error  { return pogs.Insert(it.id, root, &it.value) }
func (it *plainValue[T]) MarshalJSON() ([]byte, error)    { return json.Marshal(&it.value) }
func (it *plainValue[T]) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &it.value) }
