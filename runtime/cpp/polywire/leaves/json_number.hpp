// JSON numbers (RFC 8259, section 6).
//
// Doubles are written with the fewest digits that read back as the same value (the nearest of them
// when there are several). Notation: as ECMAScript's Number::toString, but an integral value in
// positional notation ends in ".0" and an exponent has no '+': 1000.0, 1e-7, 1.5e21, -0.0.
#pragma once

#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "fault.hpp"
#include "memory.hpp"

namespace polywire::leaf {

/// Room a number needs, scratch bytes included.
inline constexpr std::size_t json_integer_room = 24;
inline constexpr std::size_t json_double_room = 40;

namespace detail {

struct digit_pair_table {
  char pairs[200];
  constexpr digit_pair_table() noexcept : pairs() {
    for (int i = 0; i < 100; ++i) {
      pairs[2 * i] = static_cast<char>('0' + i / 10);
      pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
  }
};
inline constexpr digit_pair_table digit_pairs;

POLYWIRE_INLINE void write_pair(std::uint8_t* out, std::uint32_t below_100) noexcept {
  std::memcpy(out, digit_pairs.pairs + 2 * below_100, 2);
}

POLYWIRE_INLINE std::uint8_t ascii_digit(std::uint32_t below_10) noexcept {
  return static_cast<std::uint8_t>('0' + below_10);
}

POLYWIRE_INLINE bool is_digit(std::uint8_t c) noexcept {
  return static_cast<std::uint8_t>(c - '0') < 10;
}

/// The number below 10,000 without leading zeros.
POLYWIRE_INLINE std::uint8_t* write_up_to_4(std::uint8_t* out, std::uint32_t value) noexcept {
  if (POLYWIRE_LIKELY(value < 10)) {
    *out = ascii_digit(value);
    return out + 1;
  }
  if (value < 100) {
    write_pair(out, value);
    return out + 2;
  }
  if (value < 1000) {
    *out = ascii_digit(value / 100);
    write_pair(out + 1, value % 100);
    return out + 3;
  }
  write_pair(out, value / 100);
  write_pair(out + 2, value % 100);
  return out + 4;
}

POLYWIRE_INLINE std::uint8_t* write_4(std::uint8_t* out, std::uint32_t value) noexcept {
  write_pair(out, value / 100);
  write_pair(out + 2, value % 100);
  return out + 4;
}

POLYWIRE_INLINE std::uint8_t* write_up_to_8(std::uint8_t* out, std::uint32_t value) noexcept {
  if (POLYWIRE_LIKELY(value < 10'000)) return write_up_to_4(out, value);
  out = write_up_to_4(out, value / 10'000);
  return write_4(out, value % 10'000);
}

POLYWIRE_OUTLINE std::uint8_t* write_long_uint64(std::uint8_t* out, std::uint64_t value) noexcept {
  constexpr std::uint64_t e8 = 100'000'000;
  const auto write_8 = [](std::uint8_t* at, std::uint64_t digits) {
    at = write_4(at, static_cast<std::uint32_t>(digits) / 10'000);
    return write_4(at, static_cast<std::uint32_t>(digits) % 10'000);
  };
  if (value < e8 * e8) {
    out = write_up_to_8(out, static_cast<std::uint32_t>(value / e8));
    return write_8(out, value % e8);
  }
  out = write_up_to_4(out, static_cast<std::uint32_t>(value / (e8 * e8)));
  out = write_8(out, value / e8 % e8);
  return write_8(out, value % e8);
}

}  // namespace detail

/// Needs json_integer_room bytes.
POLYWIRE_INLINE std::uint8_t* write_uint64(std::uint8_t* out, std::uint64_t value) noexcept {
  if (POLYWIRE_LIKELY(value < 100'000'000)) {
    return detail::write_up_to_8(out, static_cast<std::uint32_t>(value));
  }
  return detail::write_long_uint64(out, value);
}

/// Needs json_integer_room bytes.
POLYWIRE_INLINE std::uint8_t* write_int64(std::uint8_t* out, std::int64_t value) noexcept {
  const auto bits = static_cast<std::uint64_t>(value);
  if (POLYWIRE_LIKELY(bits < 100'000'000)) {
    return detail::write_up_to_8(out, static_cast<std::uint32_t>(bits));
  }
  const bool negative = value < 0;
  *out = '-';
  return write_uint64(out + negative, negative ? 0 - bits : bits);
}

namespace detail {

POLYWIRE_OUTLINE std::uint8_t* write_any_double(std::uint8_t* out, double value) noexcept {
  if (!std::isfinite(value)) return write_literal(out, "null");
  char text[40];  // -d.ddddddddddddddddde-ddd
  const char* const text_end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  const char* p = text;
  if (*p == '-') {
    *out++ = '-';
    ++p;
  }
  char digits[20];
  int count = 0;
  for (; *p != 'e'; ++p) {
    if (*p != '.') digits[count++] = *p;
  }
  int exponent = 0;
  std::from_chars(p[1] == '+' ? p + 2 : p + 1, text_end, exponent);
  while (count > 1 && digits[count - 1] == '0') --count;  // "0e+00" aside, to_chars leaves none

  const auto append = [&out](const char* from, int n) {
    std::memcpy(out, from, static_cast<std::size_t>(n));
    out += n;
  };
  const auto append_zeros = [&out](int n) {
    std::memset(out, '0', static_cast<std::size_t>(n));
    out += n;
  };
  const int integer_digits = exponent + 1;
  if (integer_digits > 0 && integer_digits <= 21) {
    if (count <= integer_digits) {
      append(digits, count);
      append_zeros(integer_digits - count);
      return write_literal(out, ".0");
    }
    append(digits, integer_digits);
    *out++ = '.';
    append(digits + integer_digits, count - integer_digits);
    return out;
  }
  if (integer_digits <= 0 && integer_digits > -6) {
    out = write_literal(out, "0.");
    append_zeros(-integer_digits);
    append(digits, count);
    return out;
  }
  append(digits, 1);
  if (count > 1) {
    *out++ = '.';
    append(digits + 1, count - 1);
  }
  *out++ = 'e';
  return write_int64(out, exponent);
}

}  // namespace detail

/// Needs json_double_room bytes. JSON has no NaN and no infinities: the format decides about them
/// beforehand (this leaf would write `null`).
POLYWIRE_INLINE std::uint8_t* write_double(std::uint8_t* out, double value) noexcept {
  // A decimal of up to 15 digits that reads back as the value is the shortest one: no two such
  // decimals read as the same double. So trying integers and then six decimals is exact.
  const double magnitude = std::fabs(value);
  if (POLYWIRE_LIKELY(magnitude < 1e8)) {
    *out = '-';
    std::uint8_t* p = out + std::signbit(value);
    const auto integer = static_cast<std::uint32_t>(static_cast<std::int32_t>(magnitude));
    if (static_cast<double>(integer) == magnitude) {
      p = detail::write_up_to_8(p, integer);
      return write_literal(p, ".0");
    }
    const auto millionths = static_cast<std::int64_t>(magnitude * 1e6 + 0.5);
    if (POLYWIRE_LIKELY(static_cast<double>(millionths) / 1e6 == magnitude)) {
      const auto fraction = static_cast<std::uint32_t>(millionths % 1'000'000);
      p = detail::write_up_to_8(p, static_cast<std::uint32_t>(millionths / 1'000'000));
      *p++ = '.';
      detail::write_pair(p, fraction / 10'000);
      detail::write_4(p + 2, fraction % 10'000);
      // The six decimals in the upper bytes, XORed with '0': leading zero bytes are trailing zeros.
      const std::uint64_t decimals = (load_le<std::uint64_t>(p) << 16) ^ 0x3030303030300000;
      return p + 6 - std::countl_zero(decimals) / 8;
    }
  }
  return detail::write_any_double(out, value);
}

namespace detail {

inline constexpr double exact_powers_of_10[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

POLYWIRE_INLINE const std::uint8_t* skip_digits(const std::uint8_t* p,
                                                const std::uint8_t* end) noexcept {
  while (p != end && is_digit(*p)) ++p;
  return p;
}

POLYWIRE_INLINE bool starts_fraction_or_exponent(const std::uint8_t* p,
                                                 const std::uint8_t* end) noexcept {
  return p != end && (*p == '.' || (*p | 0x20) == 'e');
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

/// Returns the position after the number, or nullptr with `parts.number_end` at the offence.
POLYWIRE_OUTLINE const std::uint8_t* scan_number(const std::uint8_t* p, const std::uint8_t* end,
                                                 number_parts& parts) noexcept {
  const auto refuse = [&parts](const std::uint8_t* at) {
    parts.number_end = at;
    return nullptr;
  };
  parts.negative = p != end && *p == '-';
  if (parts.negative) ++p;
  parts.integer = p;
  if (p == end || !is_digit(*p)) return refuse(p);
  p = *p == '0' ? p + 1 : skip_digits(p, end);
  if (p != end && is_digit(*p)) return refuse(p);  // a leading zero
  parts.integer_end = parts.fraction = parts.fraction_end = p;
  if (p != end && *p == '.') {
    parts.fraction = ++p;
    p = skip_digits(p, end);
    if (p == parts.fraction) return refuse(p);
    parts.fraction_end = p;
  }
  parts.exponent = p;
  if (p != end && (*p | 0x20) == 'e') {
    parts.exponent = ++p;
    if (p != end && (*p == '+' || *p == '-')) ++p;
    const std::uint8_t* const digits = p;
    p = skip_digits(p, end);
    if (p == digits) return refuse(p);
  }
  parts.number_end = p;
  return p;
}

/// The exponent, clamped near 10^12: no input has digits enough to make up for more.
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

/// Power of ten of the first non-zero digit; meaningless for zero.
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

POLYWIRE_OUTLINE const std::uint8_t* read_any_double(const std::uint8_t* p, const std::uint8_t* end,
                                                     double& value) noexcept {
  number_parts parts;
  const std::uint8_t* const number_end = scan_number(p, end, parts);
  if (number_end == nullptr) return nullptr;
  double parsed = 0;
  const auto result = std::from_chars(reinterpret_cast<const char*>(p),
                                      reinterpret_cast<const char*>(number_end), parsed);
  if (result.ec == std::errc::result_out_of_range) {
    // Said of overflow and of underflow alike; the latter is just a rounding to zero.
    if (decimal_magnitude(parts) >= 0) return nullptr;
    parsed = parts.negative ? -0.0 : 0.0;
  }
  if (!std::isfinite(parsed)) return nullptr;
  value = parsed;
  return number_end;
}

}  // namespace detail

/// Correctly rounded. Returns the position after the number; nullptr when there is no number by the
/// grammar or it overflows a double. Underflow rounds to zero.
POLYWIRE_INLINE const std::uint8_t* read_double(const std::uint8_t* p, const std::uint8_t* end,
                                                double& value) noexcept {
  // Clinger's fast path: up to 2^53 and up to 10^22 are exact, so one division rounds once.
  const std::uint8_t* const start = p;
  const bool negative = p != end && *p == '-';
  p += negative;
  if (POLYWIRE_UNLIKELY(p == end || !detail::is_digit(*p))) return nullptr;
  const std::uint8_t* const integer = p;
  std::uint64_t digits = static_cast<std::uint64_t>(*p++ - '0');
  while (p != end && detail::is_digit(*p)) digits = digits * 10 + (*p++ - std::uint64_t{'0'});
  const std::size_t integer_digits = static_cast<std::size_t>(p - integer);
  if (POLYWIRE_UNLIKELY(*integer == '0' && integer_digits > 1)) return nullptr;
  std::size_t decimals = 0;
  if (POLYWIRE_LIKELY(p != end && *p == '.')) {
    const std::uint8_t* const fraction = ++p;
    while (p != end && detail::is_digit(*p)) digits = digits * 10 + (*p++ - std::uint64_t{'0'});
    decimals = static_cast<std::size_t>(p - fraction);
    if (POLYWIRE_UNLIKELY(decimals == 0)) return nullptr;
  }
  constexpr std::uint64_t exact_limit = std::uint64_t{1} << 53;
  if (POLYWIRE_UNLIKELY(integer_digits + decimals > 18 || digits > exact_limit ||
                        (p != end && (*p | 0x20) == 'e'))) {
    return detail::read_any_double(start, end, value);
  }
  double magnitude = static_cast<double>(static_cast<std::int64_t>(digits));
  if (decimals != 0) magnitude /= detail::exact_powers_of_10[decimals];
  value = negative ? -magnitude : magnitude;
  return p;
}

namespace detail {

/// The magnitude of an integral number in any notation (10, 1.50e1, 100e-1).
POLYWIRE_OUTLINE fault integral_magnitude(const number_parts& parts,
                                          std::uint64_t& magnitude) noexcept {
  // Digits as one run with the point `scale` digits before its end; trailing zeros do not count.
  std::int64_t scale = (parts.fraction_end - parts.fraction) - exponent_of(parts);
  const std::int64_t integer_digits = parts.integer_end - parts.integer;
  std::int64_t count = integer_digits + (parts.fraction_end - parts.fraction);
  const auto digit = [&](std::int64_t i) {
    return static_cast<std::uint64_t>(
        (i < integer_digits ? parts.integer[i] : parts.fraction[i - integer_digits]) - '0');
  };
  while (count > 0 && digit(count - 1) == 0) {
    --count;
    --scale;
  }
  magnitude = 0;
  if (count == 0) return fault::none;
  if (scale > 0) return fault::not_an_integer;
  const auto push = [&magnitude](std::uint64_t next) {
    constexpr std::uint64_t max = std::numeric_limits<std::uint64_t>::max();
    if (magnitude > max / 10 || magnitude * 10 > max - next) return false;
    magnitude = magnitude * 10 + next;
    return true;
  };
  for (std::int64_t i = 0; i < count; ++i) {
    if (!push(digit(i))) return fault::out_of_range;
  }
  for (; scale < 0; ++scale) {
    if (!push(0)) return fault::out_of_range;
  }
  return fault::none;
}

POLYWIRE_OUTLINE fault read_any_int64(const std::uint8_t*& p, const std::uint8_t* end,
                                      std::int64_t& value) noexcept {
  number_parts parts;
  const std::uint8_t* const number_end = scan_number(p, end, parts);
  if (number_end == nullptr) {
    p = parts.number_end;
    return p == end ? fault::truncated : fault::invalid_number;
  }
  std::uint64_t magnitude = 0;
  const fault code = integral_magnitude(parts, magnitude);
  if (code != fault::none) return code;
  constexpr std::uint64_t limit = std::uint64_t{1} << 63;
  if (magnitude > limit - (parts.negative ? 0 : 1)) return fault::out_of_range;
  value = static_cast<std::int64_t>(parts.negative ? 0 - magnitude : magnitude);
  p = number_end;
  return fault::none;
}

POLYWIRE_OUTLINE fault read_any_uint64(const std::uint8_t*& p, const std::uint8_t* end,
                                       std::uint64_t& value) noexcept {
  number_parts parts;
  const std::uint8_t* const number_end = scan_number(p, end, parts);
  if (number_end == nullptr) {
    p = parts.number_end;
    return p == end ? fault::truncated : fault::invalid_number;
  }
  std::uint64_t magnitude = 0;
  const fault code = integral_magnitude(parts, magnitude);
  if (code != fault::none) return code;
  if (parts.negative && magnitude != 0) return fault::out_of_range;
  value = magnitude;
  p = number_end;
  return fault::none;
}

/// Reads up to 18 plain digits without sign; nullptr means: take the general path.
POLYWIRE_INLINE const std::uint8_t* read_plain_digits(const std::uint8_t* p,
                                                      const std::uint8_t* end,
                                                      std::uint64_t& value) noexcept {
  if (POLYWIRE_UNLIKELY(p == end || !is_digit(*p))) return nullptr;
  const std::uint8_t* const first = p;
  std::uint64_t digits = static_cast<std::uint64_t>(*p++ - '0');
  while (p != end && is_digit(*p)) digits = digits * 10 + (*p++ - std::uint64_t{'0'});
  const bool plain = p - first <= 18 && (*first != '0' || p - first == 1);
  if (POLYWIRE_UNLIKELY(!plain || starts_fraction_or_exponent(p, end))) return nullptr;
  value = digits;
  return p;
}

}  // namespace detail

/// Any number whose value is an integer in range: 10, -0, 1.0 and 1e2 as well. Returns the position
/// after it, or nullptr.
POLYWIRE_INLINE const std::uint8_t* read_int64(const std::uint8_t* p, const std::uint8_t* end,
                                               std::int64_t& value) noexcept {
  const bool negative = p != end && *p == '-';
  std::uint64_t magnitude = 0;
  const std::uint8_t* const after = detail::read_plain_digits(p + negative, end, magnitude);
  if (POLYWIRE_LIKELY(after != nullptr)) {
    const auto plain = static_cast<std::int64_t>(magnitude);
    value = negative ? -plain : plain;
    return after;
  }
  return detail::read_any_int64(p, end, value) == fault::none ? p : nullptr;
}

/// As read_int64(), for the range of std::uint64_t.
POLYWIRE_INLINE const std::uint8_t* read_uint64(const std::uint8_t* p, const std::uint8_t* end,
                                                std::uint64_t& value) noexcept {
  const std::uint8_t* const after = detail::read_plain_digits(p, end, value);
  if (POLYWIRE_LIKELY(after != nullptr)) return after;
  return detail::read_any_uint64(p, end, value) == fault::none ? p : nullptr;
}

POLYWIRE_COLD failure explain_double(const std::uint8_t* p, const std::uint8_t* end) noexcept {
  detail::number_parts parts;
  if (detail::scan_number(p, end, parts) == nullptr) {
    return {parts.number_end == end ? fault::truncated : fault::invalid_number, parts.number_end};
  }
  double ignored;
  if (read_double(p, end, ignored) != nullptr) return {};
  return {fault::out_of_range, p};
}

POLYWIRE_COLD failure explain_int64(const std::uint8_t* p, const std::uint8_t* end) noexcept {
  std::int64_t ignored;
  const fault code = detail::read_any_int64(p, end, ignored);
  return code == fault::none ? failure{} : failure{code, p};
}

POLYWIRE_COLD failure explain_uint64(const std::uint8_t* p, const std::uint8_t* end) noexcept {
  std::uint64_t ignored;
  const fault code = detail::read_any_uint64(p, end, ignored);
  return code == fault::none ? failure{} : failure{code, p};
}

}  // namespace polywire::leaf
