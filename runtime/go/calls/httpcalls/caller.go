package httpcalls

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"polywire/calls"
)

// Caller makes calls to a server by a protocol. It can be used from several goroutines at a time.
type Caller struct {
	protocol    *Protocol
	url         string
	transport   http.RoundTripper
	duplex      http.RoundTripper
	compression string
	format      string
	maxSize     int64
	gets        bool
	http2       bool
}

// Option is something that a caller does in another way than usual.
type Option func(*Caller)

// WithTransport sends all requests by a transport. For streams in both directions, and for protocols that need it, it has to speak HTTP/2.
func WithTransport(transport http.RoundTripper) Option {
	return func(c *Caller) { c.transport, c.duplex = transport, transport }
}

// WithCompression compresses messages: [Gzip].
func WithCompression(compression string) Option {
	return func(c *Caller) { c.compression = compression }
}

// WithFormat sends messages in another format than the usual one of the methods.
func WithFormat(name string) Option { return func(c *Caller) { c.format = name } }

// WithMaxSize sets the number of bytes that a message of an answer may have; otherwise it is [DefaultMaxSize].
func WithMaxSize(size int64) Option { return func(c *Caller) { c.maxSize = size } }

// WithGet asks by GET, which caches can answer, where the protocol has that and the schema says that a method changes nothing.
func WithGet() Option { return func(c *Caller) { c.gets = true } }

// WithHTTP2 uses HTTP/2 for all calls, also without TLS. Otherwise, it is used where the protocol needs it, and where both sides agree on it
// by TLS.
func WithHTTP2() Option { return func(c *Caller) { c.http2 = true } }

// NewCaller returns a caller for a server at a URL as `http://localhost:8080`. It connects when it is needed.
func NewCaller(server string, protocol *Protocol, options ...Option) (*Caller, error) {
	parsed, err := url.Parse(server)
	switch {
	case err != nil:
		return nil, err
	case parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https":
		return nil, fmt.Errorf("`%s` is no URL of a server; write it as in `http://localhost:8080`", server)
	case parsed.RawQuery != "" || parsed.Fragment != "":
		return nil, errors.New("the URL of a server has no query and no fragment")
	}
	c := &Caller{protocol: protocol, url: strings.TrimSuffix(parsed.String(), "/"), maxSize: DefaultMaxSize}
	for _, option := range options {
		option(c)
	}
	if c.compression != "" && c.compression != Gzip {
		return nil, fmt.Errorf("there is no compression `%s`", c.compression)
	}
	if c.transport == nil {
		isTLS := parsed.Scheme == "https"
		needsHTTP2 := protocol.Form.HTTP2 || c.http2
		c.transport = newTransport(isTLS, needsHTTP2)
		c.duplex = c.transport
		if !isTLS && protocol.Form.HTTP2IfDuplex && !needsHTTP2 {
			c.duplex = newTransport(isTLS, true)
		}
	}
	return c, nil
}

// newTransport returns a transport that speaks HTTP/2 if it is needed or TLS can agree on it.
func newTransport(isTLS, needsHTTP2 bool) *http.Transport {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(!needsHTTP2)
	protocols.SetHTTP2(isTLS)
	protocols.SetUnencryptedHTTP2(!isTLS && needsHTTP2)
	return &http.Transport{Proxy: http.ProxyFromEnvironment, Protocols: protocols, DisableCompression: true, MaxIdleConnsPerHost: 64}
}

// Close closes connections that no call uses.
func (c *Caller) Close() {
	for _, transport := range []http.RoundTripper{c.transport, c.duplex} {
		if closer, ok := transport.(interface{ CloseIdleConnections() }); ok {
			closer.CloseIdleConnections()
		}
	}
}

// transportFor returns the transport for methods of a shape.
func (c *Caller) transportFor(form *Form, shape calls.Shape) http.RoundTripper {
	if form.needsHTTP2(shape) {
		return c.duplex
	}
	return c.transport
}
