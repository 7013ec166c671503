//go:build linux && (amd64 || arm64)

package channel

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

// A Listener is an end of a broadcast that receives, for one goroutine at a time. There may be any number of them, and none
// holds the sender up.
type Listener struct {
	file       *os.File
	lane       lane
	area, bell *mapping
	// The position of the next message.
	position uint64
	// The number of the next message, if one was received before.
	number    uint64
	isStarted bool
	broken    bool
	// Keeps loads in order.
	order uint64
}

// Tries to copy a message that the sender overwrites meanwhile, before it counts as none.
const tries = 4

// Listener attaches a listener to a broadcast. The first message that it receives is the last one that was sent, if any.
func (c *Channel) Listener() (*Listener, error) {
	if err := c.description.expect(Broadcast); err != nil {
		return nil, err
	}
	file, err := reopen(c.file)
	if err != nil {
		return nil, refused("open the channel", err)
	}
	made := &Listener{file: file}
	if err := made.attach(c.description); err != nil {
		made.Close()
		return nil, err
	}
	return made, nil
}

func (l *Listener) attach(to description) error {
	var err error
	if l.lane, err = openToListen(l.file, to); err != nil {
		return refused("map the channel", err)
	}
	if l.area, err = openMapping(l.file, receiver, area, true, 1); err != nil {
		return refused("map the channel", err)
	}
	if l.bell, err = openMapping(l.file, bell, area, false, 1); err != nil {
		return refused("map the channel", err)
	}
	l.position = atomic.LoadUint64(l.lane.latest())
	if l.position%recordAlignment != 0 {
		return fmt.Errorf("%w: its positions contradict each other", ErrCorrupt)
	}
	return nil
}

// Receive receives a message: it is copied into the buffer, which grows if it is too small. The second result is the number
// of messages that were overwritten before this listener could receive them. A copy that the sender overwrote meanwhile is
// never returned. 0 is a limit that does not wait.
func (l *Listener) Receive(buffer []byte, limit time.Duration) (message []byte, lost uint64, err error) {
	if l.file == nil {
		return nil, 0, ErrDone
	}
	if err := l.waitForMessage(&buffer, &lost, limit); err != nil {
		return nil, 0, err
	}
	return buffer, lost, nil
}

func (l *Listener) waitForMessage(buffer *[]byte, lost *uint64, limit time.Duration) error {
	progress, isOver := newWaiting(limit), false
	for {
		if found, err := l.poll(buffer, lost); found || err != nil {
			return err
		}
		if progress.spin() {
			continue
		}
		most, isLeft := progress.sleep()
		if !isLeft {
			if found, err := l.lastOr(buffer, lost, l.lookAtSender(true)); found || err != nil {
				return err
			}
			return ErrTimedOut
		}
		atomic.StoreUint32(l.area.word32(receiverWaits), 1)
		seen := atomic.LoadUint32(l.bell.word32(bellCount))
		if found, err := l.lastOr(buffer, lost, l.lookAtSender(isOver)); found || err != nil {
			return err
		}
		isOver = !sleepOn(l.bell.word32(bellCount), seen, most)
	}
}

// Close closes this end, which nobody is told.
func (l *Listener) Close() error {
	if l.file == nil {
		return nil
	}
	err := l.file.Close()
	l.file = nil
	l.lane.close()
	l.area.close()
	l.bell.close()
	return err
}

// lastOr copies a message that was sent before the end, or else tells the end.
func (l *Listener) lastOr(buffer *[]byte, lost *uint64, end error) (bool, error) {
	found, err := l.poll(buffer, lost)
	if !found && err == nil {
		err = end
	}
	return found, err
}

// poll copies the next message, if there is one.
func (l *Listener) poll(buffer *[]byte, lost *uint64) (bool, error) {
	for range tries {
		if l.broken {
			return false, fmt.Errorf("%w: a length or a position contradicts what was sent", ErrCorrupt)
		}
		switch l.copy(buffer, lost) {
		case received:
			return true, nil
		case nothing:
			return false, nil
		case overwritten:
			l.broken = !l.catchUp()
		case contradicted:
			l.broken = true
		}
	}
	return false, nil
}

// What became of copying the next message.
type attempt int

const (
	received attempt = iota
	nothing
	overwritten
	contradicted
)

func (l *Listener) copy(buffer *[]byte, lost *uint64) attempt {
	sent := atomic.LoadUint64(l.lane.head()) - l.position
	if sent == 0 {
		return nothing
	}
	if sent > l.lane.capacity {
		return overwritten
	}
	place := l.lane.place(l.position)
	length := atomic.LoadUint64(l.lane.ring.word64(uintptr(place)))
	number := atomic.LoadUint64(l.lane.ring.word64(uintptr(place + recordHeader)))
	isSound := length <= l.lane.broadcastMost() && broadcastRecordSize(length) <= sent
	if isSound {
		*buffer = append((*buffer)[:0], l.lane.ring.bytes(place+broadcastHeader, length)...)
	}
	// The sender stores its intent before it overwrites: if a copied byte was overwritten, the load sees it. No processor
	// exchanges a store and a load of package atomic, nor what precedes the store and the store.
	atomic.StoreUint64(&l.order, l.position)
	if atomic.LoadUint64(l.lane.intent())-l.position > l.lane.capacity {
		return overwritten
	}
	if !isSound {
		return contradicted
	}
	if !l.isStarted {
		l.number, l.isStarted = number, true
	}
	if *lost = number - l.number; *lost>>63 != 0 {
		return contradicted
	}
	l.position += broadcastRecordSize(length)
	l.number = number + 1
	return received
}

// catchUp goes on with the last message. It returns false if the sender contradicts itself.
func (l *Listener) catchUp() bool {
	latest := atomic.LoadUint64(l.lane.latest())
	ahead := latest - l.position
	if ahead == 0 || ahead>>63 != 0 || latest%recordAlignment != 0 {
		return false
	}
	l.position = latest
	return true
}

// lookAtSender returns what is to tell of the sender, if anything. Its lock is only looked at if it is to be thorough.
func (l *Listener) lookAtSender(isThorough bool) error {
	state := atomic.LoadUint32(l.lane.senderState())
	switch {
	case state == stateClosed:
		return ErrClosed
	case state == stateAttached && isThorough && !isLocked(l.file, lockSender):
		return &Died{}
	}
	return nil
}
