package trade

import (
	"bytes"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"reflect"
	"testing"
)

var (
	_ encoding.BinaryMarshaler   = Order{}
	_ encoding.BinaryAppender    = Order{}
	_ encoding.BinaryUnmarshaler = (*Order)(nil)
	_ json.Marshaler             = Order{}
	_ json.Unmarshaler           = (*Order)(nil)
)

// A book has generated values in a type of the program.
type book struct {
	Name   string
	First  Order
	Next   *Order
	Others map[string]Order
}

func newBook() book {
	return book{
		Name:   "fx",
		First:  Order{ID: 1, Symbol: "EURUSD", Side: SideSell, Price: 1.25},
		Next:   &Order{ID: 2, Symbol: "<&>"},
		Others: map[string]Order{"a": {ID: 3, Volume: 7}},
	}
}

func TestGob(t *testing.T) {
	var b bytes.Buffer
	in := newBook()
	if err := gob.NewEncoder(&b).Encode(in); err != nil {
		t.Fatal(err)
	}
	message, err := in.First.AppendProtobuf(nil)
	if err != nil || !bytes.Contains(b.Bytes(), message) {
		t.Fatalf("%x does not contain %x (%v)", b.Bytes(), message, err)
	}
	var out book
	if err := gob.NewDecoder(&b).Decode(&out); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(in, out) {
		t.Fatalf("%+v", out)
	}
}

func TestJSON(t *testing.T) {
	in := newBook()
	b, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"Name":"fx","First":{"id":1,"symbol":"EURUSD","side":1,"type":0,"price":1.25,"volume":0.0},` +
		`"Next":{"id":2,"symbol":"\u003c\u0026\u003e","side":0,"type":0,"price":0.0,"volume":0.0},` +
		`"Others":{"a":{"id":3,"symbol":"","side":0,"type":0,"price":0.0,"volume":7.0}}}`
	if string(b) != want {
		t.Fatalf("%s\n%s", b, want)
	}
	var out book
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(in, out) {
		t.Fatalf("%+v", out)
	}
	if err := json.Unmarshal([]byte(`{"First":{"id":"x"}}`), &out); err == nil {
		t.Fatal("the text of a number was accepted")
	}
}

func TestBinary(t *testing.T) {
	in := Order{ID: 5, Symbol: "GBPUSD"}
	want, _ := in.AppendProtobuf([]byte("x"))
	got, err := in.AppendBinary([]byte("x"))
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%x, %v", got, err)
	}
	b, err := in.MarshalBinary()
	if err != nil || !bytes.Equal(b, want[1:]) {
		t.Fatalf("%x, %v", b, err)
	}
	var out Order
	if err := out.UnmarshalBinary(b); err != nil || !reflect.DeepEqual(in, out) {
		t.Fatalf("%+v, %v", out, err)
	}
	if err := out.UnmarshalBinary(b[:len(b)-1]); err == nil {
		t.Fatal("a part of a message was accepted")
	}
}
