package desk

import (
	"bytes"
	"net"
	"reflect"
	"testing"
	"time"

	"example.com/shop/plain/desk"
)

func ref[T any](value T) *T { return &value }

func sample() *Order {
	order := &Order{
		Base: Base{ID: -7}, At: time.Unix(1700000000, 5).UTC(), Kind: "k", Counts: []int{1, -2, 300000},
		Tags: Tags{"a", "b"}, Owner: ref(9), Seen: ref(time.Unix(1, 2).UTC()), Fills: []*Order{nil, {Side: Sell}},
		ByName: map[string]Base{"x": {ID: 1}}, ByKind: map[Kind][]uint{"y": {1, 2}}, Wave: complex(1, 2),
		Waves: []complex128{complex(3, 4)}, Home: net.ParseIP("10.0.0.1"), Price: 1.25,
		Plain: Plain{Name: "p", Side: Sell, Note: ref("n"), Next: &Plain{Name: "q"}, hidden: 5},
		Maybe: []*int{nil, ref(3)}, Prices: []Price{0.5}, secret: 6, Side: Sell,
		Plains: map[int8]*Plain{1: {Name: "r"}, 2: nil},
	}
	order.Times[1] = time.Unix(4, 0).UTC()
	order.Inner.A, order.Inner.B = 1, "b"
	return order
}

// The messages are those of generated structs.
func TestMessages(t *testing.T) {
	order := sample()
	formats := []struct {
		append   func([]byte) ([]byte, error)
		read     func(*Order, []byte) error
		generate func(*desk.Order, []byte) ([]byte, error)
		reread   func(*desk.Order, []byte) error
	}{
		{order.AppendZebrapack, (*Order).UnmarshalZebrapack, (*desk.Order).AppendZebrapack, (*desk.Order).UnmarshalZebrapack},
		{order.AppendMsgpack, (*Order).UnmarshalMsgpack, (*desk.Order).AppendMsgpack, (*desk.Order).UnmarshalMsgpack},
		{order.AppendJSON, (*Order).UnmarshalJSON, (*desk.Order).AppendJSON, (*desk.Order).UnmarshalJSON},
	}
	for _, format := range formats {
		message, err := format.append(nil)
		if err != nil {
			t.Fatal(err)
		}
		var generated desk.Order
		if err := format.reread(&generated, message); err != nil {
			t.Fatal(err)
		}
		again, err := format.generate(&generated, nil)
		if err != nil || !bytes.Equal(message, again) {
			t.Errorf("%x\n%x %v", message, again, err)
		}
		read := sample()
		read.Counts, read.Local = []int{1, 2, 3, 4}, func() {}
		if err := format.read(read, message); err != nil {
			t.Fatal(err)
		}
		if read.Local == nil {
			t.Error("a member that messages do not contain is not left as it is")
		}
		// What decoders make of an absent text, list or time.
		read.Local = nil
		if got, _ := read.AppendZebrapack(nil); !bytes.Equal(got, must(order.AppendZebrapack(nil))) {
			t.Errorf("%+v\n%+v", read, order)
		}
		if read.Price != order.Price || !reflect.DeepEqual(read.Counts, order.Counts) || read.secret != 6 ||
			!read.At.Equal(order.At) || !read.Times[0].IsZero() || read.Owner == nil || *read.Owner != 9 {
			t.Errorf("%+v", read)
		}
	}
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

// What a message lacks is zero, and a message with an error changes nothing.
func TestReuse(t *testing.T) {
	order := sample()
	if err := order.UnmarshalZebrapack([]byte{0x81, 0x02, 0xa1}); err == nil || order.Kind != "k" {
		t.Error(err, order.Kind)
	}
	if err := order.ValidateZebrapack(nil, []byte{0x80}); err != nil {
		t.Error(err)
	}
	if err := order.UnmarshalZebrapack([]byte{0x80}); err != nil {
		t.Fatal(err)
	}
	if order.ID != 0 || !order.At.IsZero() || order.Owner != nil || len(order.Counts)+len(order.Fills) > 0 || order.secret != 0 {
		t.Errorf("%+v", order)
	}
}

// Conversions take no memory of their own, and keep none of the value's.
func TestAllocations(t *testing.T) {
	order := &Order{Counts: []int{1, -2, 300000}, Waves: []complex128{1, 2}, Prices: []Price{1.5}}
	buffer := must(order.AppendZebrapack(nil))
	message := bytes.Clone(buffer)
	if made := testing.AllocsPerRun(100, func() { buffer = must(order.AppendZebrapack(buffer[:0])) }); made >= 1 {
		t.Error(made, "allocations of an encoder")
	}
	if made := testing.AllocsPerRun(100, func() { must(nil, order.UnmarshalZebrapack(message)) }); made >= 1 {
		t.Error(made, "allocations of a decoder")
	}
	first, second := sample(), &Order{Plain: Plain{Bytes: []byte("second")}}
	first.Plain.Bytes = []byte("first")
	for _, value := range []*Order{first, second} {
		must(nil, value.UnmarshalZebrapack(must(value.AppendZebrapack(nil))))
	}
	if string(first.Plain.Bytes) != "first" || first.Fills[1].Side != Sell || len(second.Fills) > 0 {
		t.Errorf("%+v\n%+v", first, second)
	}
}
