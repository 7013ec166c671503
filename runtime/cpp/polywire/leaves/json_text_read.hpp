// Reads JSON strings (RFC 8259, section 7). The *_body variants are for callers that match the
// opening quote together with the text before it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "block16.hpp"
#include "fault.hpp"
#include "json_escapes.hpp"
#include "memory.hpp"
#include "text.hpp"

namespace polywire::leaf {

namespace detail {

/// Closing quote, escape, control character or non-ASCII.
POLYWIRE_INLINE std::uint32_t string_stop_lanes(block16 text) noexcept {
  return (text | text.equal('"') | text.equal('\\') | text.control()).high_bits();
}

POLYWIRE_INLINE int hex_value(std::uint8_t c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  const int letter = (c | 0x20) - 'a';
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

POLYWIRE_INLINE fault read_hex4(const std::uint8_t*& p, const std::uint8_t* end,
                                std::uint32_t& unit) noexcept {
  for (int i = 0; i < 4; ++i, ++p) {
    if (p == end) return fault::truncated;
    const int digit = hex_value(*p);
    if (digit < 0) return fault::bad_escape;
    unit = unit << 4 | static_cast<std::uint32_t>(digit);
  }
  return fault::none;
}

POLYWIRE_INLINE std::size_t write_utf8(char* out, std::uint32_t code_point) noexcept {
  const auto byte = [](std::uint32_t bits) { return static_cast<char>(bits); };
  const auto continuation = [&](unsigned shift) {
    return byte(0x80 | (code_point >> shift & 0x3f));
  };
  if (code_point < 0x80) {
    out[0] = byte(code_point);
    return 1;
  }
  if (code_point < 0x800) {
    out[0] = byte(0xc0 | code_point >> 6);
    out[1] = continuation(0);
    return 2;
  }
  if (code_point < 0x10000) {
    out[0] = byte(0xe0 | code_point >> 12);
    out[1] = continuation(6);
    out[2] = continuation(0);
    return 3;
  }
  out[0] = byte(0xf0 | code_point >> 18);
  out[1] = continuation(12);
  out[2] = continuation(6);
  out[3] = continuation(0);
  return 4;
}

/// The characters of single-letter escapes; 0 for others.
inline constexpr std::array<char, 256> letter_escapes = [] {
  std::array<char, 256> characters{};
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
  for (std::size_t i = 0; i < letters.size(); ++i) {
    characters[static_cast<std::uint8_t>(letters[i])] = meant[i];
  }
  return characters;
}();

struct escape_result {
  const std::uint8_t* next;  // nullptr: refused
  fault code;
  std::uint32_t code_point;
};

/// p is after the backslash.
POLYWIRE_OUTLINE escape_result read_escape(const std::uint8_t* p,
                                           const std::uint8_t* end) noexcept {
  const auto refuse = [](fault code) { return escape_result{nullptr, code, 0}; };
  if (p == end) return refuse(fault::truncated);
  const std::uint8_t letter = *p++;
  if (const char character = letter_escapes[letter]) {
    return {p, fault::none, static_cast<std::uint8_t>(character)};
  }
  if (letter != 'u') return refuse(fault::bad_escape);
  std::uint32_t unit = 0;
  if (const fault code = read_hex4(p, end, unit); code != fault::none) return refuse(code);
  if (unit < 0xd800 || unit >= 0xe000) return {p, fault::none, unit};
  if (unit >= 0xdc00) return refuse(fault::bad_escape);
  for (const char expected : {'\\', 'u'}) {
    if (p == end) return refuse(fault::truncated);
    if (*p++ != expected) return refuse(fault::bad_escape);
  }
  std::uint32_t low = 0;
  if (const fault code = read_hex4(p, end, low); code != fault::none) return refuse(code);
  if (low < 0xdc00 || low >= 0xe000) return refuse(fault::bad_escape);
  return {p, fault::none, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)};
}

/// Determines the error of a string from `position` on, after its opening quote; for a valid one,
/// moves past the closing quote.
POLYWIRE_COLD failure check_body(const std::uint8_t*& position, const std::uint8_t* end) noexcept {
  const std::uint8_t* p = position;
  for (;;) {
    const std::uint8_t* const run = p;
    while (p != end && !needs_escape(*p)) ++p;
    if (const std::uint8_t* const bad = first_ill_formed(run, p); bad != p) {
      if (p == end && utf8_cut_off(bad, end)) return {fault::truncated, end};
      return {fault::invalid_utf8, bad};
    }
    if (p == end) return {fault::truncated, end};
    if (*p == '"') {
      position = p + 1;
      return {};
    }
    if (*p != '\\') return {fault::syntax, p};
    const escape_result escape = read_escape(p + 1, end);
    if (escape.next == nullptr) return {escape.code, p};
    p = escape.next;
  }
}

/// Characters collected for a text, which usually gets them all at once.
class gathered_text {
 public:
  explicit gathered_text(std::string& value) noexcept : value_(value) {}

  /// Returns the position for the next characters: up to 16 bytes, or 32 of which only 16 count.
  POLYWIRE_INLINE char* reserve(char* out) {
    return POLYWIRE_LIKELY(out <= piece_ + sizeof piece_ - 32) ? out : spill(out);
  }
  POLYWIRE_INLINE char* begin() noexcept { return piece_; }
  POLYWIRE_INLINE void note_high(std::uint32_t lanes) noexcept { high_ |= lanes; }

  /// Stores the result; returns false if it is not UTF-8.
  POLYWIRE_INLINE bool finish(char* out) {
    check(out);
    const auto size = static_cast<std::size_t>(out - piece_);
    if (POLYWIRE_LIKELY(!spilt_)) {
      set_long_text(value_, reinterpret_cast<const std::uint8_t*>(piece_), size);
    } else {
      value_.append(piece_, size);
    }
    return utf8_.valid();
  }

 private:
  POLYWIRE_INLINE void check(const char* out) noexcept {
    if (POLYWIRE_LIKELY(high_ == 0 && utf8_.valid())) return;
    utf8_.add(reinterpret_cast<const std::uint8_t*>(piece_),
              reinterpret_cast<const std::uint8_t*>(out));
    high_ = 0;
  }

  POLYWIRE_OUTLINE char* spill(char* out) {
    check(out);
    if (!spilt_) value_.clear();
    spilt_ = true;
    value_.append(piece_, static_cast<std::size_t>(out - piece_));
    return piece_;
  }

  std::string& value_;
  std::uint32_t high_ = 0;
  bool spilt_ = false;
  utf8_pieces utf8_;
  char piece_[512];
};

/// Escapes produce well-formed text and continue no sequence, so a text is well-formed if and only
/// if the parts between its escapes are.
POLYWIRE_OUTLINE const std::uint8_t* read_any_body(const std::uint8_t* p, const std::uint8_t* end,
                                                   std::string& value) {
  gathered_text text(value);
  char* out = text.begin();
  for (;;) {
    out = text.reserve(out);
    if (POLYWIRE_LIKELY(end - p >= 16)) {
      const block16 block = block16::load(p);
      block.store(out);
      const std::uint32_t stops = escape_lanes(block);
      const int plain = stops != 0 ? std::countr_zero(stops) : 16;
      text.note_high(block.high_bits() & first_lanes(static_cast<std::size_t>(plain)));
      p += plain;
      out += plain;
      if (stops == 0) continue;
    } else {
      for (; p != end && !needs_escape(*p); ++p) {
        text.note_high(*p & 0x80);
        *out++ = static_cast<char>(*p);
      }
      if (p == end) return nullptr;
    }
    if (*p == '"') return text.finish(out) ? p + 1 : nullptr;
    if (POLYWIRE_UNLIKELY(*p != '\\' || end - p < 2)) return nullptr;
    if (const char letter = letter_escapes[p[1]]) {
      *out++ = letter;
      p += 2;
    } else {
      const escape_result escape = read_escape(p + 1, end);
      if (escape.next == nullptr) return nullptr;
      out += write_utf8(out, escape.code_point);
      p = escape.next;
    }
  }
}

}  // namespace detail

/// Reads and unescapes a string, starting after its opening quote. Returns the position after the
/// closing quote, or nullptr.
POLYWIRE_INLINE const std::uint8_t* read_json_string_body(const std::uint8_t* p,
                                                          const std::uint8_t* end,
                                                          std::string& value) {
  if (POLYWIRE_LIKELY(end - p >= 16)) {
    const block16 text = block16::load(p);
    const std::uint32_t stops = detail::string_stop_lanes(text);
    const auto n = static_cast<std::size_t>(std::countr_zero(stops));
    if (POLYWIRE_LIKELY(stops != 0 && p[n] == '"')) {
      detail::set_small_text(value, text.keep(n), n);
      return p + n + 1;
    }
  }
  return detail::read_any_body(p, end, value);
}

namespace detail {

struct string_end {
  const std::uint8_t* next;  // after the closing quote; nullptr: refused
  bool escaped;
};

/// Finds the end of a string whose opening quote is before p, if it is valid.
POLYWIRE_OUTLINE string_end find_end(const std::uint8_t* p, const std::uint8_t* end) noexcept {
  constexpr string_end refused = {nullptr, false};
  const std::uint8_t* run = p;
  std::uint32_t high = 0;
  bool escaped = false;
  for (;;) {
    if (POLYWIRE_LIKELY(end - p >= 16)) {
      const block16 block = block16::load(p);
      const std::uint32_t stops = escape_lanes(block);
      const int plain = stops != 0 ? std::countr_zero(stops) : 16;
      high |= block.high_bits() & first_lanes(static_cast<std::size_t>(plain));
      p += plain;
      if (stops == 0) continue;
    } else {
      for (; p != end && !needs_escape(*p); ++p) high |= *p & 0x80;
      if (p == end) return refused;
    }
    if (POLYWIRE_UNLIKELY(high != 0)) {
      if (!is_well_formed(run, p)) return refused;
      high = 0;
    }
    if (*p == '"') return {p + 1, escaped};
    if (POLYWIRE_UNLIKELY(*p != '\\' || end - p < 2)) return refused;
    p = letter_escapes[p[1]] != 0 ? p + 2 : read_escape(p + 1, end).next;
    if (POLYWIRE_UNLIKELY(p == nullptr)) return refused;
    run = p;
    escaped = true;
  }
}

}  // namespace detail

/// Like the above, but returns the raw characters of the input, and `escaped` if they contain
/// escapes.
POLYWIRE_INLINE const std::uint8_t* read_raw_json_string_body(const std::uint8_t* p,
                                                              const std::uint8_t* end,
                                                              std::string_view& value,
                                                              bool& escaped) {
  if (POLYWIRE_LIKELY(end - p >= 16)) {
    const std::uint32_t stops = detail::string_stop_lanes(block16::load(p));
    const auto n = static_cast<std::size_t>(std::countr_zero(stops));
    if (POLYWIRE_LIKELY(stops != 0 && p[n] == '"')) {
      value = std::string_view(detail::as_chars(p), n);
      return p + n + 1;
    }
  }
  const detail::string_end found = detail::find_end(p, end);
  if (POLYWIRE_UNLIKELY(found.next == nullptr)) return nullptr;
  value = std::string_view(detail::as_chars(p), static_cast<std::size_t>(found.next - 1 - p));
  escaped = found.escaped;
  return found.next;
}

/// Like the above, but borrows from the input if the string has no escapes, else from `scratch`.
POLYWIRE_INLINE const std::uint8_t* read_json_string_body(const std::uint8_t* p,
                                                          const std::uint8_t* end,
                                                          std::string& scratch,
                                                          std::string_view& value) {
  bool escaped = false;
  const std::uint8_t* const after = read_raw_json_string_body(p, end, value, escaped);
  if (POLYWIRE_UNLIKELY(escaped)) {
    detail::read_any_body(p, end, scratch);
    value = scratch;
  }
  return after;
}

/// Reads the whole string, including both quotes.
POLYWIRE_INLINE const std::uint8_t* read_json_string(const std::uint8_t* p, const std::uint8_t* end,
                                                     std::string& value) {
  if (POLYWIRE_UNLIKELY(p == end || *p != '"')) return nullptr;
  return read_json_string_body(p + 1, end, value);
}

POLYWIRE_INLINE const std::uint8_t* read_json_string(const std::uint8_t* p, const std::uint8_t* end,
                                                     std::string& scratch,
                                                     std::string_view& value) {
  if (POLYWIRE_UNLIKELY(p == end || *p != '"')) return nullptr;
  return read_json_string_body(p + 1, end, scratch, value);
}

POLYWIRE_INLINE const std::uint8_t* read_raw_json_string(const std::uint8_t* p,
                                                         const std::uint8_t* end,
                                                         std::string_view& value, bool& escaped) {
  if (POLYWIRE_UNLIKELY(p == end || *p != '"')) return nullptr;
  return read_raw_json_string_body(p + 1, end, value, escaped);
}

/// Validates a string.
POLYWIRE_INLINE const std::uint8_t* skip_json_string(const std::uint8_t* p,
                                                     const std::uint8_t* end) noexcept {
  if (POLYWIRE_UNLIKELY(p == end || *p != '"')) return nullptr;
  if (POLYWIRE_LIKELY(end - ++p >= 16)) {
    const std::uint32_t stops = detail::string_stop_lanes(block16::load(p));
    const auto n = static_cast<std::size_t>(std::countr_zero(stops));
    if (POLYWIRE_LIKELY(stops != 0 && p[n] == '"')) return p + n + 1;
  }
  return detail::find_end(p, end).next;
}

POLYWIRE_COLD failure explain_json_string(const std::uint8_t* p, const std::uint8_t* end) noexcept {
  if (p == end) return {fault::truncated, end};
  if (*p != '"') return {fault::wrong_kind, p};
  return detail::check_body(++p, end);
}

}  // namespace polywire::leaf
