// An end of a broadcast that receives.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "polywire/channel/channel.hpp"
#include "polywire/channel/lane.hpp"
#include "polywire/channel/wait.hpp"

namespace polywire::channels {

/// An end of a broadcast that receives, for one thread at a time. There may be any number of them,
/// and none holds the sender up.
class listener {
 public:
  /// Attaches a listener. The first message that it receives is the last one that was sent, if any.
  failure attach(const channel& to) {
    if (auto failed = to.described().check_kind(kind::broadcast)) return failed;
    descriptor file = opened_again(to.file());
    if (!file.is_open()) return refused("open the channel", errno);
    int failed = lane_.open_to_listen(file, to.described());
    if (failed == 0) failed = area_.open(file, layout::receiver, layout::area, access::write);
    if (failed == 0) failed = bell_.open(file, layout::bell, layout::area, access::read);
    if (failed != 0) return refused("map the channel", failed);
    position_ = load(lane_.latest());
    if (position_ % layout::record_alignment != 0) {
      return because(status::corrupt, "the positions in the channel contradict each other");
    }
    file_ = std::move(file);
    return {};
  }

  /// Receives a message, which is copied out. `lost` is the number of messages that were
  /// overwritten before this listener could receive them. A copy that the sender overwrote
  /// meanwhile is never returned.
  status receive(std::vector<std::uint8_t>& message, std::uint64_t& lost,
                 wait limit = wait::forever()) {
    const status result = wait_for_message(message, limit);
    lost = lost_;
    if (result != status::done) message.clear();
    return result;
  }

 private:
  status wait_for_message(std::vector<std::uint8_t>& message, wait limit) {
    waiting progress(limit);
    bool is_over = false;
    for (;;) {
      const status polled = poll(message);
      if (polled != status::timed_out) return polled;
      if (progress.spin()) continue;
      const auto time = progress.sleep();
      if (!time) return last_or(message, look_at_sender(true));
      store(area_.word<std::uint32_t>(layout::receiver_waits), 1u);
      const auto* bell = bell_.word<std::uint32_t>(layout::bell_count);
      const std::uint32_t seen = load(bell);
      const status result = last_or(message, look_at_sender(is_over));
      if (result != status::timed_out) return result;
      is_over = !sleep_on(bell, seen, *time);
    }
  }

  /// Copies a message that was sent before the end, or else tells the end.
  status last_or(std::vector<std::uint8_t>& message, status end) {
    const status polled = poll(message);
    return polled == status::timed_out ? end : polled;
  }

  /// Copies the next message, if there is one.
  status poll(std::vector<std::uint8_t>& message) {
    lost_ = 0;
    for (int attempts = 0; attempts < tries && !is_broken_; ++attempts) {
      const attempt result = copy(message);
      if (result == attempt::received) return status::done;
      if (result == attempt::nothing) return status::timed_out;
      is_broken_ = result == attempt::corrupt || !catch_up();
    }
    return is_broken_ ? status::corrupt : status::timed_out;
  }

  enum class attempt : std::uint8_t { received, nothing, overwritten, corrupt };

  attempt copy(std::vector<std::uint8_t>& message) {
    const std::uint64_t sent = load(lane_.head()) - position_;
    if (sent == 0) return attempt::nothing;
    if (sent > lane_.capacity()) return attempt::overwritten;
    const std::uint8_t* record = lane_.record(position_);
    const auto* header = reinterpret_cast<const std::uint64_t*>(record);
    const std::uint64_t length = __atomic_load_n(header, __ATOMIC_RELAXED);
    const std::uint64_t number = __atomic_load_n(header + 1, __ATOMIC_RELAXED);
    const bool is_sound =
        length <= broadcast_most(lane_.capacity()) && broadcast_record_size(length) <= sent;
    if (is_sound) {
      message.resize(broadcast_record_size(length) - layout::broadcast_header);
      copy_words_out(record + layout::broadcast_header, length, message.data());
      message.resize(length);
    }
    // The sender stores its intent before it overwrites: if a copied byte was overwritten, this
    // load sees it.
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    const std::uint64_t intent = __atomic_load_n(lane_.intent(), __ATOMIC_RELAXED);
    if (intent - position_ > lane_.capacity()) return attempt::overwritten;
    if (!is_sound) return attempt::corrupt;
    lost_ = number - number_.value_or(number);
    if (lost_ >> 63 != 0) return attempt::corrupt;
    position_ += broadcast_record_size(length);
    number_ = number + 1;
    return attempt::received;
  }

  /// Goes on with the last message. Returns false if the sender contradicts itself.
  bool catch_up() noexcept {
    const std::uint64_t latest = load(lane_.latest());
    const std::uint64_t ahead = latest - position_;
    if (ahead == 0 || ahead >> 63 != 0 || latest % layout::record_alignment != 0) return false;
    position_ = latest;
    return true;
  }

  /// Returns what is to tell of the sender; `timed_out` if it is nothing. Its lock is only looked
  /// at if it is to be thorough.
  status look_at_sender(bool is_thorough) const noexcept {
    const std::uint32_t state = load(lane_.sender_state());
    if (state == layout::state_closed) return status::closed;
    const bool has_died =
        state == layout::state_attached && is_thorough && !is_locked(file_, layout::lock_sender);
    return has_died ? status::died : status::timed_out;
  }

  /// Tries to copy a message that the sender overwrites meanwhile, before it counts as none.
  static constexpr int tries = 4;

  descriptor file_;
  lane lane_;
  mapping area_;
  mapping bell_;
  /// The position of the next message.
  std::uint64_t position_ = 0;
  /// The number of the next message, if one was received before.
  std::optional<std::uint64_t> number_;
  /// Messages that were lost before the last one.
  std::uint64_t lost_ = 0;
  bool is_broken_ = false;
};

}  // namespace polywire::channels
