// A descriptor for event loops.
#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "polywire/channel/receiver.hpp"

namespace polywire::channels {

/// A descriptor that becomes readable when there is something to receive or to tell; sometimes for
/// no reason.
///
/// A thread of this process sleeps for the receiver, and only while the alarm is armed. Receive
/// until `timed_out`, `arm`, wait in the event loop, `disarm`, and receive again.
class alarm {
 public:
  alarm() = default;
  alarm(const alarm&) = delete;
  alarm& operator=(const alarm&) = delete;
  ~alarm() {
    if (!thread_.joinable()) return;
    armed_.store(ended, std::memory_order_release);
    armed_.notify_one();
    // It ends within the time in which it looks at locks.
    thread_.join();
  }

  /// Makes the alarm of a receiver of this channel; once.
  failure open(const channel& of) {
    file_ = opened_again(of.file());
    event_ = descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!file_.is_open() || !event_.is_open()) return refused("make an alarm", errno);
    int failed = bell_.open(file_, layout::bell, layout::area, access::read);
    senders_.resize(of.lanes());
    for (std::uint32_t lane = 0; lane < of.lanes() && failed == 0; ++lane) {
      const std::uint64_t at = of.described().lane_at(lane) + layout::sender;
      failed = senders_[lane].open(file_, at, layout::area, access::read);
    }
    if (failed != 0) return refused("map the channel", failed);
    thread_ = std::thread([this] { run(); });
    return {};
  }

  /// Waits for the next thing that happens. Returns false if there is something to receive or to
  /// tell now.
  bool arm(receiver& of) {
    std::uint32_t bell = 0;
    if (!of.begin_waiting(bell)) return false;
    armed_.store(armed | bell, std::memory_order_release);
    armed_.notify_one();
    return true;
  }

  /// Does not wait any more; the descriptor is not readable from now on. Returns true if it was.
  bool disarm(receiver& of) noexcept {
    armed_.store(0, std::memory_order_release);
    of.end_waiting();
    std::uint64_t count = 0;
    return ::read(event_.get(), &count, sizeof count) == sizeof count;
  }

  /// Returns the descriptor, for `poll` and the like.
  int number() const noexcept { return event_.get(); }

 private:
  static constexpr std::uint64_t armed = std::uint64_t{1} << 32;
  static constexpr std::uint64_t ended = std::uint64_t{1} << 33;

  void run() {
    for (;;) {
      std::uint64_t state = armed_.load(std::memory_order_acquire);
      if (state == ended) return;
      if (state == 0) {
        armed_.wait(0, std::memory_order_acquire);
        continue;
      }
      const auto* bell = bell_.word<std::uint32_t>(layout::bell_count);
      const auto seen = static_cast<std::uint32_t>(state);
      const bool is_early =
          sleep_on(bell, seen, std::chrono::milliseconds(layout::liveness_millis));
      const bool has_happened = load(bell) != seen || (!is_early && has_a_sender_died());
      // It may have been disarmed meanwhile, and even armed again.
      if (has_happened && armed_.compare_exchange_strong(state, 0)) raise();
    }
  }

  void raise() const noexcept {
    const std::uint64_t one = 1;
    // The counter cannot be full: it is read before it is raised again.
    [[maybe_unused]] const auto written = ::write(event_.get(), &one, sizeof one);
  }

  bool has_a_sender_died() const noexcept {
    for (std::size_t lane = 0; lane < senders_.size(); ++lane) {
      const auto state = load(senders_[lane].word<std::uint32_t>(layout::sender_state));
      if (state == layout::state_attached && !is_locked(file_, layout::lock_sender + lane)) {
        return true;
      }
    }
    return false;
  }

  /// For the locks of senders. It holds none itself.
  descriptor file_;
  descriptor event_;
  mapping bell_;
  std::vector<mapping> senders_;
  /// The count of the bell, and `armed`; or 0, or `ended`.
  std::atomic<std::uint64_t> armed_{0};
  std::thread thread_;
};

}  // namespace polywire::channels
