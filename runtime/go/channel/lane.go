//go:build linux && (amd64 || arm64)

package channel

import (
	"os"
	"sync/atomic"
)

// A lane in memory, as one of its sides sees it.
type lane struct {
	sender, returns, ring *mapping
	capacity              uint64
}

// openLane maps a lane for its sender, which writes into its area and the ring, or for the receiver.
func openLane(file *os.File, from description, number uint32, isSender bool) (lane, error) {
	return mapLane(file, from, number, isSender, !isSender)
}

// openToListen maps the lane of a broadcast for a listener, which writes nothing.
func openToListen(file *os.File, from description) (lane, error) {
	return mapLane(file, from, 0, false, false)
}

func mapLane(file *os.File, from description, number uint32, canSend, canReturn bool) (lane, error) {
	at := from.laneAt(number)
	opened := lane{capacity: from.capacity}
	var err error
	if opened.sender, err = openMapping(file, at+sender, area, canSend, 1); err != nil {
		return opened, err
	}
	if opened.returns, err = openMapping(file, at+returns, area, canReturn, 1); err != nil {
		return opened, err
	}
	opened.ring, err = openMapping(file, at+ring, from.capacity, canSend, 2)
	return opened, err
}

func (l *lane) close() {
	l.sender.close()
	l.returns.close()
	l.ring.close()
}

// head is the position up to which the sender has committed.
func (l *lane) head() *uint64 { return l.sender.word64(senderHead) }

// intent is the position up to which the sender of a broadcast may have overwritten the ring.
func (l *lane) intent() *uint64 { return l.sender.word64(senderIntent) }

// latest is the position of the last message of a broadcast.
func (l *lane) latest() *uint64 { return l.sender.word64(senderLatest) }

// senderWaits is the room for which the sender sleeps.
func (l *lane) senderWaits() *uint32 { return l.sender.word32(senderWaits) }
func (l *lane) senderState() *uint32 { return l.sender.word32(senderState) }

// tail is the position up to which the receiver has received.
func (l *lane) tail() *uint64 { return l.returns.word64(returnsTail) }

// returnsBell is what the sender sleeps on.
func (l *lane) returnsBell() *uint32 { return l.returns.word32(returnsBell) }

// place returns the place of a position in the ring.
func (l *lane) place(position uint64) uint64 { return position & (l.capacity - 1) }

// areSound returns true if another process can have written one of these positions truthfully.
func (l *lane) areSound(head, tail uint64) bool {
	used := head - tail
	return used <= l.capacity && used%recordAlignment == 0
}

// canStart checks positions at which a side goes on: both were written by other processes.
func (l *lane) canStart(head, tail uint64) bool {
	return head%recordAlignment == 0 && l.areSound(head, tail)
}

// recordSize returns the bytes of a record with a message of this length.
func recordSize(length uint64) uint64 {
	return recordHeader + (length+recordAlignment-1)&^(recordAlignment-1)
}

// broadcastRecordSize returns the bytes of a record of a broadcast.
func broadcastRecordSize(length uint64) uint64 {
	return recordSize(length) - recordHeader + broadcastHeader
}

// broadcastMost returns the most bytes of a message of a broadcast: so many that the last message is whole while the next
// one is written.
func (l *lane) broadcastMost() uint64 { return l.capacity/2 - broadcastHeader }

// ringBell changes a word, and wakes everyone who sleeps on it.
func ringBell(word *uint32) {
	atomic.AddUint32(word, 1)
	wake(word)
}
