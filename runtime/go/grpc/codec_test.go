package polywiregrpc

import (
	"bytes"
	"errors"
	"testing"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// message has the methods of a generated type; its image is the bytes themselves.
type message struct {
	image []byte
	grows int
}

var errRefused = errors.New("refused")

func (m *message) SizeProtobuf() (int, error) { return len(m.image), nil }

func (m *message) AppendProtobuf(b []byte) ([]byte, error) {
	if len(m.image) > 0 && m.image[0] == '!' {
		return b, errRefused
	}
	return append(append(make([]byte, 0, m.grows), b...), m.image...)[:len(m.image)], nil
}

func (m *message) UnmarshalProtobuf(b []byte) error {
	m.image = bytes.Clone(b)
	return nil
}

// inPlace has an encoder that uses the memory that it is given.
type inPlace struct {
	message
	room int
}

func (m *inPlace) AppendProtobuf(b []byte) ([]byte, error) {
	m.room = cap(b) - len(b)
	return append(b, m.image...), nil
}

func TestMessagesSurvive(t *testing.T) {
	codec := Protobuf()
	for _, size := range []int{0, 1, 1000, 5000, 100_000} {
		image := bytes.Repeat([]byte("ab"), size)
		for _, from := range []any{&message{image: image}, &message{image: image, grows: 1 << 20}, &inPlace{message: message{image: image}}} {
			data, err := codec.Marshal(from)
			if err != nil {
				t.Fatal(err)
			}
			var read message
			if err := codec.Unmarshal(data, &read); err != nil || !bytes.Equal(read.image, image) {
				t.Fatalf("%T of %d bytes: %d bytes, %v", from, len(image), len(read.image), err)
			}
			data.Free()
		}
	}
}

func TestDividedMessagesAreJoined(t *testing.T) {
	data := mem.BufferSlice{mem.SliceBuffer("one"), mem.SliceBuffer("two")}
	var read message
	if err := Protobuf().Unmarshal(data, &read); err != nil || string(read.image) != "onetwo" {
		t.Fatalf("%q, %v", read.image, err)
	}
}

// A generated encoder moves to other memory unless it has room for whole words behind the message.
func TestEncodersAreGivenRoom(t *testing.T) {
	for _, size := range []int{0, 10, 1023, 5000, 100_000} {
		from := &inPlace{message: message{image: make([]byte, size)}}
		data, err := Protobuf().Marshal(from)
		if err != nil || from.room < size+32 {
			t.Errorf("%d bytes for a message of %d, %v", from.room, size, err)
		}
		data.Free()
	}
}

func TestErrorsAreReturned(t *testing.T) {
	codec := Protobuf()
	for _, size := range []int{1, 100_000} {
		if _, err := codec.Marshal(&message{image: bytes.Repeat([]byte("!"), size)}); !errors.Is(err, errRefused) {
			t.Errorf("%v", err)
		}
	}
	json := New("json", ProtobufMessage.SizeProtobuf, ProtobufMessage.AppendProtobuf, ProtobufMessage.UnmarshalProtobuf)
	if _, err := json.Marshal(1); !errors.Is(err, errUnknown) {
		t.Errorf("%v", err)
	}
	if err := json.Unmarshal(nil, new(int)); !errors.Is(err, errUnknown) {
		t.Errorf("%v", err)
	}
}

func TestOtherTypesAreLeftToTheOtherCodec(t *testing.T) {
	encoding.RegisterCodecV2(Protobuf())
	codec := encoding.GetCodecV2(proto.Name)
	data, err := codec.Marshal(wrapperspb.String("text"))
	if err != nil {
		t.Fatal(err)
	}
	read := new(wrapperspb.StringValue)
	if err := codec.Unmarshal(data, read); err != nil || read.Value != "text" {
		t.Fatalf("%q, %v", read.Value, err)
	}
}
