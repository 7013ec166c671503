package polywire

import (
	"bytes"
	"errors"
	"testing"
)

func TestNothingIsWrittenOutside(t *testing.T) {
	memory := bytes.Repeat([]byte{9}, 20)
	slot := memory[4:12]
	for _, size := range []int{0, 1, 7, 8} {
		message := bytes.Repeat([]byte{byte(size)}, size)
		// An encoder that needs more room than the message has.
		encode := func(b []byte) ([]byte, error) {
			return append(Grow(b[:cap(b)], 0, size+3)[:0], message...), nil
		}
		n, err := EncodeInto(slot, encode)
		if n != size || err != nil || !bytes.Equal(slot[:n], message) {
			t.Fatal(size, n, err, memory)
		}
		n, err = EncodeInto(slot, func(b []byte) ([]byte, error) { return append(b, message...), nil })
		if n != size || err != nil || !bytes.Equal(slot[:n], message) {
			t.Fatal(size, n, err, memory)
		}
	}
	var failed *Error
	_, err := EncodeInto(slot, func(b []byte) ([]byte, error) { return append(b, make([]byte, 9)...), nil })
	if !errors.As(err, &failed) || failed.Code != TooLarge {
		t.Fatal(err)
	}
	refused := errors.New("refused")
	if _, err := EncodeInto(slot, func(b []byte) ([]byte, error) { return b, refused }); err != refused {
		t.Fatal(err)
	}
	if !bytes.Equal(memory[:4], []byte{9, 9, 9, 9}) || !bytes.Equal(memory[12:], bytes.Repeat([]byte{9}, 8)) {
		t.Fatal(memory)
	}
}
