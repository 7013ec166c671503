// Decimals as floating-point numbers.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "memory.hpp"
#include "nearest_float.hpp"
#include "number_parts.hpp"
#include "plain_number.hpp"

namespace polywire::leaf {

/// Returns the nearest number to a decimal, infinity on overflow; NaN for other text.
template <std::floating_point Float>
POLYWIRE_OUTLINE Float decimal_float(const std::uint8_t* p, std::size_t n) noexcept {
  detail::plain_number plain;
  Float value = 0;
  const std::uint8_t* const after = detail::read_plain_decimal(p, p + n, plain);
  const bool is_plain = after != nullptr && after == p + n && !plain.negative;
  if (POLYWIRE_LIKELY(is_plain && detail::nearest(plain, value))) return value;
  detail::number_parts parts;
  if (!detail::scan_decimal(p, p + n, parts)) return std::numeric_limits<Float>::quiet_NaN();
  return detail::nearest_float<Float>(p, p + n, parts);
}

}  // namespace polywire::leaf
