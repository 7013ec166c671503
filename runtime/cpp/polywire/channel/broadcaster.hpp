// The end of a broadcast that sends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "polywire/channel/channel.hpp"
#include "polywire/channel/lane.hpp"

namespace polywire::channels {

/// The end of a broadcast that sends, for one thread at a time. It never waits: listeners that are
/// too slow lose messages, and are told how many. Its destruction tells listeners the end.
class broadcaster {
 public:
  broadcaster() noexcept = default;
  broadcaster(broadcaster&&) noexcept = default;
  broadcaster& operator=(broadcaster&&) = delete;
  ~broadcaster() { close(); }

  failure attach(const channel& to) {
    if (auto failed = to.described().check_kind(kind::broadcast)) return failed;
    descriptor file = opened_again(to.file());
    if (!file.is_open()) return refused("open the channel", errno);
    if (!lock(file, layout::lock_sender)) {
      return because(status::busy, "another process is the sender of this channel already");
    }
    int failed = lane_.open(file, to.described(), 0, true);
    if (failed == 0) failed = listeners_.open(file, layout::receiver, layout::area, access::write);
    if (failed == 0) failed = bell_.open(file, layout::bell, layout::area, access::write);
    if (failed != 0) return refused("map the channel", failed);
    if (!start()) {
      return because(status::corrupt, "the positions in the channel contradict each other");
    }
    store(lane_.sender_state(), static_cast<std::uint32_t>(layout::state_attached));
    file_ = std::move(file);
    return {};
  }

  /// Returns the most bytes of a message.
  std::uint64_t most() const noexcept { return broadcast_most(lane_.capacity()); }

  /// Sends a message. The only error is `too_large`.
  status send(std::span<const std::uint8_t> message) noexcept {
    std::span<std::uint8_t> slot;
    if (const status failed = claim(message.size(), slot); failed != status::done) return failed;
    copy_words_in(slot.data(), message.data(), message.size());
    commit(message.size());
    return status::done;
  }

  /// Returns room for a message of at most this size, which is sent by `commit`. What is
  /// overwritten is lost, even if nothing is committed.
  status claim(std::size_t size, std::span<std::uint8_t>& slot) noexcept {
    if (size > most()) return status::too_large;
    intent_ = std::max(intent_, head_ + broadcast_record_size(size));
    __atomic_store_n(lane_.intent(), intent_, __ATOMIC_RELAXED);
    // A listener that copies a byte that is written from here on sees the intent afterwards.
    __atomic_thread_fence(__ATOMIC_RELEASE);
    slot = {lane_.record(head_) + layout::broadcast_header, size};
    return status::done;
  }

  /// Sends the first bytes of the slot that was claimed last.
  void commit(std::size_t size) noexcept {
    auto* record = reinterpret_cast<std::uint64_t*>(lane_.record(head_));
    __atomic_store_n(record, std::uint64_t{size}, __ATOMIC_RELAXED);
    __atomic_store_n(record + 1, number_, __ATOMIC_RELAXED);
    __atomic_store_n(lane_.latest(), head_, __ATOMIC_RELEASE);
    head_ += broadcast_record_size(size);
    ++number_;
    store(lane_.head(), head_);
    auto* waits = listeners_.word<std::uint32_t>(layout::receiver_waits);
    if (load(waits) == 0) return;
    // Listeners that sleep again say so again. One that dies asleep must not cost more than one
    // call.
    store(waits, 0u);
    ring_bell();
  }

  /// Tells listeners the end, after the last message.
  void close() noexcept {
    if (!file_.is_open()) return;
    store(lane_.sender_state(), static_cast<std::uint32_t>(layout::state_closed));
    ring_bell();
    unlock(file_, layout::lock_sender);
    descriptor released(std::move(file_));
  }

 private:
  /// Goes on where the last sender was. Returns false if what it wrote contradicts itself.
  bool start() noexcept {
    const std::uint64_t latest = load(lane_.latest());
    head_ = load(lane_.head());
    intent_ = load(lane_.intent());
    const std::uint64_t half = lane_.capacity() / 2;
    // The last bytes of 64 bits are out of reach for an honest sender.
    const bool is_sound = head_ - latest <= half && intent_ - head_ <= half && head_ >> 63 == 0 &&
                          (latest | head_) % layout::record_alignment == 0;
    if (!is_sound) return false;
    const auto* record = reinterpret_cast<const std::uint64_t*>(lane_.record(latest));
    number_ = __atomic_load_n(record + 1, __ATOMIC_RELAXED);
    // A sender that died in between has stored the position of a message that it did not commit, or
    // that is the first one.
    if (latest != head_) ++number_;
    return true;
  }

  void ring_bell() const noexcept { ring(bell_.word<std::uint32_t>(layout::bell_count)); }

  /// Holds the lock.
  descriptor file_;
  lane lane_;
  mapping listeners_;
  mapping bell_;
  /// What is committed. Words in shared memory are only written, so that nobody can change these.
  std::uint64_t head_ = 0;
  /// The position up to which the ring is overwritten. It never goes back, also not after the death
  /// of a sender.
  std::uint64_t intent_ = 0;
  /// The number of the next message.
  std::uint64_t number_ = 0;
};

}  // namespace polywire::channels
