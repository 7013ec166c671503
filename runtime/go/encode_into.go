package polywire

// EncodeInto writes a message to the start of out, such as a slot of a channel, and returns its size. The encoder is one of
// the methods AppendX of generated code. Nothing outside of out is written; if the message does not fit, the error is
// TooLarge, and out has any content.
//
// A message for which the encoder needs more room than out has is written elsewhere, and copied if it fits.
func EncodeInto(out []byte, encode func([]byte) ([]byte, error)) (int, error) {
	written, err := encode(out[:0:len(out)])
	if err != nil {
		return 0, err
	}
	if len(written) > len(out) {
		return 0, &Error{Code: TooLarge}
	}
	if len(written) > 0 && &written[0] != &out[0] {
		copy(out, written)
	}
	return len(written), nil
}
