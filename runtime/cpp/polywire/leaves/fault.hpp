// The reason why a reading leaf refused its input. The leaves themselves return only nullptr or
// false; the `explain_*` functions apply the same rule again, on the cold path, and return the
// error and its position.
#pragma once

#include <cstdint>

namespace polywire::leaf {

/// The error codes of leaves; numbers are the same in every engine of Polywire.
enum class fault : std::uint8_t {
  none = 0,
  truncated = 1,
  overlong = 3,  // a varint of more than 10 bytes or 64 bits
  invalid_utf8 = 4,
  wrong_kind = 6,  // another token than the expected one
  out_of_range = 7,
  syntax = 16,
  bad_escape = 17,
};

struct failure {
  fault code = fault::none;
  const std::uint8_t* at = nullptr;

  explicit operator bool() const noexcept { return code != fault::none; }
};

}  // namespace polywire::leaf
