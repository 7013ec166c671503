// What both sides of a channel agree on.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "polywire/channel/layout.hpp"
#include "polywire/channel/status.hpp"

namespace polywire::channels {

struct contract {
  /// The name of the wire format, as in `protobuf`.
  std::string format;
  /// The full name of the type of messages.
  std::string type;
  /// The fingerprint of the schema; 0 if it is not known, which fits every other.
  std::uint64_t fingerprint = 0;
};

inline failure check(const contract& it) {
  if (it.format.size() > layout::format_max) {
    return because(status::invalid, "the name of a format has at most 64 bytes");
  }
  if (it.type.size() > layout::type_max) {
    return because(status::invalid, "the name of a type has at most 256 bytes");
  }
  return {};
}

inline std::string hexadecimal(std::uint64_t number) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

/// Checks that a channel carries what is expected.
inline failure check_serves(const contract& channel, const contract& expected) {
  if (channel.format != expected.format) {
    return because(status::differs, "the channel carries messages of the format `" +
                                        channel.format + "`, and this side expects `" +
                                        expected.format + "`");
  }
  if (channel.type != expected.type) {
    return because(status::differs, "the channel carries messages of the type `" + channel.type +
                                        "`, and this side expects `" + expected.type + "`");
  }
  const bool are_known = channel.fingerprint != 0 && expected.fingerprint != 0;
  if (are_known && channel.fingerprint != expected.fingerprint) {
    return because(status::differs,
                   "the schema of the channel has the fingerprint " +
                       hexadecimal(channel.fingerprint) + ", and that of this side " +
                       hexadecimal(expected.fingerprint) + ": one of them is older");
  }
  return {};
}

}  // namespace polywire::channels
