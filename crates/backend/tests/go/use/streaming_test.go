//go:build goexperiment.jsonv2

package trade

import (
	jsonv2 "encoding/json/v2"
	"reflect"
	"strings"
	"testing"
)

var (
	_ jsonv2.MarshalerTo     = Order{}
	_ jsonv2.UnmarshalerFrom = (*Order)(nil)
)

func TestStreaming(t *testing.T) {
	in := newBook()
	var text strings.Builder
	if err := jsonv2.MarshalWrite(&text, in, jsonv2.Deterministic(true)); err != nil {
		t.Fatal(err)
	}
	if want := `"First":{"id":1,"symbol":"EURUSD","side":1,"type":0,"price":1.25,"volume":0.0}`; !strings.Contains(text.String(), want) {
		t.Fatal(text.String())
	}
	var out book
	if err := jsonv2.UnmarshalRead(strings.NewReader(text.String()), &out); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(in, out) {
		t.Fatalf("%+v", out)
	}
	if err := jsonv2.Unmarshal([]byte(`{"First":{"id":"x"}}`), &out); err == nil {
		t.Fatal("the text of a number was accepted")
	}
}
