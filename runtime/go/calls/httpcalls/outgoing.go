package httpcalls

import (
	"io"
	"net/http"
	"net/url"

	"polywire/calls"
)

// outgoing is what a call sends.
type outgoing struct {
	request *http.Request
	// The only message, or where the messages of a stream are written.
	only []byte
	body *io.PipeWriter
	// The start holds the message.
	gets    bool
	waiting *calls.Call
	buffer  []byte
}

// head returns the request with a start.
func (o *outgoing) head(c *calling, start *calls.Envelope) (*http.Request, error) {
	block, err := c.form.Append(start, nil)
	if err != nil {
		return nil, err
	}
	request := &http.Request{Header: make(http.Header), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}
	path := ""
	eachLine(block, func(name, value string) {
		switch name {
		case ":method":
			request.Method = value
		case ":path":
			path = value
		default:
			request.Header.Add(name, value)
		}
	})
	if request.URL, err = url.Parse(c.caller.url + path); err != nil {
		return nil, err
	}
	request.Host = request.URL.Host
	// Without a value here, net/http asks for bodies that are compressed as a whole, and decompresses them.
	if request.Header.Get("Accept-Encoding") == "" {
		request.Header.Set("Accept-Encoding", "identity")
	}
	return request.WithContext(c.within), nil
}

// message returns what is sent for a message.
func (o *outgoing) message(form *Form, envelope *calls.Envelope) ([]byte, error) {
	if form.Whole != nil {
		// The start of the call told whether it is compressed.
		return envelope.Body.Item().Body, nil
	}
	b, err := form.Append(envelope, o.buffer[:0])
	if err == nil {
		o.buffer = b
	}
	return b, err
}
