// Package bench is the program around a codec that `polywire bench` measures.
//
// Its argument is a file of messages, each after its length in 32 bits, little-endian, in a format that represents every
// value exactly (the images). It writes one line of JSON about itself, and answers each line `OPERATION PASSES` with the
// nanoseconds, allocations and allocated bytes of that many passes over all messages.
package bench

// Codec is a codec of values of the type V.
type Codec[V any] struct {
	// Mode says in a few words how the codec is used; it may be empty.
	Mode string
	// Version is that of the implementation.
	Version string
	// Append appends the message of a value.
	Append func(v *V, b []byte) ([]byte, error)
	// Unmarshal reads a message into a value that may hold anything before.
	Unmarshal func(v *V, b []byte) error
	// Borrow does the same, and texts of the value refer to the message. It may be nil.
	Borrow func(v *V, b []byte) error
	// Validate checks a message. It may be nil.
	Validate func(b []byte) error
	// FromImage reads an image into a new value.
	FromImage func(v *V, image []byte) error
	// AppendImage appends the image of a value.
	AppendImage func(v *V, b []byte) ([]byte, error)
}

// Converted adds the images to a codec with values of its own. The generated codec of the same format converts them, so
// that a field unknown to one of the two is detected.
func Converted[V, G any](codec Codec[V], generated Codec[G]) Codec[V] {
	codec.FromImage = func(v *V, image []byte) error {
		message, err := convert(new(G), image, generated.FromImage, generated.Append)
		if err != nil {
			return err
		}
		return codec.Unmarshal(v, message)
	}
	codec.AppendImage = func(v *V, b []byte) ([]byte, error) {
		message, err := codec.Append(v, nil)
		if err != nil {
			return nil, err
		}
		image, err := convert(new(G), message, generated.Unmarshal, generated.AppendImage)
		return append(b, image...), err
	}
	return codec
}

func convert[V any](v *V, b []byte, read func(*V, []byte) error, write func(*V, []byte) ([]byte, error)) ([]byte, error) {
	if err := read(v, b); err != nil {
		return nil, err
	}
	return write(v, nil)
}
