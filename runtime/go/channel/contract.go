//go:build linux && (amd64 || arm64)

package channel

import "fmt"

// A Contract is what both sides of a channel agree on.
type Contract struct {
	// Format is the name of the wire format, as in `protobuf`.
	Format string
	// Type is the full name of the type of messages.
	Type string
	// Fingerprint is that of the schema; 0 if it is not known, which fits every other.
	Fingerprint uint64
}

func (c Contract) check() error {
	if len(c.Format) > formatMax {
		return fmt.Errorf("%w: the name of a format has at most %d bytes", ErrInvalid, formatMax)
	}
	if len(c.Type) > typeMax {
		return fmt.Errorf("%w: the name of a type has at most %d bytes", ErrInvalid, typeMax)
	}
	return nil
}

// serves checks that a channel with this contract carries what is expected.
func (c Contract) serves(expected Contract) error {
	const carries = "%w: the channel carries messages of the %s `%s`, and this side expects `%s`"
	switch {
	case c.Format != expected.Format:
		return fmt.Errorf(carries, ErrDiffers, "format", c.Format, expected.Format)
	case c.Type != expected.Type:
		return fmt.Errorf(carries, ErrDiffers, "type", c.Type, expected.Type)
	case c.Fingerprint != expected.Fingerprint && c.Fingerprint != 0 && expected.Fingerprint != 0:
		return fmt.Errorf("%w: the schema of the channel has the fingerprint %016x, and that of this side %016x: one of them is older",
			ErrDiffers, c.Fingerprint, expected.Fingerprint)
	}
	return nil
}
