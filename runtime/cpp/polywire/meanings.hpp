// Types for integers that stand for times, decimal numbers and half-precision floats.
#pragma once

#include <bit>
#include <chrono>
#include <compare>
#include <concepts>
#include <cstdint>
#include <ratio>
#include <string>
#include <type_traits>

#include "polywire/namespace.hpp"

namespace polywire {

/// Days since 1970-01-01. Converts to and from `std::chrono::sys_days`, which converts to a
/// calendar date.
using date =
    ::std::chrono::sys_time<::std::chrono::duration<::std::int32_t, ::std::chrono::days::period>>;

/// The time since midnight.
template <class Period, class Rep = ::std::int64_t>
using time_of_day = ::std::chrono::duration<Rep, Period>;

/// The time since 1970-01-01T00:00:00Z, without leap seconds.
template <class Period, class Rep = ::std::int64_t>
using timestamp = ::std::chrono::sys_time<::std::chrono::duration<Rep, Period>>;

/// The time since 1970-01-01T00:00:00 in a time zone that is not stated.
template <class Period, class Rep = ::std::int64_t>
using local_timestamp = ::std::chrono::local_time<::std::chrono::duration<Rep, Period>>;

/// A span of time.
template <class Period>
using duration = ::std::chrono::duration<::std::int64_t, Period>;

/// The decimal number `unscaled` · 10^−`Scale`.
template <::std::signed_integral Rep, unsigned Scale>
struct decimal_number {
  using rep = Rep;
  static constexpr unsigned scale = Scale;

  rep unscaled{};

  /// Returns all digits: "-1.50" for −150 with a scale of 2.
  [[nodiscard]] ::std::string to_string() const {
    const bool negative = unscaled < 0;
    const auto bits = static_cast<::std::uint64_t>(static_cast<::std::int64_t>(unscaled));
    ::std::string text = ::std::to_string(negative ? ::std::uint64_t{0} - bits : bits);
    if (text.size() <= Scale) text.insert(0, Scale + 1 - text.size(), '0');
    if constexpr (Scale != 0) text.insert(text.size() - Scale, 1, '.');
    return negative ? "-" + text : text;
  }

  friend constexpr auto operator<=>(const decimal_number&, const decimal_number&) = default;
};

/// An IEEE 754 binary16 float, as its bits. Equal if the bits are.
struct float16 {
  using rep = ::std::uint16_t;

  rep bits{};

  float16() = default;
  explicit constexpr float16(rep bits) noexcept : bits(bits) {}

  /// Returns the value, which every binary16 float has in 32 bits.
  [[nodiscard]] constexpr float value() const noexcept {
    const ::std::uint32_t sign = ::std::uint32_t{bits} >> 15 << 31;
    const ::std::uint32_t exponent = bits >> 10 & 31U;
    const ::std::uint32_t fraction = bits & 1023U;
    if (exponent == 31) return ::std::bit_cast<float>(sign | 0x7f800000U | fraction << 13);
    if (exponent != 0)
      return ::std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -magnitude : magnitude;
  }

  /// Returns the nearest binary16 float; of two, the even one.
  [[nodiscard]] static constexpr float16 nearest(float value) noexcept {
    const auto wide = ::std::bit_cast<::std::uint32_t>(value);
    const ::std::uint32_t sign = wide >> 16 & 0x8000U;
    const ::std::uint32_t magnitude = wide & 0x7fffffffU;
    if (magnitude > 0x7f800000U)
      return float16(static_cast<rep>(sign | 0x7e00U | (magnitude >> 13 & 1023U)));
    // 65520 and more are nearer to infinity.
    if (magnitude >= 0x477ff000U) return float16(static_cast<rep>(sign | 0x7c00U));
    if (magnitude < 0x38800000U) {
      // In 2^23 the last place counts 1, as in the scaled sum.
      const float scaled = ::std::bit_cast<float>(magnitude) * 0x1p24F + 0x1p23F;
      return float16(static_cast<rep>(sign | (::std::bit_cast<::std::uint32_t>(scaled) & 0x7ffU)));
    }
    const ::std::uint32_t rounded = magnitude + 0xfffU + (magnitude >> 13 & 1U);
    return float16(static_cast<rep>(sign | ((rounded - 0x38000000U) >> 13)));
  }

  friend constexpr bool operator==(float16, float16) = default;
};

/// Returns the integer that a value stands for: a std::int64_t, or a std::uint64_t if it is
/// unsigned.
template <class T>
[[nodiscard]] constexpr auto number_of(const T& value) noexcept {
  if constexpr (requires { value.time_since_epoch(); }) {
    return number_of(value.time_since_epoch());
  } else if constexpr (requires { value.count(); }) {
    return number_of(value.count());
  } else if constexpr (requires { value.unscaled; }) {
    return ::std::int64_t{value.unscaled};
  } else if constexpr (requires { value.bits; }) {
    return ::std::uint64_t{value.bits};
  } else if constexpr (::std::is_enum_v<T>) {
    return ::std::uint64_t{static_cast<::std::underlying_type_t<T>>(value)};
  } else if constexpr (::std::same_as<T, char>) {
    return ::std::uint64_t{static_cast<unsigned char>(value)};
  } else if constexpr (::std::signed_integral<T>) {
    return ::std::int64_t{value};
  } else {
    return ::std::uint64_t{value};
  }
}

/// Returns the value that an integer stands for; higher bits than it has are dropped.
template <class T, ::std::integral Number>
[[nodiscard]] constexpr T of_number(Number number) noexcept {
  if constexpr (requires { typename T::clock; }) {
    return T{of_number<typename T::duration>(number)};
  } else if constexpr (requires { typename T::rep; }) {
    return T{static_cast<typename T::rep>(number)};
  } else {
    return static_cast<T>(number);
  }
}

}  // namespace polywire
