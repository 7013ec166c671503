//go:build linux && (amd64 || arm64)

package channel

import (
	"fmt"
	"os"
	"sync/atomic"
)

// A Broadcaster is the end of a broadcast that sends, for one goroutine at a time. It never waits: listeners that are too
// slow lose messages, and are told how many.
type Broadcaster struct {
	// Holds the lock.
	file            *os.File
	lane            lane
	listeners, bell *mapping
	// What is committed. Words in shared memory are only written, so that nobody can change these.
	head uint64
	// The position up to which the ring is overwritten. It never goes back, also not after the death of a sender.
	intent uint64
	// The number of the next message.
	number uint64
}

// Broadcaster attaches the sender of a broadcast.
func (c *Channel) Broadcaster() (*Broadcaster, error) {
	if err := c.description.expect(Broadcast); err != nil {
		return nil, err
	}
	file, err := reopen(c.file)
	if err != nil {
		return nil, refused("open the channel", err)
	}
	made := &Broadcaster{file: file}
	if err := made.attach(c.description); err != nil {
		made.release()
		return nil, err
	}
	return made, nil
}

func (b *Broadcaster) attach(to description) error {
	if _, err := freeLane(b.file, 1); err != nil {
		return err
	}
	var err error
	if b.lane, err = openLane(b.file, to, 0, true); err != nil {
		return refused("map the channel", err)
	}
	if b.listeners, err = openMapping(b.file, receiver, area, true, 1); err != nil {
		return refused("map the channel", err)
	}
	if b.bell, err = openMapping(b.file, bell, area, true, 1); err != nil {
		return refused("map the channel", err)
	}
	if !b.start() {
		return fmt.Errorf("%w: its positions contradict each other", ErrCorrupt)
	}
	atomic.StoreUint32(b.lane.senderState(), stateAttached)
	return nil
}

// start goes on where the last sender was. It returns false if what it wrote contradicts itself.
func (b *Broadcaster) start() bool {
	latest := atomic.LoadUint64(b.lane.latest())
	b.head, b.intent = atomic.LoadUint64(b.lane.head()), atomic.LoadUint64(b.lane.intent())
	half := b.lane.capacity / 2
	areNear := b.head-latest <= half && b.intent-b.head <= half
	// The last bytes of 64 bits are out of reach for an honest sender.
	if !areNear || b.head>>63 != 0 || (latest|b.head)%recordAlignment != 0 {
		return false
	}
	b.number = atomic.LoadUint64(b.lane.ring.word64(uintptr(b.lane.place(latest) + recordHeader)))
	// A sender that died in between has stored the position of a message that it did not commit, or that is the first one.
	if latest != b.head {
		b.number++
	}
	return true
}

// Most returns the most bytes of a message.
func (b *Broadcaster) Most() int { return int(b.lane.broadcastMost()) }

// Send sends a message. It fails if the message is too large.
func (b *Broadcaster) Send(message []byte) error {
	slot, err := b.Claim(len(message))
	if err != nil {
		return err
	}
	copy(slot, message)
	b.Commit(len(message))
	return nil
}

// Claim returns room for a message of at most this size, in shared memory. It is sent by Commit, and valid until then. What
// is overwritten is lost, even if nothing is committed.
func (b *Broadcaster) Claim(size int) ([]byte, error) {
	if b.file == nil {
		return nil, ErrDone
	}
	if size < 0 || size > b.Most() {
		return nil, fmt.Errorf("%w: %d bytes, where %d fit", ErrTooLarge, size, b.Most())
	}
	b.intent = max(b.intent, b.head+broadcastRecordSize(uint64(size)))
	atomic.StoreUint64(b.lane.intent(), b.intent)
	// No processor writes what follows before a load that follows the store: listeners that copy it see the intent.
	atomic.LoadUint64(b.lane.intent())
	return b.lane.ring.bytes(b.lane.place(b.head)+broadcastHeader, uint64(size)), nil
}

// Commit sends the first bytes of the slot that was claimed last.
func (b *Broadcaster) Commit(size int) {
	if b.file == nil {
		panic("channel: the broadcaster is closed")
	}
	length := uint64(size)
	if length > b.lane.broadcastMost() || b.head+broadcastRecordSize(length) > b.intent {
		panic("channel: more bytes are sent than were claimed")
	}
	place := uintptr(b.lane.place(b.head))
	atomic.StoreUint64(b.lane.ring.word64(place), length)
	atomic.StoreUint64(b.lane.ring.word64(place+recordHeader), b.number)
	atomic.StoreUint64(b.lane.latest(), b.head)
	b.head += broadcastRecordSize(length)
	b.number++
	atomic.StoreUint64(b.lane.head(), b.head)
	waits := b.listeners.word32(receiverWaits)
	if atomic.LoadUint32(waits) != 0 {
		// Listeners that sleep again say so again. One that dies asleep must not cost more than one call.
		atomic.StoreUint32(waits, 0)
		ringBell(b.bell.word32(bellCount))
	}
}

// Close tells listeners the end, after the last message. A slot must not be used any more.
func (b *Broadcaster) Close() error {
	if b.file == nil {
		return nil
	}
	atomic.StoreUint32(b.lane.senderState(), stateClosed)
	ringBell(b.bell.word32(bellCount))
	unlock(b.file, lockSender)
	return b.release()
}

func (b *Broadcaster) release() error {
	err := b.file.Close()
	b.file = nil
	b.lane.close()
	b.listeners.close()
	b.bell.close()
	return err
}
