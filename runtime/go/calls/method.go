package calls

import "slices"

// Method describes a method of a service from messages of a type to messages of another.
type Method[Request, Answer any] struct {
	// Service is the full name of the service.
	Service string
	// Name is that of the method in the schema.
	Name  string
	Shape Shape
	// ChangesNothing is true if the schema says so.
	ChangesNothing bool
	Requests       Codec[Request]
	Answers        Codec[Answer]
}

// Codec has the formats in which messages of a type are written, the usual one first.
type Codec[T any] []BodyFormat[T]

// BodyFormat is a format of messages.
type BodyFormat[T any] struct {
	// Names are what envelopes call it.
	Names     []string
	Append    func(*T, []byte) ([]byte, error)
	Unmarshal func(*T, []byte) error
}

// Format returns the format of a name; nil if there is none.
func (c Codec[T]) Format(name string) *BodyFormat[T] {
	for at := range c {
		if slices.Contains(c[at].Names, name) {
			return &c[at]
		}
	}
	return nil
}
