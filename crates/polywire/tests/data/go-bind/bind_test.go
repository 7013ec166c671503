package shop

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	bound "example.com/shop/bound/desk"
	"example.com/shop/internal/polywire"
	"example.com/shop/model"
	"example.com/shop/own"
	plain "example.com/shop/plain/desk"
)

func at[T any](value T) *T { return &value }

func ofModel() model.Order {
	return model.Order{
		ID: 7, Ticker: "EURUSD", Side: 1, Stop: at(1.5), Note: at("now"), Price: &model.Money{Currency: "USD", Amount: 2},
		Labels: map[string]int64{"a": 1, "b": -2}, Fills: []model.Money{{Currency: "x"}, {Amount: 3}},
		Children: []model.Order{{ID: 8, Total: model.Money{Amount: 1}}}, Total: model.Money{Currency: "EUR", Amount: 9},
		Other: at(model.Side(1)), Key: []byte{1, 2}, Rank: 4,
	}
}

func ofPlain() plain.Order {
	// A member that is always present is written even if it is zero.
	return plain.Order{
		ID: 7, Symbol: "EURUSD", Side: plain.SideSell, Stop: polywire.Some(1.5), Note: polywire.Some("now"),
		Price: &plain.Money{Currency: "USD", Amount: 2}, Tags: map[string]int64{"a": 1, "b": -2},
		Fills:    []plain.Money{{Currency: "x"}, {Amount: 3}},
		Children: []plain.Order{{ID: 8, Total: &plain.Money{Amount: 1}, Rank: polywire.Some[uint32](0)}},
		Total:    &plain.Money{Currency: "EUR", Amount: 9}, Other: polywire.Some(plain.SideSell), Key: []byte{1, 2},
		Rank: polywire.Some[uint32](4),
	}
}

func TestTypesOfAnotherPackage(t *testing.T) {
	one, other := ofModel(), ofPlain()
	formats := []struct {
		name  string
		write func(*model.Order, []byte) ([]byte, error)
		read  func(*model.Order, []byte) error
		size  func(*model.Order) (int, error)
		check func(*polywire.Decoder, []byte) error
		plain func(*plain.Order, []byte) ([]byte, error)
	}{
		{"protobuf", bound.AppendOrderProtobuf, bound.UnmarshalOrderProtobuf, bound.SizeOrderProtobuf, bound.ValidateOrderProtobuf, (*plain.Order).AppendProtobuf},
		{"json", bound.AppendOrderJSON, bound.UnmarshalOrderJSON, bound.SizeOrderJSON, bound.ValidateOrderJSON, (*plain.Order).AppendJSON},
		{"msgpack", bound.AppendOrderMsgpack, bound.UnmarshalOrderMsgpack, bound.SizeOrderMsgpack, bound.ValidateOrderMsgpack, (*plain.Order).AppendMsgpack},
		{"protobuf_text", bound.AppendOrderProtobufText, bound.UnmarshalOrderProtobufText, bound.SizeOrderProtobufText, bound.ValidateOrderProtobufText, (*plain.Order).AppendProtobufText},
	}
	for _, format := range formats {
		message, err := format.write(&one, nil)
		want, err2 := format.plain(&other, nil)
		if err != nil || err2 != nil || !bytes.Equal(message, want) {
			t.Fatalf("%s: %q\n%q %v %v", format.name, message, want, err, err2)
		}
		if size, err := format.size(&one); err != nil || size != len(message) {
			t.Fatalf("%s: %d %v", format.name, size, err)
		}
		if err := format.check(nil, message); err != nil {
			t.Fatal(err)
		}
		// Memory of the value is used again.
		read := model.Order{Cached: true, Stop: at(9.0), Children: []model.Order{{ID: 1}, {ID: 2}}}
		for range 2 {
			if err := format.read(&read, message); err != nil {
				t.Fatal(err)
			}
			read.Cached = false
			if !reflect.DeepEqual(read, one) {
				t.Fatalf("%s: %+v", format.name, read)
			}
		}
		if err := format.read(&read, append(message, 0xff)); err == nil {
			t.Fatalf("%s: a byte behind the message was accepted", format.name)
		}
	}
}

func TestAbsentMembers(t *testing.T) {
	read := ofModel()
	if err := bound.UnmarshalOrderProtobuf(&read, nil); err != nil {
		t.Fatal(err)
	}
	if read.Stop != nil || read.Note != nil || read.Price != nil || read.Other != nil || read.Rank != 0 || read.Total != (model.Money{}) {
		t.Fatalf("%+v", read)
	}
	if err := bound.UnmarshalOrderJSON(&read, []byte(`{"side":"SIDE_NONE"}`)); !errors.Is(err, polywire.UnknownEnumerator) {
		t.Fatal(err)
	}
}

func TestGeneratedTypesHoldExistingOnes(t *testing.T) {
	book := bound.Book{Name: "fx", Orders: []model.Order{ofModel(), {ID: 1}}}
	message, err := book.AppendProtobuf(nil)
	if err != nil {
		t.Fatal(err)
	}
	var read bound.Book
	if err := read.UnmarshalProtobuf(message); err != nil || !reflect.DeepEqual(read.Orders[0], ofModel()) {
		t.Fatalf("%+v %v", read, err)
	}
}

func TestTypesOfTheCodecsPackage(t *testing.T) {
	price := own.Euros(2)
	order := own.Order{ID: 7, Symbol: "EURUSD", Side: own.SideSell, Note: at("now"), Price: &price}
	message, err := order.AppendProtobuf(nil)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := (&plain.Order{
		ID: 7, Symbol: "EURUSD", Side: plain.SideSell, Note: polywire.Some("now"),
		Price: &plain.Money{Currency: "EUR", Amount: 2},
	}).AppendProtobuf(nil)
	if !bytes.Equal(message, want) {
		t.Fatalf("%x\n%x", message, want)
	}
	text, err := json.Marshal(map[string]own.Order{"first": order})
	if err != nil || !bytes.Contains(text, []byte(`"side":"SIDE_SELL"`)) {
		t.Fatalf("%s %v", text, err)
	}
	var read map[string]own.Order
	if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read["first"], order) {
		t.Fatalf("%+v %v", read, err)
	}
}
