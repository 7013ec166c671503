// Why a reading leaf refused its input. The leaves themselves return only nullptr or false; the
// `explain_*` functions run the same rule again, on the cold path, and say what and where.
#pragma once

#include <cstdint>

namespace polywire::leaf {

enum class fault : std::uint8_t {
  none,
  truncated,          // the input ends before the item does
  overlong_varint,    // more than 10 bytes, or more than 64 bits
  invalid_utf8,       // malformed, overlong, a surrogate, or above U+10FFFF
  invalid_escape,     // JSON: unknown escape, bad hex digit, unpaired surrogate
  control_character,  // JSON: U+0000..U+001F unescaped in a string
  invalid_number,     // JSON: not a number by the grammar
  not_an_integer,     // JSON: a number with a fraction where an integer is required
  out_of_range,       // the number does not fit its type
  invalid_syntax,     // JSON: anything else the grammar does not allow here
  too_deep,           // nesting above the limit given
};

struct failure {
  fault code = fault::none;
  const std::uint8_t* at = nullptr;
};

}  // namespace polywire::leaf
