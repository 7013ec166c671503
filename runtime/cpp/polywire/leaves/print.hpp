// Text in the form of C's printf and string literals.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "memory.hpp"
#include "nearest_float.hpp"
#include "number_parts.hpp"

namespace polywire::leaf {

/// Upper bound on a floating-point number in the general notation, including scratch bytes.
inline constexpr std::size_t general_float_size_bound = 40;

/// Upper bound on a string of n bytes, including quotes.
POLYWIRE_INLINE constexpr std::size_t c_string_size_bound(std::size_t n) noexcept {
  return 4 * n + 2;
}

namespace detail {

template <std::floating_point Float>
POLYWIRE_OUTLINE std::uint8_t* write_general(std::uint8_t* out, Float value, int few,
                                             int all) noexcept {
  if (std::isnan(value)) return write_literal(out, "nan");
  if (std::isinf(value)) {
    return value > 0 ? write_literal(out, "inf") : write_literal(out, "-inf");
  }
  char* const text = reinterpret_cast<char*>(out);
  const auto print = [=](int precision) {
    return std::to_chars(text, text + general_float_size_bound, value, std::chars_format::general,
                         precision)
        .ptr;
  };
  const char* end = print(few);
  number_parts parts;
  const auto* const digits = out + (std::signbit(value) ? 1 : 0);
  const auto* const digits_end = reinterpret_cast<const std::uint8_t*>(end);
  scan_decimal(digits, digits_end, parts);
  if (nearest_float<Float>(digits, digits_end, parts) != std::fabs(value)) end = print(all);
  return out + (end - text);
}

POLYWIRE_INLINE std::uint8_t* write_c_character(std::uint8_t* out, std::uint8_t c) noexcept {
  const auto escaped = [out](char letter) {
    out[0] = '\\';
    out[1] = static_cast<std::uint8_t>(letter);
    return out + 2;
  };
  switch (c) {
    case '\n': return escaped('n');
    case '\r': return escaped('r');
    case '\t': return escaped('t');
    case '"':
    case '\'':
    case '\\': return escaped(static_cast<char>(c));
    default: break;
  }
  if (c >= 0x20 && c <= 0x7e) {
    *out = c;
    return out + 1;
  }
  const auto digit = [c](int shift) { return static_cast<std::uint8_t>('0' + (c >> shift & 7)); };
  out[0] = '\\';
  out[1] = digit(6);
  out[2] = digit(3);
  out[3] = digit(0);
  return out + 4;
}

}  // namespace detail

/// With 15 digits, or 17 if 15 do not round-trip. Requires general_float_size_bound bytes.
POLYWIRE_INLINE std::uint8_t* write_general_float64(std::uint8_t* out, double value) noexcept {
  constexpr int few = std::numeric_limits<double>::digits10;
  return detail::write_general(out, value, few, std::numeric_limits<double>::max_digits10);
}

/// With 6 digits, or 9 if 6 do not round-trip. Requires general_float_size_bound bytes.
POLYWIRE_INLINE std::uint8_t* write_general_float32(std::uint8_t* out, float value) noexcept {
  constexpr int few = std::numeric_limits<float>::digits10;
  return detail::write_general(out, value, few, std::numeric_limits<float>::max_digits10);
}

/// Writes a quoted string, with octal escapes for bytes that are not printable ASCII. Requires
/// c_string_size_bound(n) bytes.
POLYWIRE_OUTLINE std::uint8_t* write_c_string(std::uint8_t* out,
                                              std::span<const std::uint8_t> text) noexcept {
  *out++ = '"';
  for (const std::uint8_t c : text) out = detail::write_c_character(out, c);
  *out++ = '"';
  return out;
}

/// Requires count bytes.
POLYWIRE_INLINE std::uint8_t* write_spaces(std::uint8_t* out, std::uint64_t count) noexcept {
  std::memset(out, ' ', count);
  return out + count;
}

}  // namespace polywire::leaf
