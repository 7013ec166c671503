// The end of a channel that sends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "polywire/channel/channel.hpp"
#include "polywire/channel/lane.hpp"
#include "polywire/channel/wait.hpp"

namespace polywire::channels {

/// The end of a channel that sends, for one thread at a time. Its destruction closes its lane.
class sender {
 public:
  sender() noexcept = default;
  sender(sender&&) noexcept = default;
  sender& operator=(sender&&) = delete;
  ~sender() { close(); }

  /// Attaches the sender to the first lane that is free.
  failure attach(const channel& to) {
    if (auto failed = to.described().check_kind(kind::queue)) return failed;
    descriptor file = opened_again(to.file());
    if (!file.is_open()) return refused("open the channel", errno);
    std::uint32_t number = 0;
    while (!lock(file, layout::lock_sender + number)) {
      if (++number == to.lanes()) {
        return because(status::busy, "another process is the sender of this channel already");
      }
    }
    int failed = lane_.open(file, to.described(), number, true);
    if (failed == 0) failed = receiver_.open(file, layout::receiver, layout::area, access::read);
    if (failed == 0) failed = bell_.open(file, layout::bell, layout::area, access::write);
    if (failed != 0) return refused("map the channel", failed);
    head_ = load(lane_.head());
    tail_ = load(lane_.tail());
    if (!lane_.can_start(head_, tail_)) {
      return because(status::corrupt, "the positions in the channel contradict each other");
    }
    store(lane_.sender_waits(), 0u);
    store(lane_.sender_state(), static_cast<std::uint32_t>(layout::state_attached));
    was_closed_ = receiver_state() == layout::state_closed;
    number_ = number;
    file_ = std::move(file);
    return {};
  }

  /// Returns the most bytes of a message.
  std::uint64_t most() const noexcept { return lane_.capacity() - layout::record_header; }

  /// Sends a message.
  status send(std::span<const std::uint8_t> message, wait limit = wait::forever()) {
    std::span<std::uint8_t> slot;
    if (const status failed = claim(message.size(), slot, limit); failed != status::done) {
      return failed;
    }
    if (!message.empty()) std::memcpy(slot.data(), message.data(), message.size());
    commit(message.size());
    return status::done;
  }

  /// Finds room for a message of at most this size. It is sent by `commit`.
  status claim(std::size_t size, std::span<std::uint8_t>& slot, wait limit = wait::forever()) {
    if (size > most()) return status::too_large;
    if (const status failed = wait_for_room(record_size(size), limit); failed != status::done) {
      return failed;
    }
    slot = {lane_.record(head_) + layout::record_header, size};
    return status::done;
  }

  /// Sends the first bytes of the slot that was claimed last.
  void commit(std::size_t size) noexcept {
    const std::uint64_t length = size;
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(lane_.record(head_)), length,
                     __ATOMIC_RELAXED);
    head_ += record_size(length);
    store(lane_.head(), head_);
    if (load(receiver_.word<std::uint32_t>(layout::receiver_waits)) != 0) ring_bell();
  }

  /// Closes the lane: the receiver receives what is committed, and is then told.
  void close() noexcept {
    if (!file_.is_open()) return;
    store(lane_.sender_state(), static_cast<std::uint32_t>(layout::state_closed));
    ring_bell();
    unlock(file_, layout::lock_sender + number_);
    descriptor released(std::move(file_));
  }

 private:
  status wait_for_room(std::uint64_t room, wait limit) {
    if (is_closed()) return status::closed;
    waiting progress(limit);
    for (;;) {
      if (has_room(room)) return status::done;
      if (is_broken_) return status::corrupt;
      if (progress.spin()) continue;
      const auto time = progress.sleep();
      if (!time) {
        const status other = look_at_receiver();
        return other == status::done ? status::timed_out : other;
      }
      const bool is_over = !sleep(room, *time);
      if (is_closed()) return status::closed;
      if (is_over && !has_room(room)) {
        if (const status other = look_at_receiver(); other != status::done) return other;
      }
    }
  }

  /// Sleeps, unless there is room by now. Returns false if the time is over.
  bool sleep(std::uint64_t room, std::chrono::nanoseconds time) {
    // Waking for each small message that is received would cost more than the message.
    const std::uint64_t wanted = std::max(room, lane_.capacity() / 8);
    store(lane_.sender_waits(), static_cast<std::uint32_t>(wanted));
    const std::uint32_t seen = load(lane_.returns_bell());
    const bool is_early =
        has_room(room) || is_broken_ || is_closed() || sleep_on(lane_.returns_bell(), seen, time);
    store(lane_.sender_waits(), 0u);
    return is_early;
  }

  bool has_room(std::uint64_t room) noexcept {
    if (is_broken_) return false;
    if (head_ - tail_ + room <= lane_.capacity()) return true;
    const std::uint64_t tail = load(lane_.tail());
    is_broken_ = !lane_.are_sound(head_, tail);
    if (is_broken_) return false;
    tail_ = tail;
    return head_ - tail_ + room <= lane_.capacity();
  }

  std::uint32_t receiver_state() const noexcept {
    return load(receiver_.word<std::uint32_t>(layout::receiver_state));
  }

  bool is_closed() noexcept {
    const bool is_closed = receiver_state() == layout::state_closed;
    was_closed_ = was_closed_ && is_closed;
    return is_closed && !was_closed_;
  }

  /// Returns whether the receiver is at an end. There may be none so far.
  status look_at_receiver() noexcept {
    if (is_closed()) return status::closed;
    const std::uint32_t state = receiver_state();
    const bool has_died =
        state == layout::state_attached && !is_locked(file_, layout::lock_receiver);
    return has_died ? status::died : status::done;
  }

  void ring_bell() const noexcept { ring(bell_.word<std::uint32_t>(layout::bell_count)); }

  /// Holds the lock.
  descriptor file_;
  /// The number of the lane.
  std::uint32_t number_ = 0;
  lane lane_;
  mapping receiver_;
  mapping bell_;
  /// What is committed. The word in shared memory is only written, so that nobody can change it.
  std::uint64_t head_ = 0;
  /// What the receiver had received when it was last looked at.
  std::uint64_t tail_ = 0;
  bool is_broken_ = false;
  /// The last receiver had closed the channel when this side was attached, which does not concern
  /// it.
  bool was_closed_ = false;
};

}  // namespace polywire::channels
