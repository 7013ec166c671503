package httpcalls

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"polywire/calls"
)

var header = calls.FrameHeader{Before: 1, Width: 4}

func TestPiecesOfAnySizeBecomeWholeFrames(t *testing.T) {
	stream := "\x00\x00\x00\x00\x03abc\x01\x00\x00\x00\x00\x00\x00\x00\x00\x01d"
	for _, body := range []io.Reader{strings.NewReader(stream), iotest.OneByteReader(strings.NewReader(stream)), iotest.DataErrReader(strings.NewReader(stream))} {
		frames := frames{body: body, header: header, limit: 3}
		for _, expected := range []string{stream[:8], stream[8:13], stream[13:]} {
			if frame, err := frames.next(); err != nil || string(frame) != expected {
				t.Errorf("%q, %v, not %q", frame, err, expected)
			}
		}
		if _, err := frames.next(); err != io.EOF {
			t.Error(err)
		}
	}
}

func TestFramesThatAreNone(t *testing.T) {
	for stream, expected := range map[string]string{
		"\x00\xff\xff\xff\xff":  "a message has 4294967295 bytes, more than the limit of 3",
		"\x00\x00\x00":          errInside.Error(),
		"\x00\x00\x00\x00\x02a": errInside.Error(),
		"\x00\x00\x00\x00\x02":  errInside.Error(),
	} {
		frames := frames{body: strings.NewReader(stream), header: header, limit: 3}
		if _, err := frames.next(); err == nil || err.Error() != expected {
			t.Errorf("%q: %v", stream, err)
		}
	}
}

func TestCompressedFrames(t *testing.T) {
	body := bytes.Repeat([]byte("a"), 100)
	packed := append([]byte{1, 0, 0, 0, 0}, compressed(body)...)
	plain, err := decompressed(packed, header, Gzip, 100)
	if err != nil || string(plain) != "\x00\x00\x00\x00\x64"+string(body) {
		t.Errorf("%q, %v", plain, err)
	}
	for _, wrong := range []error{
		second(decompressed(packed, header, Gzip, 99)),
		second(decompressed(packed, header, "br", 100)),
		second(decompressed(packed, header, "", 100)),
		second(decompressed(packed[:9], header, Gzip, 100)),
	} {
		if wrong == nil {
			t.Error("no error")
		}
	}
}

func second(_ []byte, err error) error { return err }

func TestBlocksAreHeadsOfHTTP(t *testing.T) {
	headers := make(http.Header)
	status := setHead(headers, []byte(":status: 404\r\nx-a: 1\r\nx-a:\r\nX-B: c: d\r\nnone\r\n"))
	if status != 404 || strings.Join(headers["X-A"], ",") != "1," || headers.Get("x-b") != "c: d" || len(headers) != 2 {
		t.Errorf("%d %v", status, headers)
	}
	setTrailers(headers, []byte("x-c: 2\r\n"))
	if headers.Get(http.TrailerPrefix+"X-C") != "2" {
		t.Errorf("%v", headers)
	}
	if block := appendHeaders(nil, http.Header{"X-A": {"1", "2"}, "Connection": {"close"}}); string(block) != "x-a: 1\r\nx-a: 2\r\n" {
		t.Errorf("%q", block)
	}
}

func TestWholeAnswers(t *testing.T) {
	head, body := divided([]byte(":status: 500\r\na: b\r\n\r\n{}\r\n\r\n"))
	if string(head) != ":status: 500\r\na: b\r\n" || string(body) != "{}\r\n\r\n" {
		t.Errorf("%q %q", head, body)
	}
	whole := Whole{Compression: "content-encoding", Trailers: "trailer-"}
	if end := whole.endOf([]byte(":status: 200\r\ntrailer-a: 1\r\nx: 2\r\ntrailer-a: 3\r\n")); string(end) != "trailer-a: 1\r\ntrailer-a: 3\r\n" {
		t.Errorf("%q", end)
	}
}
