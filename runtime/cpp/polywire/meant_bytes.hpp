// Types for 16 bytes that stand for a UUID, a decimal number or a binary128 float.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "polywire/namespace.hpp"

namespace polywire {

/// A universally unique identifier: its bytes in the order of its text.
struct uuid : ::std::array<::std::uint8_t, 16> {
  /// Returns 36 characters: "123e4567-e89b-12d3-a456-426614174000".
  [[nodiscard]] ::std::string to_string() const {
    constexpr ::std::string_view digits = "0123456789abcdef";
    ::std::string text;
    text.reserve(36);
    for (::std::size_t at = 0; at < size(); ++at) {
      if (at == 4 || at == 6 || at == 8 || at == 10) text += '-';
      text += digits[(*this)[at] >> 4U];
      text += digits[(*this)[at] & 15U];
    }
    return text;
  }

  /// Returns the identifier with this text, if it has 36 characters of the form.
  [[nodiscard]] static ::std::optional<uuid> parse(::std::string_view text) {
    uuid parsed{};
    if (text.size() != 36) return ::std::nullopt;
    ::std::size_t at = 0;
    for (auto& byte : parsed) {
      if ((at == 8 || at == 13 || at == 18 || at == 23) && text[at++] != '-') return ::std::nullopt;
      const int high = digit(text[at]);
      const int low = digit(text[at + 1]);
      if (high < 0 || low < 0) return ::std::nullopt;
      byte = static_cast<::std::uint8_t>(high * 16 + low);
      at += 2;
    }
    return parsed;
  }

 private:
  static constexpr int digit(char character) noexcept {
    if (character >= '0' && character <= '9') return character - '0';
    const char lower = static_cast<char>(character | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }
};

/// A decimal number of 96 bits: the magnitude, least significant byte first, two zero bytes, the
/// number of digits behind the point, and 0x80 if it is negative. Equal if the bytes are.
struct decimal128 : ::std::array<::std::uint8_t, 16> {
  /// Returns the number of digits behind the point.
  [[nodiscard]] constexpr unsigned scale() const noexcept { return (*this)[14]; }

  [[nodiscard]] constexpr bool is_negative() const noexcept { return ((*this)[15] & 0x80U) != 0; }

  /// Returns all digits: "-1.50".
  [[nodiscard]] ::std::string to_string() const {
    ::std::array<::std::uint8_t, 12> rest{};
    ::std::copy_n(begin(), rest.size(), rest.begin());
    ::std::string text;
    for (unsigned digits = 0; digits <= scale() || rest != decltype(rest){}; ++digits) {
      if (digits != 0 && digits == scale()) text += '.';
      unsigned carry = 0;
      for (::std::size_t at = rest.size(); at-- > 0;) {
        const unsigned part = carry * 256 + rest[at];
        rest[at] = static_cast<::std::uint8_t>(part / 10);
        carry = part % 10;
      }
      text += static_cast<char>('0' + carry);
    }
    if (is_negative()) text += '-';
    ::std::reverse(text.begin(), text.end());
    return text;
  }
};

/// An IEEE 754 binary128 float, as its bytes, the least significant first. Equal if the bytes are.
struct float128 : ::std::array<::std::uint8_t, 16> {};

}  // namespace polywire
