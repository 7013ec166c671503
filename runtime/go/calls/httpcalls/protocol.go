// Package httpcalls connects the sessions of package calls to net/http: a [Handler] answers calls, and a [Caller] makes them. It knows no
// protocol: the codecs of envelopes are generated, and what else differs is data that generated code has, too.
package httpcalls

import "polywire/calls"

// Protocol is a protocol of calls.
type Protocol struct {
	// Name is that for users.
	Name string
	// Form says how calls with streams are sent.
	Form Form
	// Unary says how calls without streams are sent, if in another way.
	Unary *Form
}

// Form says how envelopes are sent.
type Form struct {
	Append    func(*calls.Envelope, []byte) ([]byte, error)
	Unmarshal func(*calls.Envelope, []byte) error
	// Frames tell the sizes of messages in bodies. The lowest bit of the first byte tells that a message is compressed.
	Frames calls.FrameHeader
	// HTTP2 is true if HTTP/2 is needed.
	HTTP2 bool
	// HTTP2IfDuplex is true if HTTP/2 is needed for streams in both directions.
	HTTP2IfDuplex bool
	// Trailers is true if calls end with trailers of HTTP; otherwise they end with the last message.
	Trailers bool
	// FailsInHead is true if a call that fails can have a head as its whole answer.
	FailsInHead bool
	// Whole is set if a body has one message as it is instead.
	Whole *Whole
	// Resets are statuses by the codes of HTTP/2 with which a request ends; all others are StatusInternal.
	Resets map[uint32]calls.Status
}

// Whole says how heads tell what frames and trailers tell elsewhere.
type Whole struct {
	// Compression is the header with the compression of the body.
	Compression string
	// Trailers stand in front of the names of headers of an answer that are about its end.
	Trailers string
}

// form returns that of a method.
func (p *Protocol) form(shape calls.Shape) *Form {
	if p.Unary != nil && shape == (calls.Shape{}) {
		return p.Unary
	}
	return &p.Form
}

// needsHTTP2 returns true if calls of a method need HTTP/2.
func (f *Form) needsHTTP2(shape calls.Shape) bool {
	return f.HTTP2 || f.HTTP2IfDuplex && shape.Takes == calls.Many && shape.Returns == calls.Many
}

// DefaultMaxSize is the number of bytes that a message may have if nothing else is said.
const DefaultMaxSize = 4 << 20
