package httpcalls

import (
	"bytes"
	"errors"
	"io"

	"polywire/calls"
)

// errInside says that a body ends inside a message.
var errInside = errors.New("it ends inside a message")

// frames reads the envelopes in a body. Memory is only taken for what has arrived.
type frames struct {
	body   io.Reader
	header calls.FrameHeader
	limit  int64
	buffer bytes.Buffer
}

// next returns the next envelope with its header, which is valid until the next call; io.EOF if there is no more.
func (f *frames) next() ([]byte, error) {
	f.buffer.Reset()
	if err := f.read(int64(f.header.Len())); err != nil {
		return nil, err
	}
	size := f.header.Size(f.buffer.Bytes())
	if size > uint64(f.limit) {
		return nil, &calls.FrameTooLargeError{Size: size, Limit: uint64(f.limit)}
	}
	switch err := f.read(int64(size)); err {
	case nil:
		return f.buffer.Bytes(), nil
	case io.EOF:
		return nil, errInside
	default:
		return nil, err
	}
}

// read reads so many bytes; io.EOF if there are none.
func (f *frames) read(size int64) error {
	read, err := io.CopyN(&f.buffer, f.body, size)
	if err == io.EOF && read != 0 {
		return errInside
	}
	return err
}

// readWhole reads a body of at most so many bytes.
func readWhole(body io.Reader, limit int64) ([]byte, error) {
	var whole bytes.Buffer
	if _, err := whole.ReadFrom(io.LimitReader(body, limit+1)); err != nil {
		return nil, err
	}
	if int64(whole.Len()) > limit {
		return nil, &calls.FrameTooLargeError{Limit: uint64(limit)}
	}
	return whole.Bytes(), nil
}
