package httpcalls

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"

	"polywire/calls"
)

// answer finds the envelopes of an answer.
type answer struct {
	form  *Form
	limit int64
	// The format of the call's messages.
	format   string
	response *http.Response
	head     []byte
	// The head was read.
	started bool
	// The compression of messages, as the start tells.
	compression string
	frames      frames
}

// ahead is the number of bytes that are read ahead.
const ahead = 2 << 10

func (a *answer) begin(response *http.Response) {
	a.response = response
	a.head = appendResponse(nil, response)
	// By reading ahead, the end of the body is read with the last envelope, so that the connection can be used again.
	body := bufio.NewReaderSize(response.Body, ahead)
	a.frames = frames{body: body, header: a.form.Frames, limit: a.limit}
}

// errNoEnd says that an answer is complete without an end.
var errNoEnd = errors.New("the answer ends without a status")

// next returns the next envelopes.
func (a *answer) next() ([]*calls.Envelope, error) {
	switch {
	case a.form.Whole != nil && a.started:
		return nil, errNoEnd
	case a.form.Whole != nil:
		a.started = true
		return a.whole()
	case !a.started:
		a.started = true
		return a.first()
	}
	return a.behindHead()
}

// behindHead returns the next envelopes behind the head.
func (a *answer) behindHead() ([]*calls.Envelope, error) {
	frame, err := a.frames.next()
	switch {
	case err == io.EOF:
		return a.trailers()
	case err != nil:
		return nil, err
	}
	if frame, err = decompressed(frame, a.form.Frames, a.compression, a.limit); err != nil {
		return nil, &envelopeError{cause: err}
	}
	return a.one(frame)
}

func (a *answer) one(b []byte) ([]*calls.Envelope, error) {
	envelope, err := a.form.envelope(b)
	if err != nil {
		return nil, err
	}
	return []*calls.Envelope{envelope}, nil
}

// start returns what the head is.
func (a *answer) start() (*calls.Envelope, error) {
	envelope, err := a.form.envelope(a.head)
	if err != nil {
		return nil, &envelopeError{cause: err, isHead: true}
	}
	if envelope.Body.Which() == calls.BodyCaseStart {
		start := envelope.Body.Start()
		a.compression = start.Compression
		if named(start.Format) != named(a.format) {
			return nil, &envelopeError{cause: fmt.Errorf("it is in %s, not in %s", named(start.Format), named(a.format))}
		}
	}
	return envelope, nil
}

// named returns the name of a format. Types of content may leave it out.
func named(format string) string {
	if format == "" {
		return "proto"
	}
	return format
}

// errBehindEnd says that messages are behind an end.
var errBehindEnd = &envelopeError{cause: errors.New("the head is its end, but messages follow")}

// first returns the envelopes of the head. Behind one that is an end, only another end can be, which counts.
func (a *answer) first() ([]*calls.Envelope, error) {
	head, err := a.start()
	if err != nil {
		return nil, err
	}
	if head.Body.Which() != calls.BodyCaseEnd || a.response.StatusCode != http.StatusOK {
		return []*calls.Envelope{head}, nil
	}
	found, err := a.behindHead()
	switch {
	case err == errNoEnd:
		return []*calls.Envelope{head}, nil
	case err != nil:
		return nil, err
	case found[0].Body.Which() != calls.BodyCaseEnd:
		return nil, errBehindEnd
	}
	start := calls.OfStart(&calls.Start{Metadata: head.Body.End().Metadata})
	return append([]*calls.Envelope{&start}, found...), nil
}

// trailers returns the end behind the messages.
func (a *answer) trailers() ([]*calls.Envelope, error) {
	if !a.form.Trailers || len(a.response.Trailer) == 0 {
		return nil, errNoEnd
	}
	return a.one(appendHeaders(nil, a.response.Trailer))
}

// whole returns the envelopes of an answer that is one message as it is, or an error.
func (a *answer) whole() ([]*calls.Envelope, error) {
	start, err := a.start()
	if err != nil {
		return nil, err
	}
	body, err := a.wholeBody()
	switch start.Body.Which() {
	case calls.BodyCaseStart:
		if err != nil {
			return []*calls.Envelope{start}, err
		}
		end, err := a.form.envelope(a.form.Whole.endOf(a.head))
		if err != nil {
			return nil, err
		}
		item := calls.OfItem(&calls.Item{Body: body})
		return []*calls.Envelope{start, &item, end}, nil
	case calls.BodyCaseEnd:
		// A body that is no error of the protocol may be that of a proxy; the head is enough then.
		if err == nil && len(body) != 0 {
			if end, err := a.form.envelope(append(append(a.head, emptyLine...), body...)); err == nil {
				return []*calls.Envelope{end}, nil
			}
		}
	}
	return []*calls.Envelope{start}, nil
}

func (a *answer) wholeBody() ([]byte, error) {
	body, err := readWhole(a.response.Body, a.limit)
	compression := a.form.Whole.compressionOf(a.response.Header)
	if err != nil || len(body) == 0 || compression == "" {
		return body, err
	}
	if body, err = inflated(body, compression, a.limit); err != nil {
		return nil, &envelopeError{cause: err}
	}
	return body, nil
}

// streamError has the members of the error of net/http for a stream of HTTP/2 that is reset, which sets those of a type like this one.
type streamError struct {
	StreamID uint32
	Code     uint32
	Cause    error
}

func (streamError) Error() string { return "the stream is reset" }

// failed ends the call because its answer cannot be read; the mutex is held.
func (c *calling) failed(err error) {
	var tooLarge *calls.FrameTooLargeError
	var unknown *envelopeError
	var reset streamError
	switch {
	case errors.As(err, &tooLarge):
		c.give(calls.Failed(calls.StatusResourceExhausted, err.Error()))
	case err == errNoEnd:
		c.session.Lost(c.id, calls.Failed(calls.StatusUnknown, err.Error()))
	case err == errInside:
		c.session.Lost(c.id, calls.Failed(calls.StatusUnknown, "the answer ends inside a message"))
	case errors.As(err, &unknown) && unknown.isHead:
		c.give(calls.Failed(calls.StatusUnknown, "the answer is not of this protocol: "+err.Error()))
	case errors.As(err, &unknown):
		c.session.Broken(c.id, "the answer is not of this protocol: "+err.Error())
	case errors.As(err, &reset):
		status, ok := c.form.Resets[reset.Code]
		if !ok {
			status = calls.StatusInternal
		}
		c.session.Lost(c.id, calls.Failed(status, err.Error()))
	default:
		c.session.Lost(c.id, calls.Failed(calls.StatusUnavailable, err.Error()))
	}
}

// give gives the call up with an end of its own.
func (c *calling) give(end *calls.End) {
	c.session.Lost(c.id, end)
	c.cancel()
}
