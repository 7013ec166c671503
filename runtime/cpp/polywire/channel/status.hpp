// What may go wrong with channels.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace polywire::channels {

/// The result of an operation on a channel.
enum class [[nodiscard]] status : std::uint8_t{
    done,
    /// There is no message, or no room, in the time given.
    timed_out,
    /// The other side has closed the channel, and all messages are received.
    closed,
    /// The process of the other side ended without closing the channel. All messages that it
    /// committed are received.
    died,
    /// The message is larger than the ring can hold.
    too_large,
    /// What another process wrote contradicts the layout.
    corrupt,
    /// Another process, or this one, is this side of the channel already.
    busy,
    /// The other side has a different format, type or schema.
    differs,
    /// This is no channel, or not one of this version.
    no_channel,
    /// A name, size or number of lanes is not allowed.
    invalid,
    /// The system refused something.
    system,
};

/// Returns a message for people.
constexpr std::string_view message(status code) noexcept {
  switch (code) {
    case status::done: return "no error";
    case status::timed_out: return "nothing happened in the time given";
    case status::closed: return "the other side has closed the channel";
    case status::died: return "the process of the other side ended without closing the channel";
    case status::too_large: return "a message is larger than what fits into the channel";
    case status::corrupt: return "what is in the channel contradicts its layout";
    case status::busy: return "another process is this side of the channel already";
    case status::differs: return "the other side has a different format, type or schema";
    case status::no_channel: return "this file is not a channel";
    case status::invalid: return "a name, size or number of lanes is not allowed";
    case status::system: return "the system refused something";
  }
  return "an unknown error";
}

/// Why a channel cannot be created, opened or attached to: true if there is an error.
struct [[nodiscard]] failure {
  status code = status::done;
  /// What exactly, for people.
  std::string text;
  /// The number of the system's error, if it is one.
  int system_error = 0;

  explicit operator bool() const noexcept { return code != status::done; }
};

inline failure because(status code, std::string text) {
  return {code, std::move(text), 0};
}

/// Returns the failure of a call of the system.
inline failure refused(const char* what, int number) {
  return {status::system, std::string("cannot ") + what + ": " + std::strerror(number), number};
}

}  // namespace polywire::channels
