// The end of a channel that receives.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "polywire/channel/channel.hpp"
#include "polywire/channel/lane.hpp"
#include "polywire/channel/shared_message.hpp"
#include "polywire/channel/wait.hpp"

namespace polywire::channels {

/// A lane to receive from.
class source {
 public:
  failure attach(const descriptor& file, const description& described, std::uint32_t number) {
    if (const int failed = lane_.open(file, described, number, false); failed != 0) {
      return refused("map the channel", failed);
    }
    const std::uint64_t head = load(lane_.head());
    tail_ = load(lane_.tail());
    head_ = tail_;
    if (lane_.can_start(head, tail_)) return {};
    return because(status::corrupt, "the positions in the channel contradict each other");
  }

  /// Returns `done` if there is a message.
  status poll() noexcept {
    if (is_broken) return status::timed_out;
    if (head_ == tail_) {
      head_ = load(lane_.head());
      if (head_ == tail_) return status::timed_out;
    }
    const std::uint64_t used = head_ - tail_;
    const auto* record = lane_.record(tail_);
    length_ = __atomic_load_n(reinterpret_cast<const std::uint64_t*>(record), __ATOMIC_RELAXED);
    is_broken = !lane_.are_sound(head_, tail_) || used < layout::record_header ||
                length_ > used - layout::record_header || record_size(length_) > used;
    return is_broken ? status::corrupt : status::done;
  }

  /// Returns the message that `poll` has found.
  std::span<const std::uint8_t> message() const noexcept {
    return {lane_.record(tail_) + layout::record_header, length_};
  }

  void release() noexcept {
    tail_ += record_size(length_);
    store(lane_.tail(), tail_);
    const std::uint32_t wanted = load(lane_.sender_waits());
    if (wanted != 0 && lane_.capacity() - (head_ - tail_) >= wanted) ring_bell();
  }

  std::uint32_t sender_state() const noexcept { return load(lane_.sender_state()); }
  void ring_bell() const noexcept { ring(lane_.returns_bell()); }

  bool is_broken = false;
  /// The death of the sender was told.
  bool is_told = false;

 private:
  lane lane_;
  /// What is received. The word in shared memory is only written, so that nobody can change it.
  std::uint64_t tail_ = 0;
  /// What was committed when the sender was last looked at.
  std::uint64_t head_ = 0;
  std::uint64_t length_ = 0;
};

/// The end of a channel that receives, for one thread at a time. Its destruction closes the channel
/// for senders.
class receiver {
 public:
  receiver() noexcept = default;
  receiver(receiver&&) noexcept = default;
  receiver& operator=(receiver&&) = delete;
  ~receiver() { close(); }

  failure attach(const channel& to) {
    if (auto failed = to.described().check_kind(kind::queue)) return failed;
    descriptor file = opened_again(to.file());
    if (!file.is_open()) return refused("open the channel", errno);
    if (!lock(file, layout::lock_receiver)) {
      return because(status::busy, "another process is the receiver of this channel already");
    }
    std::vector<source> sources(to.lanes());
    for (std::uint32_t number = 0; number < to.lanes(); ++number) {
      if (auto failed = sources[number].attach(file, to.described(), number)) return failed;
    }
    int failed = area_.open(file, layout::receiver, layout::area, access::write);
    if (failed == 0) failed = bell_.open(file, layout::bell, layout::area, access::read);
    if (failed != 0) return refused("map the channel", failed);
    store(waits(), 0u);
    store(state(), static_cast<std::uint32_t>(layout::state_attached));
    sources_ = std::move(sources);
    file_ = std::move(file);
    return {};
  }

  /// Receives a message: it is copied out, so that nobody can change it while it is read.
  status receive(std::vector<std::uint8_t>& message, wait limit = wait::forever()) {
    std::span<const std::uint8_t> shared;
    const status result = peek_trusted(shared, limit);
    if (result != status::done) {
      message.clear();
      return result;
    }
    message.assign(shared.begin(), shared.end());
    // Bytes that are checked later must not be loaded from shared memory again.
    __asm__ volatile("" ::: "memory");
    release();
    return status::done;
  }

  /// Finds a message in shared memory, which `release` gives back: for few fields of large
  /// messages, by views that check each access. What two accesses read may not belong together.
  status peek_checked(shared_message& message, wait limit = wait::forever()) {
    std::span<const std::uint8_t> shared;
    const status result = peek_trusted(shared, limit);
    if (result == status::done) message = shared_message(shared);
    return result;
  }

  /// Finds a message in shared memory, which `release` gives back. Only for senders that are
  /// trusted: they can change the bytes at any time, and a message that is valid now could be
  /// another one a moment later.
  status peek_trusted(std::span<const std::uint8_t>& message, wait limit = wait::forever()) {
    const status result = wait_for_message(limit);
    if (result == status::done) message = sources_[found_].message();
    return result;
  }

  /// Gives back the message that was found last.
  void release() noexcept {
    sources_[found_].release();
    next_ = (found_ + 1) % sources_.size();
  }

  /// Returns the lane of the last message, or of the sender that died.
  std::size_t lane() const noexcept { return found_; }

  // For alarms.

  /// Makes senders ring the bell, and returns its count; false if there is something to receive or
  /// to tell.
  bool begin_waiting(std::uint32_t& bell) noexcept {
    store(waits(), 1u);
    bell = load(bell_.word<std::uint32_t>(layout::bell_count));
    if (poll() == status::timed_out && look_at_senders(true) == status::done) return true;
    end_waiting();
    return false;
  }

  void end_waiting() noexcept { store(waits(), 0u); }

  /// Closes the channel: senders are told, and can send nothing more.
  void close() noexcept {
    if (!file_.is_open()) return;
    store(state(), static_cast<std::uint32_t>(layout::state_closed));
    for (const auto& it : sources_) it.ring_bell();
    unlock(file_, layout::lock_receiver);
    descriptor released(std::move(file_));
  }

 private:
  status wait_for_message(wait limit) {
    waiting progress(limit);
    bool is_over = false;
    for (;;) {
      const status polled = poll();
      if (polled != status::timed_out) return polled;
      if (progress.spin()) continue;
      const auto time = progress.sleep();
      if (!time) {
        const status ended = look_at_senders(true);
        return last_or(ended == status::done ? status::timed_out : ended);
      }
      store(waits(), 1u);
      const status result = sleep(*time, is_over);
      end_waiting();
      if (result != status::timed_out) return result;
    }
  }

  /// Sleeps, unless there is something to receive or to tell by now.
  status sleep(std::chrono::nanoseconds time, bool& is_over) {
    const std::uint32_t* bell = bell_.word<std::uint32_t>(layout::bell_count);
    const std::uint32_t seen = load(bell);
    const status polled = poll();
    if (polled != status::timed_out) return polled;
    const status ended = look_at_senders(is_over);
    if (ended != status::done) return last_or(ended);
    is_over = !sleep_on(bell, seen, time);
    return status::timed_out;
  }

  /// Finds a message that was committed before its sender came to an end, or else tells the end.
  status last_or(status end) noexcept {
    const std::size_t dead = ended_;
    const status polled = poll();
    if (polled != status::timed_out) return polled;
    if (end == status::died) {
      sources_[dead].is_told = true;
      found_ = dead;
    }
    return end;
  }

  /// Looks for a message in all lanes.
  status poll() noexcept {
    const std::size_t count = sources_.size();
    for (std::size_t step = 0; step < count; ++step) {
      const std::size_t number = (next_ + step) % count;
      const status polled = sources_[number].poll();
      if (polled == status::timed_out) continue;
      found_ = number;
      return polled;
    }
    return status::timed_out;
  }

  /// Returns what is to tell of the senders, if anything. Locks are only looked at if it is to be
  /// thorough.
  status look_at_senders(bool is_thorough) noexcept {
    bool is_any_sound = false;
    bool are_some_alive = false;
    bool are_some_closed = false;
    bool are_some_dead = false;
    for (std::size_t number = 0; number < sources_.size(); ++number) {
      source& it = sources_[number];
      if (it.is_broken) continue;
      is_any_sound = true;
      const std::uint32_t state = it.sender_state();
      if (state == layout::state_closed || state == layout::state_unused) {
        are_some_closed |= state == layout::state_closed;
        it.is_told = false;
      } else if (!is_thorough || is_locked(file_, layout::lock_sender + number)) {
        are_some_alive = true;
        it.is_told = it.is_told && !is_thorough;
      } else {
        ended_ = number;
        if (!it.is_told) return status::died;
        are_some_dead = true;
      }
    }
    if (!is_any_sound) return status::corrupt;
    if (are_some_alive) return status::done;
    if (are_some_dead) return status::died;
    return are_some_closed ? status::closed : status::done;
  }

  std::uint32_t* state() const noexcept {
    return area_.word<std::uint32_t>(layout::receiver_state);
  }
  std::uint32_t* waits() const noexcept {
    return area_.word<std::uint32_t>(layout::receiver_waits);
  }

  /// Holds the lock.
  descriptor file_;
  std::vector<source> sources_;
  mapping area_;
  mapping bell_;
  /// The lane to look at first, so that none is preferred.
  std::size_t next_ = 0;
  /// The lane of the last message.
  std::size_t found_ = 0;
  /// The lane whose sender was found dead last.
  std::size_t ended_ = 0;
};

}  // namespace polywire::channels
