// Reads JSON numbers (RFC 8259, section 6): bare or as a whole string.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "fault.hpp"
#include "json_text_read.hpp"
#include "memory.hpp"
#include "nearest_float.hpp"
#include "number_parts.hpp"
#include "plain_number.hpp"

namespace polywire::leaf {

namespace detail {

/// Moves p past the number, or to the error.
POLYWIRE_OUTLINE failure scan_number(const std::uint8_t*& p, const std::uint8_t* end,
                                     number_parts& parts) noexcept {
  const auto refuse = [&p, end] { return failure{p == end ? fault::truncated : fault::syntax, p}; };
  if (p != end && *p != '-' && !is_digit(*p)) return {fault::wrong_kind, p};
  parts.negative = p != end && *p == '-';
  if (parts.negative) ++p;
  if (p == end || !is_digit(*p)) return refuse();
  parts.integer = p;
  p = *p == '0' ? p + 1 : skip_digits(p, end);
  if (p != end && is_digit(*p)) return refuse();  // a leading zero
  parts.integer_end = parts.fraction = parts.fraction_end = p;
  if (p != end && *p == '.') {
    parts.fraction = ++p;
    p = skip_digits(p, end);
    if (p == parts.fraction) return refuse();
    parts.fraction_end = p;
  }
  return scan_exponent(p, end, parts) ? failure{} : refuse();
}

/// Returns the magnitude of an integral number in any notation (10, 1.50e1, 100e-1); false if there
/// is a fraction or there are too many digits.
POLYWIRE_OUTLINE bool integral_magnitude(const number_parts& parts,
                                         std::uint64_t& magnitude) noexcept {
  // Treat the digits as one sequence with the point `scale` digits before its end; trailing zeros
  // do not count.
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
  if (count == 0) return true;
  if (scale > 0) return false;
  const auto push = [&magnitude](std::uint64_t next) {
    constexpr std::uint64_t most = (std::numeric_limits<std::uint64_t>::max)();
    if (magnitude > most / 10 || magnitude * 10 > most - next) return false;
    magnitude = magnitude * 10 + next;
    return true;
  };
  for (std::int64_t i = 0; i < count; ++i) {
    if (!push(digit(i))) return false;
  }
  for (; scale < 0; ++scale) {
    if (!push(0)) return false;
  }
  return true;
}

// parse_bare() moves p past a bare number or to the error.

template <std::signed_integral Int>
POLYWIRE_OUTLINE failure parse_bare(const std::uint8_t*& p, const std::uint8_t* end,
                                    Int& value) noexcept {
  const std::uint8_t* const start = p;
  number_parts parts;
  if (const failure refused = scan_number(p, end, parts)) return refused;
  std::uint64_t magnitude = 0;
  constexpr auto limit = static_cast<std::uint64_t>((std::numeric_limits<Int>::max)());
  if (!integral_magnitude(parts, magnitude) || magnitude > limit + (parts.negative ? 1 : 0)) {
    return {fault::out_of_range, start};
  }
  value = static_cast<Int>(parts.negative ? 0 - magnitude : magnitude);
  return {};
}

template <std::unsigned_integral Int>
POLYWIRE_OUTLINE failure parse_bare(const std::uint8_t*& p, const std::uint8_t* end,
                                    Int& value) noexcept {
  const std::uint8_t* const start = p;
  number_parts parts;
  if (const failure refused = scan_number(p, end, parts)) return refused;
  std::uint64_t magnitude = 0;
  if (!integral_magnitude(parts, magnitude) || (parts.negative && magnitude != 0)) {
    return {fault::out_of_range, start};
  }
  value = magnitude;
  return {};
}

template <std::floating_point Float>
POLYWIRE_OUTLINE failure parse_bare(const std::uint8_t*& p, const std::uint8_t* end,
                                    Float& value) noexcept {
  const std::uint8_t* const start = p;
  number_parts parts;
  if (const failure refused = scan_number(p, end, parts)) return refused;
  const auto parsed = nearest_float<Float>(start, p, parts);
  if (!std::isfinite(parsed)) return {fault::out_of_range, start};
  value = parsed;
  return {};
}

/// The names of non-finite values.
template <std::floating_point Float>
POLYWIRE_COLD bool parse_named(std::string_view name, Float& value) noexcept {
  constexpr Float infinity = std::numeric_limits<Float>::infinity();
  if (name == "NaN") {
    value = std::numeric_limits<Float>::quiet_NaN();
  } else if (name == "Infinity") {
    value = infinity;
  } else if (name == "-Infinity") {
    value = -infinity;
  } else {
    return false;
  }
  return true;
}

/// Moves p past a number, bare or in a string.
template <class Number>
POLYWIRE_OUTLINE failure parse_number(const std::uint8_t*& p, const std::uint8_t* end,
                                      Number& value) {
  if (p == end) return {fault::truncated, end};
  if (*p != '"') return parse_bare(p, end, value);
  const std::uint8_t* const start = p++;
  std::string text;
  const std::uint8_t* const after = read_any_body(p, end, text);
  if (after == nullptr) return check_body(p, end);
  p = after;
  if constexpr (std::floating_point<Number>) {
    if (parse_named(text, value)) return {};
  }
  const auto* inside = reinterpret_cast<const std::uint8_t*>(text.data());
  const std::uint8_t* const inside_end = inside + text.size();
  const failure refused = parse_bare(inside, inside_end, value);
  // Strings that are not valid numbers as a whole are not distinguished further.
  const bool whole = inside == inside_end && (!refused || refused.code == fault::out_of_range);
  if (!whole) return {fault::wrong_kind, start};
  if (refused) return {fault::out_of_range, start};
  return {};
}

template <class Number>
POLYWIRE_OUTLINE const std::uint8_t* read_any_number(const std::uint8_t* p, const std::uint8_t* end,
                                                     Number& value) {
  return parse_number(p, end, value) ? nullptr : p;
}

template <class Number>
POLYWIRE_COLD failure explain_number(const std::uint8_t* p, const std::uint8_t* end) {
  Number ignored;
  return parse_number(p, end, ignored);
}

/// Appends the digits from p on, at most Limit of them, which must be in the input. Each position
/// has its own branch, which is predicted better than a loop's.
template <int Limit>
POLYWIRE_INLINE const std::uint8_t* read_digits(const std::uint8_t* p,
                                                std::uint64_t& digits) noexcept {
  if constexpr (Limit > 0) {
    if (is_digit(*p)) {
      digits = digits * 10 + (*p - std::uint64_t{'0'});
      return read_digits<Limit - 1>(p + 1, digits);
    }
  }
  return p;
}

// Plain notations of numbers are read inline if as many bytes follow as they can have; nullptr
// means that another path must decide.
inline constexpr int plain_digits = 9;
inline constexpr std::ptrdiff_t longest_plain_int = plain_digits + 1;
inline constexpr std::ptrdiff_t longest_plain_float = 2 * plain_digits + 2;

/// Up to plain_digits digits without sign, leading zeros, fraction and exponent.
POLYWIRE_INLINE const std::uint8_t* read_plain_int(const std::uint8_t* p, const std::uint8_t* end,
                                                   std::uint64_t& value) noexcept {
  if (POLYWIRE_UNLIKELY(end - p < longest_plain_int || !is_digit(*p))) return nullptr;
  std::uint64_t digits = *p - std::uint64_t{'0'};
  const std::uint8_t* const after = read_digits<plain_digits - 1>(p + 1, digits);
  const bool leading_zero = *p == '0' && after - p > 1;
  const bool more = is_digit(*after) || *after == '.' || (*after | 0x20) == 'e';
  if (POLYWIRE_UNLIKELY(leading_zero || more)) return nullptr;
  value = digits;
  return after;
}

/// Up to plain_digits digits before and after the point, without sign and exponent, that form an
/// integer of at most 2^53.
POLYWIRE_INLINE const std::uint8_t* read_plain_float64(const std::uint8_t* p,
                                                       const std::uint8_t* end,
                                                       double& value) noexcept {
  if (POLYWIRE_UNLIKELY(end - p < longest_plain_float || !is_digit(*p))) return nullptr;
  std::uint64_t digits = *p - std::uint64_t{'0'};
  const std::uint8_t* after = read_digits<plain_digits - 1>(p + 1, digits);
  if (POLYWIRE_UNLIKELY(*p == '0' && after - p > 1)) return nullptr;
  std::size_t decimals = 0;
  if (POLYWIRE_LIKELY(*after == '.')) {
    const std::uint8_t* const fraction = after + 1;
    after = read_digits<plain_digits>(fraction, digits);
    decimals = static_cast<std::size_t>(after - fraction);
    if (POLYWIRE_UNLIKELY(decimals == 0)) return nullptr;
  }
  const bool more = is_digit(*after) || (*after | 0x20) == 'e';
  if (POLYWIRE_UNLIKELY(more || digits > exact_limit)) return nullptr;
  // Clinger's fast path: both operands are exact, so one division rounds once.
  const auto exact = static_cast<double>(static_cast<std::int64_t>(digits));
  value = decimals != 0 ? exact / exact_powers_of_10[decimals] : exact;
  return after;
}

// Reads numbers that are not plain. A sign is handled by a branch, so that the position after the
// number does not depend on the comparison with '-'.

POLYWIRE_OUTLINE const std::uint8_t* read_other_int(const std::uint8_t* p, const std::uint8_t* end,
                                                    std::int64_t& value) {
  plain_number number;
  const std::uint8_t* const after = read_plain_integer(p, end, number);
  constexpr auto limit = static_cast<std::uint64_t>((std::numeric_limits<std::int64_t>::max)());
  if (POLYWIRE_UNLIKELY(after == nullptr || number.digits > limit)) {
    return read_any_number(p, end, value);
  }
  const auto magnitude = static_cast<std::int64_t>(number.digits);
  value = number.negative ? -magnitude : magnitude;
  return after;
}

POLYWIRE_OUTLINE const std::uint8_t* read_other_uint(const std::uint8_t* p, const std::uint8_t* end,
                                                     std::uint64_t& value) {
  plain_number number;
  const std::uint8_t* const after = read_plain_integer(p, end, number);
  if (POLYWIRE_UNLIKELY(after == nullptr || number.negative)) return read_any_number(p, end, value);
  value = number.digits;
  return after;
}

template <std::floating_point Float>
POLYWIRE_OUTLINE const std::uint8_t* read_other_float(const std::uint8_t* p,
                                                      const std::uint8_t* end, Float& value) {
  plain_number number;
  const std::uint8_t* const after = read_plain_decimal(p, end, number);
  if (POLYWIRE_UNLIKELY(after == nullptr || !nearest(number, value))) {
    return read_any_number(p, end, value);
  }
  return after;
}

}  // namespace detail

/// Reads any number with an integral value in range: 10, -0, 1.0, 1e2 and "10". Returns the
/// position after it, or nullptr.
POLYWIRE_INLINE const std::uint8_t* read_json_int(const std::uint8_t* p, const std::uint8_t* end,
                                                  std::int64_t& value) {
  std::uint64_t plain = 0;
  const std::uint8_t* const after = detail::read_plain_int(p, end, plain);
  if (POLYWIRE_UNLIKELY(after == nullptr)) return detail::read_other_int(p, end, value);
  value = static_cast<std::int64_t>(plain);
  return after;
}

/// Like read_json_int(), for the range of std::uint64_t.
POLYWIRE_INLINE const std::uint8_t* read_json_uint(const std::uint8_t* p, const std::uint8_t* end,
                                                   std::uint64_t& value) {
  const std::uint8_t* const after = detail::read_plain_int(p, end, value);
  return POLYWIRE_LIKELY(after != nullptr) ? after : detail::read_other_uint(p, end, value);
}

/// Reads a correctly rounded number, bare or in a string, where "NaN", "Infinity" and "-Infinity"
/// are valid too. Returns the position after the number, or nullptr, also on overflow. Underflow
/// rounds to zero.
POLYWIRE_INLINE const std::uint8_t* read_json_float64(const std::uint8_t* p,
                                                      const std::uint8_t* end, double& value) {
  const std::uint8_t* const after = detail::read_plain_float64(p, end, value);
  return POLYWIRE_LIKELY(after != nullptr) ? after : detail::read_other_float(p, end, value);
}

/// Like read_json_float64(), correctly rounded to a float (not via a double).
POLYWIRE_INLINE const std::uint8_t* read_json_float32(const std::uint8_t* p,
                                                      const std::uint8_t* end, float& value) {
  return detail::read_other_float(p, end, value);
}

/// Checks the grammar of a bare number.
POLYWIRE_INLINE const std::uint8_t* skip_json_number(const std::uint8_t* p,
                                                     const std::uint8_t* end) noexcept {
  detail::number_parts parts;
  return detail::scan_number(p, end, parts) ? nullptr : p;
}

POLYWIRE_COLD failure explain_json_int(const std::uint8_t* p, const std::uint8_t* end) {
  return detail::explain_number<std::int64_t>(p, end);
}

POLYWIRE_COLD failure explain_json_uint(const std::uint8_t* p, const std::uint8_t* end) {
  return detail::explain_number<std::uint64_t>(p, end);
}

POLYWIRE_COLD failure explain_json_float64(const std::uint8_t* p, const std::uint8_t* end) {
  return detail::explain_number<double>(p, end);
}

POLYWIRE_COLD failure explain_json_float32(const std::uint8_t* p, const std::uint8_t* end) {
  return detail::explain_number<float>(p, end);
}

POLYWIRE_COLD failure explain_skip_json_number(const std::uint8_t* p,
                                               const std::uint8_t* end) noexcept {
  detail::number_parts parts;
  return detail::scan_number(p, end, parts);
}

}  // namespace polywire::leaf
