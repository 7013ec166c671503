//go:build linux && (amd64 || arm64)

package channel

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

// A Sender is the end of a channel that sends, for one goroutine at a time.
type Sender struct {
	// Holds the lock.
	file           *os.File
	lane           lane
	number         uint32
	receiver, bell *mapping
	// What is committed. The word in shared memory is only written, so that nobody can change it.
	head uint64
	// What the receiver had received when it was last looked at.
	tail   uint64
	broken bool
	// The last receiver had closed the channel when this side was attached, which does not concern it.
	wasClosed bool
}

// Sender attaches the sender to the first lane that is free.
func (c *Channel) Sender() (*Sender, error) {
	if err := c.description.expect(Queue); err != nil {
		return nil, err
	}
	file, err := reopen(c.file)
	if err != nil {
		return nil, refused("open the channel", err)
	}
	made := &Sender{file: file}
	if err := made.attach(c.description); err != nil {
		made.release()
		return nil, err
	}
	return made, nil
}

func (s *Sender) attach(to description) error {
	number, err := freeLane(s.file, to.lanes)
	if err != nil {
		return err
	}
	s.number = number
	if s.lane, err = openLane(s.file, to, number, true); err != nil {
		return refused("map the channel", err)
	}
	if s.receiver, err = openMapping(s.file, receiver, area, false, 1); err != nil {
		return refused("map the channel", err)
	}
	if s.bell, err = openMapping(s.file, bell, area, true, 1); err != nil {
		return refused("map the channel", err)
	}
	s.head, s.tail = atomic.LoadUint64(s.lane.head()), atomic.LoadUint64(s.lane.tail())
	if !s.lane.canStart(s.head, s.tail) {
		return fmt.Errorf("%w: its positions contradict each other", ErrCorrupt)
	}
	atomic.StoreUint32(s.lane.senderWaits(), 0)
	atomic.StoreUint32(s.lane.senderState(), stateAttached)
	s.wasClosed = s.receiverState() == stateClosed
	return nil
}

func freeLane(file *os.File, lanes uint32) (uint32, error) {
	for number := range lanes {
		isFree, err := lock(file, lockSender+uint64(number))
		if err != nil {
			return 0, refused("lock a lane", err)
		}
		if isFree {
			return number, nil
		}
	}
	return 0, fmt.Errorf("%w: it has its sender", ErrBusy)
}

// Most returns the most bytes of a message.
func (s *Sender) Most() int { return int(s.lane.capacity - recordHeader) }

// Send sends a message; 0 is a limit that does not wait.
func (s *Sender) Send(message []byte, limit time.Duration) error {
	slot, err := s.Claim(len(message), limit)
	if err != nil {
		return err
	}
	copy(slot, message)
	s.Commit(len(message))
	return nil
}

// Claim returns room for a message of at most this size, in shared memory. It is sent by Commit, and valid until then.
func (s *Sender) Claim(size int, limit time.Duration) ([]byte, error) {
	if s.file == nil {
		return nil, ErrDone
	}
	if size < 0 || size > s.Most() {
		return nil, fmt.Errorf("%w: %d bytes, where %d fit", ErrTooLarge, size, s.Most())
	}
	if err := s.waitForRoom(recordSize(uint64(size)), limit); err != nil {
		return nil, err
	}
	return s.lane.ring.bytes(s.lane.place(s.head)+recordHeader, uint64(size)), nil
}

// Commit sends the first bytes of the slot that was claimed last.
func (s *Sender) Commit(size int) {
	if s.file == nil {
		panic("channel: the sender is closed")
	}
	length := uint64(size)
	if length > s.lane.capacity-recordHeader || s.head-s.tail+recordSize(length) > s.lane.capacity {
		panic("channel: more bytes are sent than were claimed")
	}
	atomic.StoreUint64(s.lane.ring.word64(uintptr(s.lane.place(s.head))), length)
	s.head += recordSize(length)
	// Either the receiver sees the message before it sleeps, or this process sees that it waits.
	atomic.StoreUint64(s.lane.head(), s.head)
	if atomic.LoadUint32(s.receiver.word32(receiverWaits)) != 0 {
		ringBell(s.bell.word32(bellCount))
	}
}

// Close closes the lane: the receiver receives what is committed, and is then told. A slot must not be used any more.
func (s *Sender) Close() error {
	if s.file == nil {
		return nil
	}
	atomic.StoreUint32(s.lane.senderState(), stateClosed)
	ringBell(s.bell.word32(bellCount))
	unlock(s.file, lockSender+uint64(s.number))
	return s.release()
}

func (s *Sender) release() error {
	err := s.file.Close()
	s.file = nil
	s.lane.close()
	s.receiver.close()
	s.bell.close()
	return err
}

func (s *Sender) waitForRoom(room uint64, limit time.Duration) error {
	if s.isClosed() {
		return ErrClosed
	}
	progress := newWaiting(limit)
	for {
		if hasRoom, err := s.hasRoom(room); hasRoom || err != nil {
			return err
		}
		if progress.spin() {
			continue
		}
		most, isLeft := progress.sleep()
		if !isLeft {
			if err := s.lookAtReceiver(); err != nil {
				return err
			}
			return ErrTimedOut
		}
		isOver := !s.sleep(room, most)
		if s.isClosed() {
			return ErrClosed
		}
		if hasRoom, err := s.hasRoom(room); hasRoom || err != nil {
			return err
		}
		if isOver {
			if err := s.lookAtReceiver(); err != nil {
				return err
			}
		}
	}
}

// sleep sleeps, unless there is room by now. It returns false if the time is over.
func (s *Sender) sleep(room uint64, most time.Duration) bool {
	// Waking for each small message that is received would cost more than the message.
	atomic.StoreUint32(s.lane.senderWaits(), uint32(max(room, s.lane.capacity/8)))
	defer atomic.StoreUint32(s.lane.senderWaits(), 0)
	seen := atomic.LoadUint32(s.lane.returnsBell())
	hasRoom, err := s.hasRoom(room)
	return hasRoom || err != nil || s.isClosed() || sleepOn(s.lane.returnsBell(), seen, most)
}

func (s *Sender) hasRoom(room uint64) (bool, error) {
	if s.broken {
		return false, ErrCorrupt
	}
	if s.head-s.tail+room <= s.lane.capacity {
		return true, nil
	}
	tail := atomic.LoadUint64(s.lane.tail())
	if !s.lane.areSound(s.head, tail) {
		s.broken = true
		return false, fmt.Errorf("%w: its positions contradict each other", ErrCorrupt)
	}
	s.tail = tail
	return s.head-s.tail+room <= s.lane.capacity, nil
}

func (s *Sender) receiverState() uint32 { return atomic.LoadUint32(s.receiver.word32(receiverState)) }

func (s *Sender) isClosed() bool {
	isClosed := s.receiverState() == stateClosed
	s.wasClosed = s.wasClosed && isClosed
	return isClosed && !s.wasClosed
}

// lookAtReceiver returns an error if the receiver is at an end. There may be none so far.
func (s *Sender) lookAtReceiver() error {
	if s.isClosed() {
		return ErrClosed
	}
	if s.receiverState() == stateAttached && !isLocked(s.file, lockReceiver) {
		return ErrDied
	}
	return nil
}
