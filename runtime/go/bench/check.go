package bench

import (
	"bytes"
	"fmt"
	"hash/crc32"
)

// sample is a codec with the messages that it wrote.
type sample[V any] struct {
	codec    Codec[V]
	images   [][]byte
	messages [][]byte
	// checksum is that of the images of the values that were read back.
	checksum uint32
	// changed is the number of values that were read back differently.
	changed int
}

// check encodes each value and decodes it in every available way. A codec that refuses its own message or disagrees with
// itself is broken; other changes of a value are counted.
func check[V any](codec Codec[V], images [][]byte) (*sample[V], error) {
	s := &sample[V]{codec: codec, images: images}
	for i := range images {
		again, err := s.checkOne(i)
		if err != nil {
			return nil, err
		}
		s.checksum = crc32.Update(s.checksum, crc32.IEEETable, again)
		if !bytes.Equal(again, images[i]) {
			s.changed++
		}
	}
	return s, nil
}

func (s *sample[V]) checkOne(i int) ([]byte, error) {
	c, number := &s.codec, i+1
	value := new(V)
	if err := c.FromImage(value, s.images[i]); err != nil {
		return nil, fmt.Errorf("cannot hold message %d: %w", number, err)
	}
	message, err := c.Append(value, nil)
	if err != nil {
		return nil, fmt.Errorf("refuses to encode message %d: %w", number, err)
	}
	s.messages = append(s.messages, message)
	again, err := s.read(c.Unmarshal, message)
	if err != nil {
		return nil, fmt.Errorf("refuses its own message %d: %w", number, err)
	}
	if c.Borrow != nil {
		borrowed, err := s.read(c.Borrow, message)
		if err != nil {
			return nil, fmt.Errorf("refuses its own message %d: %w", number, err)
		}
		if !bytes.Equal(borrowed, again) {
			return nil, fmt.Errorf("decode_borrowed reads other values than decode in message %d", number)
		}
	}
	if c.Validate != nil {
		if err := c.Validate(message); err != nil {
			return nil, fmt.Errorf("finds its own message %d invalid: %w", number, err)
		}
	}
	return again, nil
}

// read returns the image of the value that is read from a message. Decoding has to replace previous contents: those of
// the first value.
func (s *sample[V]) read(decode func(*V, []byte) error, message []byte) ([]byte, error) {
	value := new(V)
	if err := s.codec.FromImage(value, s.images[0]); err != nil {
		return nil, err
	}
	if err := decode(value, message); err != nil {
		return nil, err
	}
	return s.codec.AppendImage(value, nil)
}
