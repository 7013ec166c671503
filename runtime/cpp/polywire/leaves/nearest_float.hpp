// Converts decimals to the nearest floating-point numbers, by the standard library where it can.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <system_error>
#include <version>

#include "memory.hpp"
#include "number_parts.hpp"

// libc++ has std::from_chars only for integers, up to version 19.
#if !defined(__cpp_lib_to_chars) || defined(POLYWIRE_PORTABLE)
#include "long_decimal.hpp"
#define POLYWIRE_FROM_CHARS 0
#else
#define POLYWIRE_FROM_CHARS 1
#endif

namespace polywire::leaf::detail {

/// Returns the number nearest to the decimal of these parts, which is the text from p to end:
/// infinity on overflow, zero on underflow.
template <std::floating_point Float>
POLYWIRE_OUTLINE Float nearest_float(const std::uint8_t* p, const std::uint8_t* end,
                                     const number_parts& parts) noexcept {
#if POLYWIRE_FROM_CHARS
  Float value = 0;
  const auto* const text = reinterpret_cast<const char*>(p);
  const auto result = std::from_chars(text, text + (end - p), value);
  if (result.ec != std::errc::result_out_of_range) return value;
  // The library reports overflow and underflow alike.
  const bool large = decimal_magnitude(parts) >= 0;
  const Float magnitude = large ? std::numeric_limits<Float>::infinity() : Float{0};
#else
  static_cast<void>(p);
  static_cast<void>(end);
  const auto magnitude = static_cast<Float>(nearest_of_long<Float>(parts));
#endif
  return parts.negative ? -magnitude : magnitude;
}

}  // namespace polywire::leaf::detail
