//go:build linux && (amd64 || arm64)

package channel

import (
	"errors"
	"fmt"
)

// Why an operation on a channel failed; to be found with errors.Is.
var (
	// ErrTimedOut: there is no message, or no room, in the time given.
	ErrTimedOut = errors.New("nothing happened in the time given")
	// ErrClosed: the other side has closed the channel, and all messages are received.
	ErrClosed = errors.New("the other side has closed the channel")
	// ErrDied: the process of the other side ended without closing the channel. All messages that it committed are
	// received.
	ErrDied = errors.New("the process of the other side ended without closing the channel")
	// ErrTooLarge: the message is larger than the ring can hold.
	ErrTooLarge = errors.New("a message is larger than what fits into the channel")
	// ErrCorrupt: what another process wrote contradicts the layout.
	ErrCorrupt = errors.New("what is in the channel contradicts its layout")
	// ErrBusy: another process, or this one, is this side of the channel already.
	ErrBusy = errors.New("another process is this side of the channel already")
	// ErrDiffers: the other side has a different format, type or schema.
	ErrDiffers = errors.New("the sides of the channel differ")
	// ErrNoChannel: this is no channel, or not one of this version.
	ErrNoChannel = errors.New("this is not a channel that can be used")
	// ErrInvalid: a name, size or number of lanes is not allowed.
	ErrInvalid = errors.New("not allowed")
	// ErrDone: this end was closed by this process.
	ErrDone = errors.New("this end of the channel is closed")
)

var errNoChannel = fmt.Errorf("%w: this file is not a channel", ErrNoChannel)

func refused(what string, err error) error { return fmt.Errorf("cannot %s: %w", what, err) }
