// A lane in memory, as one of its sides sees it, and the arithmetic of its positions.
#pragma once

#include <cstdint>

#include "polywire/channel/description.hpp"
#include "polywire/channel/map.hpp"
#include "polywire/channel/words.hpp"

// A test can map each part once for both sides, so that a race between them is found.
#ifndef POLYWIRE_CHANNEL_MAP
#define POLYWIRE_CHANNEL_MAP ::polywire::channels::map
#endif

namespace polywire::channels {

using mapping = POLYWIRE_CHANNEL_MAP;

/// Returns the bytes of a record with a message of this length.
constexpr std::uint64_t record_size(std::uint64_t length) noexcept {
  constexpr std::uint64_t mask = layout::record_alignment - 1;
  return layout::record_header + ((length + mask) & ~mask);
}

/// Returns the bytes of a record of a broadcast.
constexpr std::uint64_t broadcast_record_size(std::uint64_t length) noexcept {
  return record_size(length) - layout::record_header + layout::broadcast_header;
}

/// Returns the most bytes of a message of a broadcast: so many that the last message is whole while
/// the next one is written.
constexpr std::uint64_t broadcast_most(std::uint64_t capacity) noexcept {
  return capacity / 2 - layout::broadcast_header;
}

class lane {
 public:
  /// Maps a lane for its sender, which writes into its area and the ring, or for the receiver.
  int open(const descriptor& file, const description& described, std::uint32_t number,
           bool is_sender) {
    return is_sender ? open(file, described, number, access::write, access::read)
                     : open(file, described, number, access::read, access::write);
  }

  /// Maps the lane of a broadcast for a listener, which writes nothing.
  int open_to_listen(const descriptor& file, const description& described) {
    return open(file, described, 0, access::read, access::read);
  }

  /// The position up to which the sender has committed.
  std::uint64_t* head() const noexcept { return sender_.word<std::uint64_t>(layout::sender_head); }
  /// The position up to which the sender of a broadcast may have overwritten the ring.
  std::uint64_t* intent() const noexcept {
    return sender_.word<std::uint64_t>(layout::sender_intent);
  }
  /// The position of the last message of a broadcast.
  std::uint64_t* latest() const noexcept {
    return sender_.word<std::uint64_t>(layout::sender_latest);
  }
  /// The room for which the sender sleeps.
  std::uint32_t* sender_waits() const noexcept {
    return sender_.word<std::uint32_t>(layout::sender_waits);
  }
  std::uint32_t* sender_state() const noexcept {
    return sender_.word<std::uint32_t>(layout::sender_state);
  }
  /// The position up to which the receiver has received.
  std::uint64_t* tail() const noexcept {
    return returns_.word<std::uint64_t>(layout::returns_tail);
  }
  /// What the sender sleeps on.
  std::uint32_t* returns_bell() const noexcept {
    return returns_.word<std::uint32_t>(layout::returns_bell);
  }
  /// The record at a position.
  std::uint8_t* record(std::uint64_t position) const noexcept {
    return ring_.data() + (position & (capacity_ - 1));
  }
  std::uint64_t capacity() const noexcept { return capacity_; }

  /// Returns true if another process can have written one of these positions truthfully.
  bool are_sound(std::uint64_t head, std::uint64_t tail) const noexcept {
    const std::uint64_t used = head - tail;
    return used <= capacity_ && used % layout::record_alignment == 0;
  }

  /// Checks positions at which a side goes on: both were written by other processes.
  bool can_start(std::uint64_t head, std::uint64_t tail) const noexcept {
    return head % layout::record_alignment == 0 && are_sound(head, tail);
  }

 private:
  int open(const descriptor& file, const description& described, std::uint32_t number,
           access senders, access receivers) {
    const std::uint64_t at = described.lane_at(number);
    capacity_ = described.capacity;
    int failed = sender_.open(file, at + layout::sender, layout::area, senders);
    if (failed == 0) failed = returns_.open(file, at + layout::returns, layout::area, receivers);
    if (failed == 0) failed = ring_.open(file, at + layout::ring, capacity_, senders, 2);
    return failed;
  }

  mapping sender_;
  mapping returns_;
  mapping ring_;
  std::uint64_t capacity_ = 0;
};

}  // namespace polywire::channels
