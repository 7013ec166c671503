// Texts in messages that have another encoding than UTF-8, as generated views show them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "polywire/bytes.hpp"

namespace polywire {

/// An encoding of text in messages.
enum class encoding : std::uint8_t {
  /// ISO 8859-1: each byte is the code point of the same number.
  latin1,
  /// UTF-16, the less significant byte of a unit first.
  utf16le,
  /// UTF-16, the more significant byte of a unit first.
  utf16be,
};

/// A text in a message, in its encoding. It does not own its bytes.
template <encoding Encoding>
class encoded_text {
 public:
  /// An empty text.
  constexpr encoded_text() noexcept = default;
  constexpr explicit encoded_text(polywire::bytes encoded) noexcept : bytes_(encoded) {}

  /// The bytes of the message.
  constexpr polywire::bytes bytes() const noexcept { return bytes_; }
  constexpr bool empty() const noexcept { return bytes_.empty(); }

  /// Returns the text in UTF-8.
  std::string str() const {
    std::string text;
    append_to(text);
    return text;
  }

  /// Appends the text in UTF-8. Units of UTF-16 that are no characters, which only memory that
  /// changes can have, become U+FFFD.
  void append_to(std::string& text) const {
    if constexpr (Encoding == encoding::latin1) {
      for (const std::uint8_t byte : bytes_) append(text, byte);
    } else {
      append_units(text);
    }
  }

 private:
  static constexpr std::uint32_t no_character = 0xfffd;

  void append_units(std::string& text) const {
    const std::size_t count = bytes_.size() / 2;
    for (std::size_t index = 0; index < count; ++index) {
      const std::uint32_t unit = unit_at(index);
      if (!is_high(unit) && !is_low(unit)) {
        append(text, unit);
      } else if (is_high(unit) && index + 1 < count && is_low(unit_at(index + 1))) {
        ++index;
        append(text, 0x10000 + ((unit - 0xd800) << 10) + (unit_at(index) - 0xdc00));
      } else {
        append(text, no_character);
      }
    }
    if (bytes_.size() % 2 != 0) append(text, no_character);
  }

  constexpr std::uint32_t unit_at(std::size_t index) const noexcept {
    const std::uint32_t first = bytes_[2 * index];
    const std::uint32_t second = bytes_[2 * index + 1];
    return Encoding == encoding::utf16le ? second << 8 | first : first << 8 | second;
  }

  static constexpr bool is_high(std::uint32_t unit) noexcept { return (unit & 0xfc00) == 0xd800; }
  static constexpr bool is_low(std::uint32_t unit) noexcept { return (unit & 0xfc00) == 0xdc00; }

  static void append(std::string& text, std::uint32_t code) {
    const auto byte = [&text](std::uint32_t bits) { text.push_back(static_cast<char>(bits)); };
    const auto next = [&](unsigned shift) { byte(0x80 | ((code >> shift) & 0x3f)); };
    if (code < 0x80) {
      byte(code);
    } else if (code < 0x800) {
      byte(0xc0 | code >> 6);
      next(0);
    } else if (code < 0x10000) {
      byte(0xe0 | code >> 12);
      next(6);
      next(0);
    } else {
      byte(0xf0 | code >> 18);
      next(12);
      next(6);
      next(0);
    }
  }

  polywire::bytes bytes_;
};

}  // namespace polywire
