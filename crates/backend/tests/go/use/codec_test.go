package trade

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/polywire/test/frames"
	"polywire"
)

func sample() *Account {
	return &Account{
		ID:     7,
		Name:   "Ann",
		Wallet: &Balance{Currency: "EUR", Amount: 1.5},
		Orders: []Order{{ID: 1, Symbol: "ABC", Price: 2}, {ID: 300, Volume: 4}},
	}
}

func TestMessagesAreAppended(t *testing.T) {
	message, err := sample().AppendProtobuf(nil)
	if err != nil {
		t.Fatal(err)
	}
	behind, err := sample().AppendProtobuf([]byte("before"))
	if err != nil || string(behind) != "before"+string(message) {
		t.Fatalf("%q %v", behind, err)
	}
	if size, err := sample().SizeProtobuf(); err != nil || size != len(message) {
		t.Fatal(size, err)
	}
	// Positions in the message count from its start.
	plain, err := sample().AppendFlatbuffers(nil)
	if err != nil {
		t.Fatal(err)
	}
	behind, err = sample().AppendFlatbuffers([]byte("before"))
	if err != nil || string(behind) != "before"+string(plain) {
		t.Fatalf("%q %v", behind, err)
	}
}

func TestMemoryIsUsedAgain(t *testing.T) {
	message, err := sample().AppendProtobuf(nil)
	if err != nil {
		t.Fatal(err)
	}
	used := &Account{Name: "Bob", Orders: make([]Order, 5), Wallet: &Balance{Amount: 3}}
	orders, wallet := &used.Orders[0], used.Wallet
	if err := used.UnmarshalProtobuf(message); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(used, sample()) {
		t.Fatalf("%+v", used)
	}
	if orders != &used.Orders[0] || wallet != used.Wallet {
		t.Fatal("memory was not used again")
	}
	allocations := testing.AllocsPerRun(10, func() {
		if err := used.UnmarshalProtobufWith(&polywire.Decoder{Texts: polywire.Aliased}, message); err != nil {
			t.Fatal(err)
		}
	})
	t.Log(allocations, "allocations")
}

func TestErrorsSayWhere(t *testing.T) {
	message, err := sample().AppendProtobuf(nil)
	if err != nil {
		t.Fatal(err)
	}
	cut := message[:len(message)-1]
	err = new(Account).UnmarshalProtobuf(cut)
	if !errors.Is(err, polywire.Truncated) {
		t.Fatal(err)
	}
	if invalid := (*Account)(nil).ValidateProtobuf(nil, cut); !errors.Is(invalid, polywire.Truncated) {
		t.Fatal(invalid)
	}
	if err := (*Account)(nil).ValidateProtobuf(nil, message); err != nil {
		t.Fatal(err)
	}
	limited := &polywire.Decoder{Limits: polywire.Limits{Budget: 1}}
	if err := new(Account).UnmarshalCapnpWith(limited, nil); err == nil {
		t.Fatal("an empty message is no message of Cap'n Proto")
	}
}

func TestAllocations(t *testing.T) {
	v := sample()
	room := make([]byte, 0, 1024)
	message, err := v.AppendProtobuf(nil)
	if err != nil {
		t.Fatal(err)
	}
	aliased := &polywire.Decoder{Texts: polywire.Aliased}
	kept := new(Account)
	for what, test := range map[string]struct {
		most float64
		run  func() error
	}{
		"encode":             {0, func() error { _, err := v.AppendProtobuf(room); return err }},
		"decode into a kept": {0, func() error { return kept.UnmarshalProtobufWith(aliased, message) }},
		"decode into a new":  {4, func() error { return new(Account).UnmarshalProtobuf(message) }},
	} {
		found := testing.AllocsPerRun(100, func() {
			if err := test.run(); err != nil {
				t.Fatal(err)
			}
		})
		if found > test.most {
			t.Error(what, found)
		}
	}
}

func TestErrorsAreExplained(t *testing.T) {
	value := sample()
	value.Orders[1].Symbol = "\xff"
	message, err := value.AppendProtobuf(nil)
	if err != nil {
		t.Fatal(err)
	}
	wrong := value.ExplainProtobuf(nil, message)
	if wrong == nil || wrong.Path != "orders[1].symbol" || !errors.Is(wrong, polywire.InvalidUTF8) {
		t.Fatal(wrong)
	}
	if message[wrong.Offset-1] != 0xff {
		t.Fatal(wrong.Offset, message)
	}
	if text := wrong.Error(); !strings.HasPrefix(text, "polywire: orders[1].symbol: text is not valid UTF-8 at byte ") {
		t.Fatal(text)
	}
	value.Orders[1].Side = 99
	if wrong = value.ExplainAppendAvro(nil); wrong == nil || wrong.Path != "orders[1].side" || wrong.Offset != -1 {
		t.Fatal(wrong)
	}
	if wrong = sample().ExplainAppendAvro(nil); wrong != nil {
		t.Fatal(wrong)
	}
}

func TestStreamsHaveElements(t *testing.T) {
	stream := strings.NewReader("[{\"id\": 1}, {\"id\": 2} ]")
	var ids []int64
	for element, err := range polywire.Messages(iotest.OneByteReader(stream), frames.JSONElements, 20) {
		var order Order
		if err != nil || order.UnmarshalJSON(element) != nil {
			t.Fatal(err, string(element))
		}
		ids = append(ids, int64(order.ID))
	}
	if !slices.Equal(ids, []int64{1, 2}) {
		t.Fatal(ids)
	}
}
