package httpcalls

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"sync"

	"polywire/calls"
)

// Gzip is the compression that both sides know.
const Gzip = "gzip"

// The flag of compressed messages, in the first byte of a frame.
const compressedFlag = 1

var (
	errNoCompression = errors.New("a message is compressed, but nothing tells how")
	writers          = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	readers          = sync.Pool{New: func() any { return new(gzip.Reader) }}
)

func compressed(body []byte) []byte {
	var out bytes.Buffer
	writer := writers.Get().(*gzip.Writer)
	writer.Reset(&out)
	// Writing to a buffer cannot fail.
	_, _ = writer.Write(body)
	_ = writer.Close()
	writers.Put(writer)
	return out.Bytes()
}

// inflated returns bytes as they are without compression.
func inflated(packed []byte, compression string, limit int64) ([]byte, error) {
	if compression != Gzip {
		return nil, fmt.Errorf("a message is compressed with `%s`, which was not asked for", compression)
	}
	reader := readers.Get().(*gzip.Reader)
	defer readers.Put(reader)
	if err := reader.Reset(bytes.NewReader(packed)); err != nil {
		return nil, fmt.Errorf("a message is not in gzip: %w", err)
	}
	var body bytes.Buffer
	if _, err := body.ReadFrom(io.LimitReader(reader, limit+1)); err != nil {
		return nil, fmt.Errorf("a message is not in gzip: %w", err)
	}
	if int64(body.Len()) > limit {
		return nil, &calls.FrameTooLargeError{Limit: uint64(limit)}
	}
	return body.Bytes(), nil
}

// decompressed returns a frame as it is without compression.
func decompressed(frame []byte, header calls.FrameHeader, compression string, limit int64) ([]byte, error) {
	if frame[0]&compressedFlag == 0 {
		return frame, nil
	}
	if compression == "" || compression == "identity" {
		return nil, errNoCompression
	}
	body, err := inflated(frame[header.Len():], compression, limit)
	if err != nil {
		return nil, err
	}
	plain := make([]byte, header.Len(), header.Len()+len(body))
	copy(plain, frame[:header.Before])
	plain[0] &^= compressedFlag
	header.SetSize(plain, uint64(len(body)))
	return append(plain, body...), nil
}
