package httpcalls

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"polywire/calls"
)

// Handler answers calls: it can be mounted in any server of net/http. Each protocol is served at the same paths; the head of a request
// tells which one it is.
type Handler struct {
	// Protocols are those that are served.
	Protocols []*Protocol
	// MaxSize is the number of bytes that a message of a request may have.
	MaxSize int64

	methods map[string]*Served
	paths   []string
}

// NewHandler returns a handler for services.
func NewHandler(protocols []*Protocol, services ...*Service) *Handler {
	handler := &Handler{Protocols: protocols, MaxSize: DefaultMaxSize, methods: make(map[string]*Served)}
	for _, service := range services {
		for _, method := range service.methods {
			handler.methods[method.service+"/"+method.name] = method
			if path := "/" + method.service + "/"; !slices.Contains(handler.paths, path) {
				handler.paths = append(handler.paths, path)
			}
		}
	}
	return handler
}

// Paths returns the paths of the services, for [http.ServeMux.Handle].
func (h *Handler) Paths() []string { return slices.Clone(h.paths) }

// NewServer returns a server for a handler. Over TLS it speaks HTTP/1.1 and HTTP/2, and without TLS both as well.
func NewServer(address string, handler http.Handler) *http.Server {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Server{Addr: address, Handler: handler, Protocols: protocols}
}

// ServeHTTP answers a call.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found, ok := h.find(r)
	if !ok {
		status := http.StatusUnsupportedMediaType
		if r.Method != http.MethodPost {
			status = http.StatusMethodNotAllowed
		}
		http.Error(w, "this is no call of a protocol that is spoken here", status)
		return
	}
	reply := &reply{w: w, control: http.NewResponseController(w), form: found.form, call: found.call, compression: compressionOf(found.call)}
	if status, end := h.refusal(r, found); end != nil {
		reply.httpStatus = status
		reply.end(&calls.Start{Format: found.call.Format}, end)
		return
	}
	h.answer(r, found, reply)
}

// A call in the form of a protocol.
type found struct {
	form     *Form
	call     *calls.Call
	method   *Served
	protocol *Protocol
}

// fits returns true if the method exists, is called in this form, and knows the format of messages.
func (f *found) fits() bool {
	return f.method != nil && f.method.knows(f.call.Format) && f.protocol.form(f.method.shape) == f.form
}

// find returns the call that a request is. The same head can be one of several protocols; that which the method knows is meant.
func (h *Handler) find(r *http.Request) (first found, ok bool) {
	block := appendRequest(make([]byte, 0, 512), r)
	for _, protocol := range h.Protocols {
		for _, form := range []*Form{&protocol.Form, protocol.Unary} {
			if form == nil {
				continue
			}
			var envelope calls.Envelope
			if form.Unmarshal(&envelope, block) != nil || envelope.Body.Which() != calls.BodyCaseCall {
				continue
			}
			call := envelope.Body.Call()
			it := found{form: form, call: call, method: h.methods[call.Service+"/"+call.Method], protocol: protocol}
			if it.fits() {
				return it, true
			}
			if !ok {
				first, ok = it, true
			}
		}
	}
	return first, ok
}

// refusal returns why a call is not answered, and the status of HTTP that tells it, if that is not the usual one.
func (h *Handler) refusal(r *http.Request, it found) (int, *calls.End) {
	refused := func(status int, message string) (int, *calls.End) {
		return status, calls.Failed(calls.StatusUnknown, message)
	}
	switch {
	case it.method == nil && it.form.Whole != nil:
		return http.StatusNotFound, calls.Failed(calls.StatusUnimplemented, fmt.Sprintf("there is no method `%s/%s`", it.call.Service, it.call.Method))
	case it.method == nil:
		return 0, calls.Failed(calls.StatusUnimplemented, fmt.Sprintf("there is no method `%s/%s`", it.call.Service, it.call.Method))
	case it.protocol.form(it.method.shape) != it.form:
		return refused(http.StatusUnsupportedMediaType, "methods with streams and those without have other types of content")
	case !it.method.knows(it.call.Format):
		return refused(http.StatusUnsupportedMediaType, fmt.Sprintf("there are no messages in the format `%s`", it.call.Format))
	case !slices.Contains([]string{"", "identity", Gzip}, it.call.Compression):
		return 0, calls.Failed(calls.StatusUnimplemented, fmt.Sprintf("messages can be compressed with `gzip`, but not with `%s`", it.call.Compression))
	case it.call.Item != nil && !it.method.changesNothing:
		return refused(http.StatusMethodNotAllowed, "the schema does not say that the method changes nothing")
	case it.form.needsHTTP2(it.method.shape) && r.ProtoMajor < 2:
		return http.StatusHTTPVersionNotSupported, calls.Failed(calls.StatusUnimplemented, "this needs HTTP/2")
	}
	return 0, nil
}

func (h *Handler) answer(r *http.Request, it found, reply *reply) {
	incoming := &calls.Incoming{Call: it.call}
	ctx := calls.WithIncoming(r.Context(), incoming)
	session := calls.NewServer(calls.DefaultLimits)
	a := &answering{incoming: incoming, session: session, started: time.Now(), reply: reply}
	// A new session has room for a call.
	a.id, _ = session.Accept(it.call, it.method.shape, 0)
	if deadline, ok := session.NextDeadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, a.started.Add(deadline))
		defer cancel()
		// A caller that sends nothing more does not hold the call any longer.
		_ = reply.control.SetReadDeadline(a.started.Add(deadline))
	}
	if it.method.shape.Takes == calls.Many && r.ProtoMajor == 1 {
		// Without this, nothing is sent until the request is complete. If the server cannot do it, that is so.
		_ = reply.control.EnableFullDuplex()
	}
	a.ctx = ctx
	a.request = request{body: r.Body, form: it.form, call: it.call, limit: h.MaxSize}
	a.request.frames = frames{body: r.Body, header: it.form.Frames, limit: h.MaxSize}
	reply.flushes = it.method.shape.Returns == calls.Many
	a.end(it.method.run(a))
	if !reply.over {
		// The call is lost. Without this, the answer would be an empty one that is complete.
		panic(http.ErrAbortHandler)
	}
}

// compressionOf returns the compression of the answer to a call: that of the call.
func compressionOf(call *calls.Call) string {
	if call.Compression == Gzip && slices.Contains(call.Accepts, Gzip) {
		return Gzip
	}
	return ""
}
