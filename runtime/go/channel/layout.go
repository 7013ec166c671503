//go:build linux && (amd64 || arm64)

package channel

// Where everything is in a channel; printed from runtime/rust/channel/src/layout.rs.
const (
	// The first 8 bytes: `PLYWCHAN`.
	magic = 0x4e41484357594c50
	// The version of the layout.
	version = 1
	// Bytes of an area: a multiple of every size of pages.
	area = 65536
	// Offset in the description: the version, 4 bytes.
	versionAt = 8
	// Offset in the description: the number of lanes, 4 bytes.
	lanesAt = 12
	// Offset in the description: the bytes of a ring, 8 bytes.
	capacityAt = 16
	// Offset in the description: the fingerprint of the schema, 8 bytes; 0 if it is not known.
	fingerprintAt = 24
	// Offset in the description: the length of the format's name, 4 bytes.
	formatLengthAt = 32
	// Offset in the description: the length of the type's name, 4 bytes.
	typeLengthAt = 36
	// Offset in the description: the kind of the channel, 4 bytes.
	kindAt = 40
	// A kind: each message is for one receiver. A full ring makes senders wait.
	kindQueue = 0
	// A kind: each message is for all listeners. It has one lane, and its sender overwrites the oldest messages.
	kindBroadcast = 1
	// Offset in the description: the name of the format.
	formatAt = 64
	// The longest name of a format.
	formatMax = 64
	// Offset in the description: the name of the type.
	typeAt = 128
	// The longest name of a type.
	typeMax = 256
	// Bytes of the description that are used.
	descriptionSize = 384
	// Offset of the receiver's area, which the receiver writes.
	receiver = 65536
	// Offset in the receiver's area: its state, 4 bytes.
	receiverState = 0
	// Offset in the receiver's area: not 0 if it sleeps on the bell, or is about to; 4 bytes. Any listener of a broadcast stores 1, and the sender 0 before it rings the bell.
	receiverWaits = 64
	// Offset of the bell's area, which senders write.
	bell = 131072
	// Offset in the bell's area: the futex on which the receiver sleeps, 4 bytes. Senders add 1 before they wake it.
	bellCount = 0
	// Offset of the first lane.
	lanes = 196608
	// Offset in a lane: the sender's area, which its sender writes.
	sender = 0
	// Offset in the sender's area: the bytes committed since the lane was created, 8 bytes.
	senderHead = 0
	// Offset in the sender's area, in a broadcast: the position up to which the ring may be overwritten so far, 8 bytes.
	senderIntent = 8
	// Offset in the sender's area, in a broadcast: the position of the last message, 8 bytes.
	senderLatest = 16
	// Offset in the sender's area: the room for which it sleeps, or is about to; else 0; 4 bytes.
	senderWaits = 64
	// Offset in the sender's area: its state, 4 bytes.
	senderState = 128
	// Offset in a lane: the area that the receiver writes.
	returns = 65536
	// Offset in that area: the bytes received since the lane was created, 8 bytes.
	returnsTail = 0
	// Offset in that area: the futex on which the sender sleeps, 4 bytes. The receiver adds 1 before it wakes it.
	returnsBell = 64
	// Offset in a lane: its ring, which the sender writes.
	ring = 131072
	// A state: nothing was ever attached.
	stateUnused = 0
	// A state: attached. If the lock of the side is free, its process has died.
	stateAttached = 1
	// A state: closed.
	stateClosed = 2
	// Bytes in front of a message: its length in 4 bytes, and 4 that are 0.
	recordHeader = 8
	// Bytes in front of a message of a broadcast: its length and its number, in 8 bytes each.
	broadcastHeader = 16
	// Records start at multiples of this.
	recordAlignment = 8
	// The smallest ring. A ring's size is a power of two.
	capacityMin = 65536
	// The largest ring.
	capacityMax = 1073741824
	// The largest number of lanes.
	lanesMax = 64
	// The byte of the file that the receiver locks.
	lockReceiver = 0
	// The byte that the sender of the first lane locks; those of the others follow.
	lockSender = 1
	// Milliseconds after which a sleeper looks whether the other side is alive.
	livenessMillis = 40
)
