//go:build linux && (amd64 || arm64)

package channel

import (
	"bytes"
	"errors"
	"testing"
	"time"
)

func sides(t *testing.T) (*Sender, *Receiver) {
	t.Helper()
	made, err := CreateSealed(Options{Capacity: capacityMin})
	if err != nil {
		t.Fatal(err)
	}
	defer made.Close()
	to, err := made.Sender()
	if err != nil {
		t.Fatal(err)
	}
	from, err := made.Receiver()
	if err != nil {
		t.Fatal(err)
	}
	return to, from
}

func text(index int) []byte { return bytes.Repeat([]byte{byte(index)}, index*7919%2000) }

func TestMessagesArriveInOrder(t *testing.T) {
	to, from := sides(t)
	const count = 20_000
	sent := make(chan error, 1)
	go func() {
		for index := range count {
			if err := to.Send(text(index), Forever); err != nil {
				sent <- err
				return
			}
		}
		sent <- to.Close()
	}()
	var buffer []byte
	for index := range count {
		message, err := from.Receive(buffer, Forever)
		if err != nil || !bytes.Equal(message, text(index)) {
			t.Fatalf("message %d is not as it was sent: %v", index, err)
		}
		buffer = message
	}
	if _, err := from.Receive(nil, Forever); !errors.Is(err, ErrClosed) {
		t.Errorf("the end is not told: %v", err)
	}
	if err := <-sent; err != nil {
		t.Error(err)
	}
}

func TestNothingHappens(t *testing.T) {
	to, from := sides(t)
	for _, limit := range []time.Duration{0, time.Millisecond} {
		if _, err := from.Receive(nil, limit); !errors.Is(err, ErrTimedOut) {
			t.Errorf("%v", err)
		}
	}
	if err := to.Send(make([]byte, to.Most()), 0); err != nil {
		t.Error(err)
	}
	if err := to.Send(nil, 0); !errors.Is(err, ErrTimedOut) {
		t.Errorf("%v", err)
	}
	if err := to.Send(make([]byte, to.Most()+1), 0); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%v", err)
	}
	from.Close()
	if err := to.Send(nil, Forever); !errors.Is(err, ErrClosed) {
		t.Errorf("%v", err)
	}
	if _, err := from.Receive(nil, 0); !errors.Is(err, ErrDone) {
		t.Errorf("%v", err)
	}
}
