// Where everything is in a channel; printed from runtime/rust/channel/src/layout.rs.
#pragma once

#include <cstdint>

namespace polywire::channels::layout {

/// The first 8 bytes: `PLYWCHAN`.
inline constexpr std::uint64_t magic = 0x4e41484357594c50;
/// The version of the layout.
inline constexpr std::uint64_t version = 1;
/// Bytes of an area: a multiple of every size of pages.
inline constexpr std::uint64_t area = 65536;
/// Offset in the description: the version, 4 bytes.
inline constexpr std::uint64_t version_at = 8;
/// Offset in the description: the number of lanes, 4 bytes.
inline constexpr std::uint64_t lanes_at = 12;
/// Offset in the description: the bytes of a ring, 8 bytes.
inline constexpr std::uint64_t capacity_at = 16;
/// Offset in the description: the fingerprint of the schema, 8 bytes; 0 if it is not known.
inline constexpr std::uint64_t fingerprint_at = 24;
/// Offset in the description: the length of the format's name, 4 bytes.
inline constexpr std::uint64_t format_length_at = 32;
/// Offset in the description: the length of the type's name, 4 bytes.
inline constexpr std::uint64_t type_length_at = 36;
/// Offset in the description: the kind of the channel, 4 bytes.
inline constexpr std::uint64_t kind_at = 40;
/// A kind: each message is for one receiver. A full ring makes senders wait.
inline constexpr std::uint64_t kind_queue = 0;
/// A kind: each message is for all listeners. It has one lane, and its sender overwrites the oldest
/// messages.
inline constexpr std::uint64_t kind_broadcast = 1;
/// Offset in the description: the name of the format.
inline constexpr std::uint64_t format_at = 64;
/// The longest name of a format.
inline constexpr std::uint64_t format_max = 64;
/// Offset in the description: the name of the type.
inline constexpr std::uint64_t type_at = 128;
/// The longest name of a type.
inline constexpr std::uint64_t type_max = 256;
/// Bytes of the description that are used.
inline constexpr std::uint64_t description_size = 384;
/// Offset of the receiver's area, which the receiver writes.
inline constexpr std::uint64_t receiver = 65536;
/// Offset in the receiver's area: its state, 4 bytes.
inline constexpr std::uint64_t receiver_state = 0;
/// Offset in the receiver's area: not 0 if it sleeps on the bell, or is about to; 4 bytes. Any
/// listener of a broadcast stores 1, and the sender 0 before it rings the bell.
inline constexpr std::uint64_t receiver_waits = 64;
/// Offset of the bell's area, which senders write.
inline constexpr std::uint64_t bell = 131072;
/// Offset in the bell's area: the futex on which the receiver sleeps, 4 bytes. Senders add 1 before
/// they wake it.
inline constexpr std::uint64_t bell_count = 0;
/// Offset of the first lane.
inline constexpr std::uint64_t lanes = 196608;
/// Offset in a lane: the sender's area, which its sender writes.
inline constexpr std::uint64_t sender = 0;
/// Offset in the sender's area: the bytes committed since the lane was created, 8 bytes.
inline constexpr std::uint64_t sender_head = 0;
/// Offset in the sender's area, in a broadcast: the position up to which the ring may be
/// overwritten so far, 8 bytes.
inline constexpr std::uint64_t sender_intent = 8;
/// Offset in the sender's area, in a broadcast: the position of the last message, 8 bytes.
inline constexpr std::uint64_t sender_latest = 16;
/// Offset in the sender's area: the room for which it sleeps, or is about to; else 0; 4 bytes.
inline constexpr std::uint64_t sender_waits = 64;
/// Offset in the sender's area: its state, 4 bytes.
inline constexpr std::uint64_t sender_state = 128;
/// Offset in a lane: the area that the receiver writes.
inline constexpr std::uint64_t returns = 65536;
/// Offset in that area: the bytes received since the lane was created, 8 bytes.
inline constexpr std::uint64_t returns_tail = 0;
/// Offset in that area: the futex on which the sender sleeps, 4 bytes. The receiver adds 1 before
/// it wakes it.
inline constexpr std::uint64_t returns_bell = 64;
/// Offset in a lane: its ring, which the sender writes.
inline constexpr std::uint64_t ring = 131072;
/// A state: nothing was ever attached.
inline constexpr std::uint64_t state_unused = 0;
/// A state: attached. If the lock of the side is free, its process has died.
inline constexpr std::uint64_t state_attached = 1;
/// A state: closed.
inline constexpr std::uint64_t state_closed = 2;
/// Bytes in front of a message: its length in 4 bytes, and 4 that are 0.
inline constexpr std::uint64_t record_header = 8;
/// Bytes in front of a message of a broadcast: its length and its number, in 8 bytes each.
inline constexpr std::uint64_t broadcast_header = 16;
/// Records start at multiples of this.
inline constexpr std::uint64_t record_alignment = 8;
/// The smallest ring. A ring's size is a power of two.
inline constexpr std::uint64_t capacity_min = 65536;
/// The largest ring.
inline constexpr std::uint64_t capacity_max = 1073741824;
/// The largest number of lanes.
inline constexpr std::uint64_t lanes_max = 64;
/// The byte of the file that the receiver locks.
inline constexpr std::uint64_t lock_receiver = 0;
/// The byte that the sender of the first lane locks; those of the others follow.
inline constexpr std::uint64_t lock_sender = 1;
/// Milliseconds after which a sleeper looks whether the other side is alive.
inline constexpr std::uint64_t liveness_millis = 40;

}  // namespace polywire::channels::layout
