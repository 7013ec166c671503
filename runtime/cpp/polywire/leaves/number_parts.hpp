// The parts of decimal numbers.
#pragma once

#include <cstdint>

#include "memory.hpp"

namespace polywire::leaf::detail {

POLYWIRE_INLINE bool is_digit(std::uint8_t c) noexcept {
  return static_cast<std::uint8_t>(c - '0') < 10;
}

POLYWIRE_INLINE const std::uint8_t* skip_digits(const std::uint8_t* p,
                                                const std::uint8_t* end) noexcept {
  while (p != end && is_digit(*p)) ++p;
  return p;
}

/// The parts of a number, by the grammar.
struct number_parts {
  bool negative;
  const std::uint8_t* integer;   // first digit
  const std::uint8_t* fraction;  // first digit after the point, or integer_end
  const std::uint8_t* integer_end;
  const std::uint8_t* fraction_end;
  const std::uint8_t* exponent;  // first character after 'e', or number_end
  const std::uint8_t* number_end;
};

/// Moves p past an exponent, if there is one, or to the position of its missing digits.
POLYWIRE_INLINE bool scan_exponent(const std::uint8_t*& p, const std::uint8_t* end,
                                   number_parts& parts) noexcept {
  parts.exponent = p;
  if (p != end && (*p | 0x20) == 'e') {
    parts.exponent = ++p;
    if (p != end && (*p == '+' || *p == '-')) ++p;
    const std::uint8_t* const digits = p;
    p = skip_digits(p, end);
    if (p == digits) return false;
  }
  parts.number_end = p;
  return true;
}

/// Parses digits with a point in any position, and an exponent; returns false for other text.
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

/// Returns the exponent, clamped near 10^12: no input has enough digits to compensate for more.
POLYWIRE_OUTLINE std::int64_t exponent_of(const number_parts& parts) noexcept {
  const std::uint8_t* p = parts.exponent;
  if (p == parts.number_end) return 0;
  const bool negative = *p == '-';
  if (*p == '+' || *p == '-') ++p;
  std::int64_t exponent = 0;
  for (; p != parts.number_end; ++p) {
    if (exponent < 1'000'000'000'000) exponent = exponent * 10 + (*p - '0');
  }
  return negative ? -exponent : exponent;
}

/// Returns the power of ten of the first nonzero digit; meaningless for zero.
POLYWIRE_COLD std::int64_t decimal_magnitude(const number_parts& parts) noexcept {
  const std::int64_t exponent = exponent_of(parts);
  for (const std::uint8_t* p = parts.integer; p != parts.integer_end; ++p) {
    if (*p != '0') return exponent + (parts.integer_end - p) - 1;
  }
  for (const std::uint8_t* p = parts.fraction; p != parts.fraction_end; ++p) {
    if (*p != '0') return exponent - (p - parts.fraction) - 1;
  }
  return 0;
}

}  // namespace polywire::leaf::detail
