package polywire

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// words is a framing of words behind a space each; a dot is refused.
func words(next *Frame, piece []byte, before *Frame) error {
	next.Phase = before.Phase
	for i, letter := range piece {
		switch {
		case letter == '.':
			return &Error{Code: Syntax, Offset: i}
		case letter == ' ' && next.Phase == 1:
			next.Phase, next.Complete = 0, true
			next.Taken = uint64(i)
			return nil
		case letter == ' ':
			next.First = uint64(i) + 1
		default:
			next.Phase = 1
		}
	}
	next.Taken = uint64(len(piece))
	next.First = min(next.First, next.Taken)
	next.MayEnd = len(piece) == 0 || next.Phase == 1
	return nil
}

func TestMessages(t *testing.T) {
	text := "one two three " + strings.Repeat("x", 3*pieceSize) + " end"
	for _, stream := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
		var elements []string
		for element, err := range Messages(stream, words, len(text)) {
			if err != nil {
				t.Fatal(err)
			}
			elements = append(elements, string(element))
		}
		if !slices.Equal(elements, strings.Fields(text)) {
			t.Error(len(elements))
		}
	}
}

func TestMessagesThatFail(t *testing.T) {
	read := func(stream io.Reader, framing Framing, limit int) (count int, err error) {
		for _, wrong := range Messages(stream, framing, limit) {
			if err != nil {
				t.Error("elements follow an error")
			}
			if err = wrong; wrong == nil {
				count++
			}
		}
		return count, err
	}
	count, err := read(iotest.HalfReader(strings.NewReader("ab cd.")), words, 10)
	var refused *Error
	if count != 1 || !errors.As(err, &refused) || *refused != (Error{Code: Syntax, Offset: 5}) {
		t.Error(count, err)
	}
	for _, stream := range []io.Reader{strings.NewReader("abcdef g"), iotest.OneByteReader(strings.NewReader("abcdef g"))} {
		if count, err := read(stream, words, 5); count != 0 || !errors.Is(err, TooLarge) {
			t.Error(count, err)
		}
	}
	endless := func(next *Frame, piece []byte, _ *Frame) error {
		next.Taken = uint64(len(piece))
		return nil
	}
	if count, err := read(bytes.NewReader([]byte("abc")), endless, 10); count != 0 || !errors.Is(err, Truncated) {
		t.Error(count, err)
	}
	if count, err := read(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("a b"))), words, 10); count != 0 || err != iotest.ErrTimeout {
		t.Error(count, err)
	}
	for range Messages(strings.NewReader("a b c"), words, 10) {
		break
	}
}

func TestChunksOfAnySize(t *testing.T) {
	text := "one two  three four"
	for size := 1; size <= len(text); size++ {
		var elements []string
		each := func(element []byte) error {
			elements = append(elements, string(element))
			return nil
		}
		chunks := NewChunks(words, 5)
		for piece := range slices.Chunk([]byte(text), size) {
			if err := chunks.Push(piece, each); err != nil {
				t.Fatal(size, err)
			}
		}
		if err := chunks.Finish(each); err != nil || !slices.Equal(elements, strings.Fields(text)) {
			t.Error(size, elements, err)
		}
	}
	refused := errors.New("refused")
	err := NewChunks(words, 5).Push([]byte("a b "), func([]byte) error { return refused })
	if err != refused {
		t.Error(err)
	}
}
