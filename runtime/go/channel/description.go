//go:build linux && (amd64 || arm64)

package channel

import (
	"encoding/binary"
	"fmt"
)

// A description is at the start of a channel. It is written before anyone else sees the channel, and loaded once.
type description struct {
	kind     Kind
	lanes    uint32
	capacity uint64
	contract Contract
}

func (d description) bytes() []byte {
	out := make([]byte, descriptionSize)
	put := binary.LittleEndian
	put.PutUint64(out, magic)
	put.PutUint32(out[versionAt:], version)
	put.PutUint32(out[lanesAt:], d.lanes)
	put.PutUint64(out[capacityAt:], d.capacity)
	put.PutUint32(out[kindAt:], uint32(d.kind))
	put.PutUint64(out[fingerprintAt:], d.contract.Fingerprint)
	put.PutUint32(out[formatLengthAt:], uint32(len(d.contract.Format)))
	put.PutUint32(out[typeLengthAt:], uint32(len(d.contract.Type)))
	copy(out[formatAt:], d.contract.Format)
	copy(out[typeAt:], d.contract.Type)
	return out
}

// descriptionOf reads the description of a file of this size.
func descriptionOf(in []byte, file uint64) (description, error) {
	get := binary.LittleEndian
	if get.Uint64(in) != magic {
		return description{}, errNoChannel
	}
	if get.Uint32(in[versionAt:]) != version {
		return description{}, fmt.Errorf("%w: it has another version of the layout than %d, the one that this program knows", ErrNoChannel, version)
	}
	found := description{kind: Kind(get.Uint32(in[kindAt:])), lanes: get.Uint32(in[lanesAt:]), capacity: get.Uint64(in[capacityAt:])}
	format, kind := get.Uint32(in[formatLengthAt:]), get.Uint32(in[typeLengthAt:])
	if found.check() != nil || found.size() != file || format > formatMax || kind > typeMax {
		return description{}, errNoChannel
	}
	found.contract = Contract{
		Format:      string(in[formatAt : formatAt+format]),
		Type:        string(in[typeAt : typeAt+kind]),
		Fingerprint: get.Uint64(in[fingerprintAt:]),
	}
	return found, nil
}

func (d description) check() error {
	if d.capacity < capacityMin || d.capacity > capacityMax || d.capacity&(d.capacity-1) != 0 {
		return fmt.Errorf("%w: the size of a ring is a power of two from %d to %d bytes", ErrInvalid, capacityMin, capacityMax)
	}
	if d.kind > Broadcast {
		return fmt.Errorf("%w: there is no such kind of channel", ErrInvalid)
	}
	if d.lanes < 1 || d.lanes > lanesMax || d.kind == Broadcast && d.lanes > 1 {
		return fmt.Errorf("%w: a channel has 1 to %d lanes, and a broadcast has 1", ErrInvalid, lanesMax)
	}
	return d.contract.check()
}

func (d description) laneAt(lane uint32) uint64 { return lanes + uint64(lane)*(ring+d.capacity) }

// size returns the bytes of the file.
func (d description) size() uint64 { return d.laneAt(d.lanes) }

// expect checks that sides of a kind can be attached.
func (d description) expect(kind Kind) error {
	switch {
	case d.kind == kind:
		return nil
	case kind == Queue:
		return fmt.Errorf("%w: it is a broadcast, which has a broadcaster and listeners", ErrNoChannel)
	}
	return fmt.Errorf("%w: it is not a broadcast, but has senders and a receiver", ErrNoChannel)
}
