// Decimals as floating-point numbers.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "memory.hpp"
#include "nearest_float.hpp"
#include "number_parts.hpp"

namespace polywire::leaf {

/// Returns the nearest number to a decimal, infinity on overflow; NaN for other text.
template <std::floating_point Float>
POLYWIRE_OUTLINE Float decimal_float(const std::uint8_t* p, std::size_t n) noexcept {
  detail::number_parts parts;
  if (!detail::scan_decimal(p, p + n, parts)) return std::numeric_limits<Float>::quiet_NaN();
  return detail::nearest_float<Float>(p, p + n, parts);
}

}  // namespace polywire::leaf
