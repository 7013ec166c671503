// Writes JSON strings (RFC 8259, section 7). The *_body variants are for callers that write the
// opening quote together with the text before it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "block16.hpp"
#include "json_escapes.hpp"
#include "memory.hpp"
#include "text.hpp"

namespace polywire::leaf {

/// Returns the bytes that write_json_string() requires for a text of n bytes: every byte may become
/// \u00XX.
POLYWIRE_INLINE constexpr std::size_t json_string_size_bound(std::size_t n) noexcept {
  return 6 * n + 2 + text_slack;
}

namespace detail {

/// Returns the letter of a two-character escape, or 0.
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
  if (n >= 16 && n <= 32) {
    const block16 first = block16::load(p);
    const block16 last = block16::load(end - 16);
    if (POLYWIRE_LIKELY((escape_lanes(first) | escape_lanes(last)) == 0)) {
      first.store(out);
      last.store(out + n - 16);
      return out + n;
    }
  }
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

/// Writes the escaped text and the closing quote, with two-character escapes where available, else
/// \u00xx; everything from U+0020 on is unchanged. Requires json_string_size_bound(size) bytes. The
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

/// Writes the whole string, including both quotes.
template <class Text>
POLYWIRE_INLINE std::uint8_t* write_json_string(std::uint8_t* out, const Text& text) noexcept {
  *out = '"';
  return write_json_string_body(out + 1, text);
}

/// Returns the exact number of bytes that write_json_string() produces.
POLYWIRE_INLINE std::size_t json_string_size(std::string_view text) noexcept {
  std::size_t size = text.size() + 2;
  for (const char c : text) {
    const auto byte = static_cast<std::uint8_t>(c);
    if (detail::needs_escape(byte)) size += detail::short_escape(byte) != 0 ? 1u : 5u;
  }
  return size;
}

}  // namespace polywire::leaf
