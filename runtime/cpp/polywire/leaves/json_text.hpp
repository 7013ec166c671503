// JSON strings (RFC 8259, section 7). The *_body variants serve callers that write or expect the
// opening quote together with what stands before it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>

#include "block16.hpp"
#include "fault.hpp"
#include "memory.hpp"
#include "text.hpp"

namespace polywire::leaf {

/// Room write_json_string() needs for a text of n bytes: every byte may become \u00XX.
POLYWIRE_INLINE constexpr std::size_t json_string_room(std::size_t n) noexcept {
  return 6 * n + 2 + text_slack;
}

namespace detail {

POLYWIRE_INLINE bool needs_escape(std::uint8_t c) noexcept {
  return c < 0x20 || c == '"' || c == '\\';
}

/// The letter of a two-character escape, or 0.
POLYWIRE_INLINE std::uint8_t short_escape(std::uint8_t c) noexcept {
  switch (c) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\t': return 't';
    case '\n': return 'n';
    case '\f': return 'f';
    case '\r': return 'r';
    default: return 0;
  }
}

POLYWIRE_INLINE std::uint32_t escape_lanes(block16 text) noexcept {
  return (text.equal('"') | text.equal('\\') | text.control()).high_bits();
}

POLYWIRE_INLINE std::uint8_t* write_escaped_byte(std::uint8_t* out, std::uint8_t c) noexcept {
  constexpr char hex[] = "0123456789abcdef";
  *out++ = '\\';
  if (const std::uint8_t letter = short_escape(c)) {
    *out++ = letter;
    return out;
  }
  out = write_literal(out, "u00");
  *out++ = static_cast<std::uint8_t>(hex[c >> 4]);
  *out++ = static_cast<std::uint8_t>(hex[c & 15]);
  return out;
}

POLYWIRE_OUTLINE std::uint8_t* write_any_body(std::uint8_t* out, const std::uint8_t* p,
                                              std::size_t n) noexcept {
  const std::uint8_t* const end = p + n;
  while (end - p >= 16) {
    const block16 text = block16::load(p);
    text.store(out);
    const std::uint32_t escapes = escape_lanes(text);
    if (escapes == 0) {
      p += 16;
      out += 16;
      continue;
    }
    const int plain = std::countr_zero(escapes);
    p += plain;
    out = write_escaped_byte(out + plain, *p++);
  }
  for (; p != end; ++p) {
    if (needs_escape(*p)) {
      out = write_escaped_byte(out, *p);
    } else {
      *out++ = *p;
    }
  }
  return out;
}

}  // namespace detail

/// Writes the escaped text and the closing quote: the two-character escapes where there is one,
/// else \u00xx; everything from U+0020 on stays as it is. Needs json_string_room(size) bytes. The
/// text must be UTF-8.
template <class Text>
POLYWIRE_INLINE std::uint8_t* write_json_string_body(std::uint8_t* out, const Text& text) noexcept {
  const std::size_t n = text.size();
  if (POLYWIRE_LIKELY(n <= 16)) {
    const block16 bytes = detail::leading_block(text, n);
    if (POLYWIRE_LIKELY((detail::escape_lanes(bytes) & first_lanes(n)) == 0)) {
      bytes.store(out);
      out[n] = '"';
      return out + n + 1;
    }
  }
  out = detail::write_any_body(out, reinterpret_cast<const std::uint8_t*>(text.data()), n);
  *out = '"';
  return out + 1;
}

/// The whole string, both quotes included.
template <class Text>
POLYWIRE_INLINE std::uint8_t* write_json_string(std::uint8_t* out, const Text& text) noexcept {
  *out = '"';
  return write_json_string_body(out + 1, text);
}

/// Exactly how many bytes write_json_string() produces.
POLYWIRE_INLINE std::size_t json_string_size(std::string_view text) noexcept {
  std::size_t size = text.size() + 2;
  for (const char c : text) {
    const auto byte = static_cast<std::uint8_t>(c);
    if (detail::needs_escape(byte)) size += detail::short_escape(byte) != 0 ? 1u : 5u;
  }
  return size;
}

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
  switch (letter) {
    case '"':
    case '\\':
    case '/': return {p, fault::none, letter};
    case 'b': return {p, fault::none, '\b'};
    case 'f': return {p, fault::none, '\f'};
    case 'n': return {p, fault::none, '\n'};
    case 'r': return {p, fault::none, '\r'};
    case 't': return {p, fault::none, '\t'};
    case 'u': break;
    default: return refuse(fault::bad_escape);
  }
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

/// Walks a string from after its opening quote to after its closing one. `run(begin, end)` is
/// called for stretches of the input that stand for themselves, `code_point(c)` for each escape.
template <class Run, class CodePoint>
POLYWIRE_INLINE failure walk_body(const std::uint8_t*& position, const std::uint8_t* end, Run run,
                                  CodePoint code_point) {
  const std::uint8_t* p = position;
  const std::uint8_t* run_start = p;
  bool ascii = true;
  const auto close_run = [&]() -> const std::uint8_t* {
    const std::uint8_t* const bad = ascii ? p : skip_utf8(run_start, p);
    if (bad == p) run(run_start, p);
    return bad;
  };
  for (;;) {
    while (end - p >= 16) {
      const block16 text = block16::load(p);
      const std::uint32_t stops = (text.equal('"') | text.equal('\\') | text.control()).high_bits();
      const int plain = stops != 0 ? std::countr_zero(stops) : 16;
      ascii &= (text.high_bits() & first_lanes(static_cast<std::size_t>(plain))) == 0;
      p += plain;
      if (stops != 0) break;
    }
    while (p != end && !needs_escape(*p)) ascii &= *p++ < 0x80;
    if (const std::uint8_t* const bad = close_run(); bad != p) {
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
    code_point(escape.code_point);
    p = run_start = escape.next;
    ascii = true;
  }
}

/// Moves `position` past the closing quote.
POLYWIRE_OUTLINE failure unescape_body(const std::uint8_t*& position, const std::uint8_t* end,
                                       std::string& value) {
  value.clear();
  return walk_body(
      position, end,
      [&value](const std::uint8_t* from, const std::uint8_t* to) {
        value.append(as_chars(from), static_cast<std::size_t>(to - from));
      },
      [&value](std::uint32_t c) {
        char bytes[4];
        value.append(bytes, write_utf8(bytes, c));
      });
}

POLYWIRE_INLINE const std::uint8_t* read_any_body(const std::uint8_t* p, const std::uint8_t* end,
                                                  std::string& value) {
  return unescape_body(p, end, value) ? nullptr : p;
}

}  // namespace detail

/// Reads and unescapes a string from after its opening quote. Returns the position after the
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

POLYWIRE_OUTLINE string_end find_end(const std::uint8_t* p, const std::uint8_t* end) {
  bool escaped = false;
  const failure refused = walk_body(
      p, end, [](const std::uint8_t*, const std::uint8_t*) {},
      [&escaped](std::uint32_t) { escaped = true; });
  return {refused ? nullptr : p, escaped};
}

}  // namespace detail

/// As above, but the characters as they stand in the input; `escaped` if they have escapes.
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

/// As above, but refers to the input when the string has no escapes, else to `scratch`.
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

/// The whole string, both quotes included.
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

namespace detail {

POLYWIRE_INLINE failure check_body(const std::uint8_t*& p, const std::uint8_t* end) noexcept {
  return walk_body(
      p, end, [](const std::uint8_t*, const std::uint8_t*) {}, [](std::uint32_t) {});
}

}  // namespace detail

/// Reads a string for its validity alone.
POLYWIRE_OUTLINE const std::uint8_t* skip_json_string(const std::uint8_t* p,
                                                      const std::uint8_t* end) noexcept {
  if (p == end || *p++ != '"') return nullptr;
  return detail::check_body(p, end) ? nullptr : p;
}

POLYWIRE_COLD failure explain_json_string(const std::uint8_t* p, const std::uint8_t* end) noexcept {
  if (p == end) return {fault::truncated, end};
  if (*p != '"') return {fault::wrong_kind, p};
  return detail::check_body(++p, end);
}

}  // namespace polywire::leaf
