package trade

import (
	"errors"
	"reflect"
	"testing"

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
