//! Where everything is in a channel: the one declaration for all languages. Headers and sources of the other runtimes, and the table
//! in docs/channels.md, are printed from [`ALL`], which a test checks.
//!
//! A channel is a file of shared memory: the description, the area of the receiver, the area of the bell, and the lanes. A lane is the area of its sender, the
//! area of its receiver, and its ring. All numbers are little-endian. Each area but the bell's has one writer.
//!
//! Design: docs/decisions/0152-layout-of-channels.md

/// A constant, for printers.
pub struct Constant {
    /// The name in capital letters, as in Rust.
    pub name: &'static str,
    /// The value.
    pub value: u64,
    /// What it is.
    pub doc: &'static str,
}

macro_rules! constants {
    ($($(#[doc = $doc:literal])+ $name:ident = $value:expr;)*) => {
        $($(#[doc = $doc])+ pub const $name: u64 = $value;)*

        /// All constants, in the order of the layout.
        pub const ALL: &[Constant] = &[$(Constant { name: stringify!($name), value: $name, doc: concat!($($doc),+) }),*];
    };
}

constants! {
    /// The first 8 bytes: `PLYWCHAN`.
    MAGIC = u64::from_le_bytes(*b"PLYWCHAN");
    /// The version of the layout.
    VERSION = 1;
    /// Bytes of an area: a multiple of every size of pages.
    AREA = 65_536;

    /// Offset in the description: the version, 4 bytes.
    VERSION_AT = 8;
    /// Offset in the description: the number of lanes, 4 bytes.
    LANES_AT = 12;
    /// Offset in the description: the bytes of a ring, 8 bytes.
    CAPACITY_AT = 16;
    /// Offset in the description: the fingerprint of the schema, 8 bytes; 0 if it is not known.
    FINGERPRINT_AT = 24;
    /// Offset in the description: the length of the format's name, 4 bytes.
    FORMAT_LENGTH_AT = 32;
    /// Offset in the description: the length of the type's name, 4 bytes.
    TYPE_LENGTH_AT = 36;
    /// Offset in the description: the kind of the channel, 4 bytes.
    KIND_AT = 40;
    /// A kind: each message is for one receiver. A full ring makes senders wait.
    KIND_QUEUE = 0;
    /// A kind: each message is for all listeners. It has one lane, and its sender overwrites the oldest messages.
    KIND_BROADCAST = 1;
    /// Offset in the description: the name of the format.
    FORMAT_AT = 64;
    /// The longest name of a format.
    FORMAT_MAX = 64;
    /// Offset in the description: the name of the type.
    TYPE_AT = 128;
    /// The longest name of a type.
    TYPE_MAX = 256;
    /// Bytes of the description that are used.
    DESCRIPTION_SIZE = 384;

    /// Offset of the receiver's area, which the receiver writes.
    RECEIVER = 65_536;
    /// Offset in the receiver's area: its state, 4 bytes.
    RECEIVER_STATE = 0;
    /// Offset in the receiver's area: not 0 if it sleeps on the bell, or is about to; 4 bytes. Any listener of a broadcast stores 1, and the sender 0 before it rings the bell.
    RECEIVER_WAITS = 64;
    /// Offset of the bell's area, which senders write.
    BELL = 131_072;
    /// Offset in the bell's area: the futex on which the receiver sleeps, 4 bytes. Senders add 1 before they wake it.
    BELL_COUNT = 0;

    /// Offset of the first lane.
    LANES = 196_608;
    /// Offset in a lane: the sender's area, which its sender writes.
    SENDER = 0;
    /// Offset in the sender's area: the bytes committed since the lane was created, 8 bytes.
    SENDER_HEAD = 0;
    /// Offset in the sender's area, in a broadcast: the position up to which the ring may be overwritten so far, 8 bytes.
    SENDER_INTENT = 8;
    /// Offset in the sender's area, in a broadcast: the position of the last message, 8 bytes.
    SENDER_LATEST = 16;
    /// Offset in the sender's area: the room for which it sleeps, or is about to; else 0; 4 bytes.
    SENDER_WAITS = 64;
    /// Offset in the sender's area: its state, 4 bytes.
    SENDER_STATE = 128;
    /// Offset in a lane: the area that the receiver writes.
    RETURNS = 65_536;
    /// Offset in that area: the bytes received since the lane was created, 8 bytes.
    RETURNS_TAIL = 0;
    /// Offset in that area: the futex on which the sender sleeps, 4 bytes. The receiver adds 1 before it wakes it.
    RETURNS_BELL = 64;
    /// Offset in a lane: its ring, which the sender writes.
    RING = 131_072;

    /// A state: nothing was ever attached.
    STATE_UNUSED = 0;
    /// A state: attached. If the lock of the side is free, its process has died.
    STATE_ATTACHED = 1;
    /// A state: closed.
    STATE_CLOSED = 2;

    /// Bytes in front of a message: its length in 4 bytes, and 4 that are 0.
    RECORD_HEADER = 8;
    /// Bytes in front of a message of a broadcast: its length and its number, in 8 bytes each.
    BROADCAST_HEADER = 16;
    /// Records start at multiples of this.
    RECORD_ALIGNMENT = 8;
    /// The smallest ring. A ring's size is a power of two.
    CAPACITY_MIN = 65_536;
    /// The largest ring.
    CAPACITY_MAX = 1_073_741_824;
    /// The largest number of lanes.
    LANES_MAX = 64;

    /// The byte of the file that the receiver locks.
    LOCK_RECEIVER = 0;
    /// The byte that the sender of the first lane locks; those of the others follow.
    LOCK_SENDER = 1;
    /// Milliseconds after which a sleeper looks whether the other side is alive.
    LIVENESS_MILLIS = 40;
}

/// Returns the bytes of a record with a message of this length.
#[must_use]
pub const fn record_size(length: u64) -> u64 {
    RECORD_HEADER + length.next_multiple_of(RECORD_ALIGNMENT)
}

/// Returns the bytes of a record of a broadcast.
#[must_use]
pub const fn broadcast_record_size(length: u64) -> u64 {
    BROADCAST_HEADER + length.next_multiple_of(RECORD_ALIGNMENT)
}

/// Returns the most bytes of a message of a broadcast: so many that the last message is whole while the next one is written.
#[must_use]
pub const fn broadcast_most(capacity: u64) -> u64 {
    capacity / 2 - BROADCAST_HEADER
}

/// Returns the offset of a lane.
#[must_use]
pub const fn lane_at(lane: u64, capacity: u64) -> u64 {
    LANES + lane * (RING + capacity)
}

/// Returns the bytes of a channel.
#[must_use]
pub const fn file_size(lanes: u64, capacity: u64) -> u64 {
    lane_at(lanes, capacity)
}

/// Returns true if a ring can have this size.
#[must_use]
pub const fn is_capacity(capacity: u64) -> bool {
    capacity.is_power_of_two() && capacity >= CAPACITY_MIN && capacity <= CAPACITY_MAX
}
