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

func worth[L polywire.List[OrderCapnpView]](orders L) (sum float64) {
	for _, order := range orders.All() {
		sum += order.Price()*10 + order.Volume()
	}
	return sum
}

func TestMessagesAreReadInPlace(t *testing.T) {
	message, err := sample().AppendCapnp(nil)
	if err != nil {
		t.Fatal(err)
	}
	view, err := AccountCapnpViewOf(nil, message)
	if err != nil {
		t.Fatal(err)
	}
	wallet, ok := view.Wallet().Get()
	if view.ID() != 7 || view.Name() != "Ann" || !ok || wallet.Currency() != "EUR" {
		t.Fatal(view.ID(), view.Name(), ok, wallet.Currency())
	}
	if orders := view.Orders(); orders.Len() != 2 || orders.At(1).ID() != 300 || worth(orders) != 24 {
		t.Fatal(orders.Len(), worth(orders))
	}
	if owned := view.Owned(); !reflect.DeepEqual(&owned, sample()) {
		t.Fatalf("%+v", owned)
	}
	read := func() {
		for i := range view.Orders().Len() {
			if view.Orders().At(i).Symbol() == view.Name() {
				t.Error("a symbol is the name")
			}
		}
	}
	if allocated := testing.AllocsPerRun(10, read); allocated != 0 {
		t.Error(allocated)
	}
	defer func() {
		if recover() == nil {
			t.Error("an element behind the last one")
		}
	}()
	view.Orders().At(2)
}

func TestAccessesAreChecked(t *testing.T) {
	message, err := sample().AppendCapnp(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := AccountCapnpViewOf(nil, message[:len(message)-8]); !errors.Is(err, polywire.Truncated) {
		t.Fatal(err)
	}
	view, err := AccountCapnpCheckedOf(polywire.NewCheckedInput(nil, message))
	if err != nil {
		t.Fatal(err)
	}
	if name, err := view.Name(); name != "Ann" || err != nil {
		t.Fatal(name, err)
	}
	orders, err := view.Orders()
	if err != nil || orders.Len() != 2 {
		t.Fatal(orders.Len(), err)
	}
	if _, err := orders.At(2); !errors.Is(err, polywire.OutOfRange) {
		t.Fatal(err)
	}
	for order, err := range orders.All() {
		if err != nil {
			t.Fatal(err)
		}
		if side, err := order.Side(); side != SideBuy || err != nil {
			t.Fatal(side, err)
		}
	}
	if owned, err := view.Owned(); err != nil || !reflect.DeepEqual(&owned, sample()) {
		t.Fatalf("%+v %v", owned, err)
	}
	// Its text is wrong, which is found when it is read.
	broken := []byte(strings.Replace(string(message), "Ann", "A\xffn", 1))
	if view, err = AccountCapnpCheckedOf(polywire.NewCheckedInput(nil, broken)); err != nil {
		t.Fatal(err)
	}
	if id, err := view.ID(); id != 7 || err != nil {
		t.Fatal(id, err)
	}
	if _, err := view.Name(); !errors.Is(err, polywire.InvalidUTF8) {
		t.Fatal(err)
	}
}
