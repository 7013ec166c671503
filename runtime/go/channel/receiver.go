//go:build linux && (amd64 || arm64)

package channel

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"polywire"
)

// A Receiver is the end of a channel that receives, for one goroutine at a time.
type Receiver struct {
	// Holds the lock.
	file       *os.File
	sources    []source
	area, bell *mapping
	// The lane to look at first, so that none is preferred.
	next int
	// The lane of the message that was found last.
	found int
}

// Receiver attaches the receiver.
func (c *Channel) Receiver() (*Receiver, error) {
	if err := c.description.expect(Queue); err != nil {
		return nil, err
	}
	file, err := reopen(c.file)
	if err != nil {
		return nil, refused("open the channel", err)
	}
	made := &Receiver{file: file, sources: make([]source, c.description.lanes)}
	if err := made.attach(c.description); err != nil {
		made.release()
		return nil, err
	}
	return made, nil
}

func (r *Receiver) attach(to description) error {
	isFree, err := lock(r.file, lockReceiver)
	if err != nil {
		return refused("lock the channel", err)
	}
	if !isFree {
		return fmt.Errorf("%w: it has its receiver", ErrBusy)
	}
	for number := range r.sources {
		if err := r.sources[number].attach(r.file, to, uint32(number)); err != nil {
			return err
		}
	}
	if r.area, err = openMapping(r.file, receiver, area, true, 1); err != nil {
		return refused("map the channel", err)
	}
	if r.bell, err = openMapping(r.file, bell, area, false, 1); err != nil {
		return refused("map the channel", err)
	}
	atomic.StoreUint32(r.waits(), 0)
	atomic.StoreUint32(r.state(), stateAttached)
	return nil
}

// Receive receives a message: it is copied into the buffer, which grows if it is too small, so that nobody can change it
// while it is read. 0 is a limit that does not wait.
func (r *Receiver) Receive(buffer []byte, limit time.Duration) ([]byte, error) {
	shared, err := r.PeekTrusted(limit)
	if err != nil {
		return nil, err
	}
	message := append(buffer[:0], shared...)
	r.Release()
	return message, nil
}

// PeekChecked finds a message in shared memory, which Release gives back: for few fields of large messages, by views that
// check each access. What two accesses read may not belong together. Without settings they are the default ones.
func (r *Receiver) PeekChecked(settings *polywire.Decoder, limit time.Duration) (*polywire.CheckedInput, error) {
	shared, err := r.PeekTrusted(limit)
	if err != nil {
		return nil, err
	}
	return polywire.NewCheckedInput(settings, shared), nil
}

// PeekTrusted finds a message in shared memory, which Release gives back. Only for senders that are trusted: they can change
// the bytes at any time, and a message that is valid now could be another one a moment later.
func (r *Receiver) PeekTrusted(limit time.Duration) ([]byte, error) {
	if r.file == nil {
		return nil, ErrDone
	}
	found, err := r.waitForMessage(limit)
	if err != nil {
		return nil, err
	}
	r.found = found
	return r.sources[found].message(), nil
}

// Release gives back the message that was found last.
func (r *Receiver) Release() {
	if r.file == nil {
		panic("channel: the receiver is closed")
	}
	r.sources[r.found].release()
	r.next = (r.found + 1) % len(r.sources)
}

// Close closes the channel: senders are told, and can send nothing more. A message that was found last must not be used any
// more.
func (r *Receiver) Close() error {
	if r.file == nil {
		return nil
	}
	atomic.StoreUint32(r.state(), stateClosed)
	for i := range r.sources {
		ringBell(r.sources[i].lane.returnsBell())
	}
	unlock(r.file, lockReceiver)
	return r.release()
}

func (r *Receiver) release() error {
	err := r.file.Close()
	r.file = nil
	for i := range r.sources {
		r.sources[i].lane.close()
	}
	r.area.close()
	r.bell.close()
	return err
}

func (r *Receiver) waitForMessage(limit time.Duration) (int, error) {
	progress, isOver := newWaiting(limit), false
	for {
		found, err := r.poll()
		if found >= 0 || err != nil {
			return found, err
		}
		if progress.spin() {
			continue
		}
		most, isLeft := progress.sleep()
		if !isLeft {
			end := r.lookAtSenders(true)
			if end == nil {
				end = ErrTimedOut
			}
			return r.lastOr(end)
		}
		atomic.StoreUint32(r.waits(), 1)
		found, err = r.sleep(most, &isOver)
		atomic.StoreUint32(r.waits(), 0)
		if found >= 0 || err != nil {
			return found, err
		}
	}
}

// sleep sleeps, unless there is something to receive or to tell by now.
func (r *Receiver) sleep(most time.Duration, isOver *bool) (int, error) {
	word := r.bell.word32(bellCount)
	seen := atomic.LoadUint32(word)
	if found, err := r.poll(); found >= 0 || err != nil {
		return found, err
	}
	if end := r.lookAtSenders(*isOver); end != nil {
		return r.lastOr(end)
	}
	*isOver = !sleepOn(word, seen, most)
	return -1, nil
}

// lastOr finds a message that was committed before its sender came to an end, or else tells the end.
func (r *Receiver) lastOr(end error) (int, error) {
	if found, err := r.poll(); found >= 0 || err != nil {
		return found, err
	}
	var died *Died
	if errors.As(end, &died) {
		r.sources[died.Lane].told = true
	}
	return -1, end
}

// poll looks for a message in all lanes.
func (r *Receiver) poll() (int, error) {
	for step := range r.sources {
		number := (r.next + step) % len(r.sources)
		found, err := r.sources[number].poll()
		if err != nil {
			return -1, err
		}
		if found {
			return number, nil
		}
	}
	return -1, nil
}

// lookAtSenders returns what is to tell of the senders, if anything. Locks are only looked at if it is to be thorough.
func (r *Receiver) lookAtSenders(isThorough bool) error {
	var isAnySound, areSomeAlive, areSomeClosed bool
	var dead error
	for number := range r.sources {
		from := &r.sources[number]
		if from.broken {
			continue
		}
		isAnySound = true
		state := atomic.LoadUint32(from.lane.senderState())
		if state == stateClosed || state == stateUnused {
			areSomeClosed = areSomeClosed || state == stateClosed
			from.told = false
		} else if !isThorough || isLocked(r.file, lockSender+uint64(number)) {
			areSomeAlive = true
			from.told = from.told && !isThorough
		} else {
			dead = &Died{Lane: number}
			if !from.told {
				return dead
			}
		}
	}
	switch {
	case !isAnySound:
		return ErrCorrupt
	case areSomeAlive:
		return nil
	case dead != nil:
		return dead
	case areSomeClosed:
		return ErrClosed
	}
	return nil
}

func (r *Receiver) state() *uint32 { return r.area.word32(receiverState) }
func (r *Receiver) waits() *uint32 { return r.area.word32(receiverWaits) }

// Died is the error for a sender whose process ended without closing the channel. It is ErrDied.
type Died struct {
	// Lane is that of the sender.
	Lane int
}

func (d *Died) Error() string { return fmt.Sprintf("%v: the sender of lane %d", ErrDied, d.Lane) }

// Is returns true for ErrDied.
func (d *Died) Is(target error) bool { return target == ErrDied }

// A source is a lane to receive from.
type source struct {
	lane lane
	// What is received. The word in shared memory is only written, so that nobody can change it.
	tail uint64
	// What was committed when the sender was last looked at.
	head   uint64
	length uint64
	broken bool
	// The death of the sender was told.
	told bool
}

func (s *source) attach(file *os.File, from description, number uint32) error {
	var err error
	if s.lane, err = openLane(file, from, number, false); err != nil {
		return refused("map the channel", err)
	}
	head := atomic.LoadUint64(s.lane.head())
	s.tail = atomic.LoadUint64(s.lane.tail())
	s.head = s.tail
	if !s.lane.canStart(head, s.tail) {
		return fmt.Errorf("%w: its positions contradict each other", ErrCorrupt)
	}
	return nil
}

// poll returns true if there is a message.
func (s *source) poll() (bool, error) {
	if s.broken {
		return false, nil
	}
	if s.head == s.tail {
		s.head = atomic.LoadUint64(s.lane.head())
		if s.head == s.tail {
			return false, nil
		}
	}
	used := s.head - s.tail
	s.length = atomic.LoadUint64(s.lane.ring.word64(uintptr(s.lane.place(s.tail))))
	if !s.lane.areSound(s.head, s.tail) || used < recordHeader || s.length > used-recordHeader || recordSize(s.length) > used {
		s.broken = true
		return false, fmt.Errorf("%w: a length or a position contradicts what was sent", ErrCorrupt)
	}
	return true, nil
}

// message returns the message that poll has found.
func (s *source) message() []byte {
	return s.lane.ring.bytes(s.lane.place(s.tail)+recordHeader, s.length)
}

func (s *source) release() {
	s.tail += recordSize(s.length)
	// Either the sender sees the room before it sleeps, or this process sees for how much it waits.
	atomic.StoreUint64(s.lane.tail(), s.tail)
	wanted := uint64(atomic.LoadUint32(s.lane.senderWaits()))
	if wanted != 0 && s.lane.capacity-(s.head-s.tail) >= wanted {
		ringBell(s.lane.returnsBell())
	}
}
