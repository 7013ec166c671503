package calls

import (
	"context"
	"slices"
	"strings"
	"sync"
)

// Text returns metadata with a text.
func Text(name, value string) Metadata {
	it := Metadata{Name: strings.ToLower(name)}
	it.Value.SetText(value)
	return it
}

// Binary returns metadata with bytes; the name ends with -bin.
func Binary(name string, value []byte) Metadata {
	it := Metadata{Name: strings.ToLower(name)}
	it.Value.SetBinary(value)
	return it
}

// Texts returns the texts of a name, in order.
func Texts(all []Metadata, name string) (texts []string) {
	for at := range all {
		if all[at].Name == name && all[at].Value.Which() == MetadataValueCaseText {
			texts = append(texts, all[at].Value.Text())
		}
	}
	return texts
}

// Binaries returns the bytes of a name that ends with -bin, in order.
func Binaries(all []Metadata, name string) (values [][]byte) {
	for at := range all {
		if all[at].Name == name && all[at].Value.Which() == MetadataValueCaseBinary {
			values = append(values, all[at].Value.Binary())
		}
	}
	return values
}

type (
	outgoingKey struct{}
	answerKey   struct{}
	incomingKey struct{}
)

// WithMetadata returns a context whose calls send metadata, with that which the context sends already.
func WithMetadata(ctx context.Context, metadata ...Metadata) context.Context {
	return context.WithValue(ctx, outgoingKey{}, slices.Concat(Outgoing(ctx), metadata))
}

// Outgoing returns the metadata that calls with a context send.
func Outgoing(ctx context.Context) []Metadata {
	all, _ := ctx.Value(outgoingKey{}).([]Metadata)
	return all
}

// Answer is what stands around the messages of an answer.
type Answer struct {
	// Header stands in front of the messages.
	Header []Metadata
	// Trailer stands behind them.
	Trailer []Metadata
}

// WithAnswer returns a context for one call, and what stands around the messages of its answer as soon as the call is over.
func WithAnswer(ctx context.Context) (context.Context, *Answer) {
	answer := new(Answer)
	return context.WithValue(ctx, answerKey{}, answer), answer
}

// AnswerOf returns where the client of a call writes what stands around the messages of its answer; nil if nobody wants to know.
func AnswerOf(ctx context.Context) *Answer {
	answer, _ := ctx.Value(answerKey{}).(*Answer)
	return answer
}

// Incoming is a call that an implementation answers. It can be used from several goroutines at a time.
type Incoming struct {
	// Call is the start of the call.
	Call *Call

	mutex           sync.Mutex
	header, trailer []Metadata
}

// WithIncoming returns the context of a call that is answered.
func WithIncoming(ctx context.Context, incoming *Incoming) context.Context {
	return context.WithValue(ctx, incomingKey{}, incoming)
}

// FromContext returns the call that an implementation answers; nil if its context is that of no call.
func FromContext(ctx context.Context) *Incoming {
	incoming, _ := ctx.Value(incomingKey{}).(*Incoming)
	return incoming
}

// AddHeader adds metadata in front of the messages of the answer. It is sent with the first message or the end.
func (i *Incoming) AddHeader(metadata ...Metadata) {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	i.header = append(i.header, metadata...)
}

// AddTrailer adds metadata behind the messages of the answer.
func (i *Incoming) AddTrailer(metadata ...Metadata) {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	i.trailer = append(i.trailer, metadata...)
}

// Header returns the metadata in front of the messages of the answer.
func (i *Incoming) Header() []Metadata {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	return slices.Clone(i.header)
}

// Trailer returns the metadata behind the messages of the answer.
func (i *Incoming) Trailer() []Metadata {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	return slices.Clone(i.trailer)
}
