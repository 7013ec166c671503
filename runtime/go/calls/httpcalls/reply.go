package httpcalls

import (
	"bytes"
	"net/http"

	"polywire/calls"
)

// reply writes the envelopes of an answer.
type reply struct {
	w           http.ResponseWriter
	control     *http.ResponseController
	form        *Form
	call        *calls.Call
	compression string
	// Messages are sent at once, because others may follow later.
	flushes bool
	// The status of HTTP of a call that is refused, if that is not the usual one.
	httpStatus int

	started bool
	over    bool
	// Where the head tells the end, what is sent with it, and the lines of metadata in the head.
	head, body, metadata []byte
	buffer               []byte
	// What went wrong when something was sent.
	failed error
}

func (r *reply) send(envelope *calls.Envelope) {
	if r.over {
		return
	}
	switch envelope.Body.Which() {
	case calls.BodyCaseStart:
		r.start(envelope.Body.Start())
	case calls.BodyCaseItem:
		r.item(envelope.Body.Item())
	case calls.BodyCaseEnd:
		r.end(&calls.Start{Format: r.call.Format}, envelope.Body.End())
	}
}

// start sends the start, once.
func (r *reply) start(start *calls.Start) {
	if r.started {
		return
	}
	r.started = true
	start.Compression = r.compression
	envelope := calls.OfStart(start)
	block, err := r.form.Append(&envelope, nil)
	if err != nil {
		r.failed = err
		start.Metadata = nil
		if block, err = r.form.Append(&envelope, nil); err != nil {
			return
		}
	}
	if r.form.Whole != nil {
		r.head = block
		if len(start.Metadata) == 0 {
			return
		}
		// Metadata is behind all other lines, and stays if the call fails.
		start.Metadata = nil
		if bare, err := r.form.Append(&envelope, nil); err == nil && bytes.HasPrefix(block, bare) {
			r.metadata = block[len(bare):]
		}
		return
	}
	r.w.WriteHeader(setHead(r.w.Header(), block))
}

func (r *reply) item(item *calls.Item) {
	if r.compression == Gzip {
		item = &calls.Item{Compressed: r.form.Whole == nil, Body: compressed(item.Body)}
	}
	if r.form.Whole != nil {
		r.body = item.Body
		return
	}
	envelope := calls.OfItem(item)
	r.write(&envelope)
	if r.flushes {
		_ = r.control.Flush()
	}
}

func (r *reply) write(envelope *calls.Envelope) {
	bytes, err := r.form.Append(envelope, r.buffer[:0])
	if err == nil {
		r.buffer = bytes
		_, err = r.w.Write(bytes)
	}
	if err != nil {
		r.failed = err
	}
}

// end sends the end, behind a start if there was none.
func (r *reply) end(start *calls.Start, end *calls.End) {
	if r.failed != nil && end.Status == calls.StatusOk {
		end = calls.Failed(calls.StatusInternal, "the answer cannot be sent: "+r.failed.Error())
	}
	hasFailed := end.Status != calls.StatusOk
	switch {
	case r.form.Whole != nil:
		r.endWhole(start, end)
	// The head of a failure does not tell the format of messages, which the caller expects to be its own.
	case !r.started && hasFailed && (r.form.FailsInHead && start.Format == "" || r.httpStatus != 0):
		r.refuse(end)
	default:
		r.start(start)
		r.finish(end)
	}
	r.over = true
}

// finish sends the end behind messages.
func (r *reply) finish(end *calls.End) {
	bytes := r.encoded(end)
	if r.form.Trailers {
		setTrailers(r.w.Header(), bytes)
		return
	}
	if _, err := r.w.Write(bytes); err != nil {
		r.failed = err
	}
}

// encoded returns an end, or that it cannot be written.
func (r *reply) encoded(end *calls.End) []byte {
	envelope := calls.OfEnd(end)
	bytes, err := r.form.Append(&envelope, nil)
	if err == nil {
		return bytes
	}
	failed := calls.Failed(calls.StatusInternal, "the end of the call cannot be written")
	failed.HTTPStatus = end.HTTPStatus
	envelope = calls.OfEnd(failed)
	bytes, _ = r.form.Append(&envelope, nil)
	return bytes
}

// refuse answers with an end alone.
func (r *reply) refuse(end *calls.End) {
	status := r.httpStatus
	if status == 0 {
		status = http.StatusOK
	}
	end.HTTPStatus.Set(uint16(status))
	r.w.WriteHeader(setHead(r.w.Header(), r.encoded(end)))
}

// endWhole sends all at once.
func (r *reply) endWhole(start *calls.Start, end *calls.End) {
	if r.httpStatus != 0 {
		end.HTTPStatus.Set(uint16(r.httpStatus))
	}
	block := r.encoded(end)
	var status int
	body := r.body
	if end.Status == calls.StatusOk {
		r.start(start)
		status = setHead(r.w.Header(), r.head)
		setHead(r.w.Header(), block)
	} else {
		var head []byte
		head, body = divided(block)
		status = setHead(r.w.Header(), head)
		setHead(r.w.Header(), r.metadata)
	}
	r.w.WriteHeader(status)
	if _, err := r.w.Write(body); err != nil {
		r.failed = err
	}
}
