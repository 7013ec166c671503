// Decimals as floating-point numbers.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <system_error>

#include "json_number_read.hpp"
#include "memory.hpp"

namespace polywire::leaf {

namespace detail {

/// The parts of digits with a point in any place, and an exponent; false for other text.
POLYWIRE_INLINE bool scan_decimal(const std::uint8_t* p, const std::uint8_t* end,
                                  number_parts& parts) noexcept {
  parts.negative = false;
  parts.integer = p;
  p = skip_digits(p, end);
  parts.integer_end = parts.fraction = parts.fraction_end = p;
  if (p != end && *p == '.') {
    parts.fraction = ++p;
    parts.fraction_end = p = skip_digits(p, end);
  }
  if (parts.integer == parts.integer_end && parts.fraction == parts.fraction_end) return false;
  return scan_exponent(p, end, parts) && p == end;
}

}  // namespace detail

/// The number nearest to a decimal, infinity where it is too large; NaN for other text.
template <std::floating_point Float>
POLYWIRE_OUTLINE Float decimal_float(const std::uint8_t* p, std::size_t n) noexcept {
  detail::number_parts parts;
  if (!detail::scan_decimal(p, p + n, parts)) return std::numeric_limits<Float>::quiet_NaN();
  Float value = 0;
  const auto* const text = reinterpret_cast<const char*>(p);
  const auto result = std::from_chars(text, text + n, value);
  if (result.ec != std::errc::result_out_of_range) return value;
  // Said of overflow and of underflow alike.
  return detail::decimal_magnitude(parts) >= 0 ? std::numeric_limits<Float>::infinity() : Float{0};
}

}  // namespace polywire::leaf
