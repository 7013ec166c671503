package httpcalls

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
)

// Heads and trailers are blocks of lines for codecs: a name and a value each, pseudo-headers of HTTP/2 in front.

// Headers that are about a connection of HTTP/1.1, not about what is on it.
var ofConnections = map[string]bool{"Connection": true, "Transfer-Encoding": true, "Host": true}

func appendRequest(b []byte, r *http.Request) []byte {
	b = append(b, ":method: "...)
	b = append(b, r.Method...)
	b = append(b, "\r\n:path: "...)
	b = append(b, r.URL.EscapedPath()...)
	if r.URL.RawQuery != "" {
		b = append(b, '?')
		b = append(b, r.URL.RawQuery...)
	}
	return appendHeaders(append(b, "\r\n"...), r.Header)
}

func appendResponse(b []byte, r *http.Response) []byte {
	b = append(b, ":status: "...)
	b = strconv.AppendInt(b, int64(r.StatusCode), 10)
	return appendHeaders(append(b, "\r\n"...), r.Header)
}

func appendHeaders(b []byte, headers http.Header) []byte {
	for name, values := range headers {
		if ofConnections[name] {
			continue
		}
		for _, value := range values {
			b = appendLower(b, name)
			b = append(b, ": "...)
			b = append(b, value...)
			b = append(b, "\r\n"...)
		}
	}
	return b
}

func appendLower(b []byte, name string) []byte {
	for at := range len(name) {
		c := name[at]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	return b
}

// eachLine calls a function with the names and values of a block.
func eachLine(block []byte, each func(name, value string)) {
	for len(block) != 0 {
		line, rest, _ := bytes.Cut(block, []byte("\r\n"))
		block = rest
		if len(line) < 2 {
			continue
		}
		// Names of pseudo-headers keep their colon.
		colon := bytes.IndexByte(line[1:], ':') + 1
		if colon > 0 {
			each(string(line[:colon]), strings.Trim(string(line[colon+1:]), " \t"))
		}
	}
}

// setHead adds the lines of a block to the headers of an answer, whose status it returns.
func setHead(headers http.Header, block []byte) int {
	status := http.StatusOK
	eachLine(block, func(name, value string) {
		if name == ":status" {
			if code, err := strconv.Atoi(value); err == nil && code >= 200 && code <= 999 {
				status = code
			}
			return
		}
		headers.Add(name, value)
	})
	return status
}

// setTrailers adds the lines of a block to the trailers of an answer.
func setTrailers(headers http.Header, block []byte) {
	eachLine(block, func(name, value string) {
		name = http.TrailerPrefix + http.CanonicalHeaderKey(name)
		headers[name] = append(headers[name], value)
	})
}

var emptyLine = []byte("\r\n")

// divided returns the head and the body of an answer that failed as a whole.
func divided(envelope []byte) (head, body []byte) {
	if bytes.HasPrefix(envelope, emptyLine) {
		return nil, envelope[2:]
	}
	head, body, isDivided := bytes.Cut(envelope, []byte("\r\n\r\n"))
	if !isDivided {
		return envelope, nil
	}
	return envelope[:len(head)+2], body
}

// compressionOf returns the compression of the body behind a head; empty if it is not compressed.
func (w *Whole) compressionOf(headers http.Header) string {
	if value := headers.Get(w.Compression); value != "identity" {
		return value
	}
	return ""
}

// endOf returns the envelope of the end of an answer that succeeded: some lines of its head.
func (w *Whole) endOf(head []byte) (end []byte) {
	for len(head) != 0 {
		line, rest, _ := bytes.Cut(head, emptyLine)
		if bytes.HasPrefix(line, []byte(w.Trailers)) {
			end = append(append(end, line...), "\r\n"...)
		}
		head = rest
	}
	return end
}
