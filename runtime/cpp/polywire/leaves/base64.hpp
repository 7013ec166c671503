// Base64 (RFC 4648) in JSON strings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fault.hpp"
#include "json_text_read.hpp"
#include "memory.hpp"

namespace polywire::leaf {

/// Returns the exact number of bytes that write_json_base64() produces for n bytes, including
/// quotes.
POLYWIRE_INLINE constexpr std::size_t json_base64_size(std::size_t n) noexcept {
  return (n + 2) / 3 * 4 + 2;
}

namespace detail {

inline constexpr char base64_alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The value of each character of either alphabet; 0xff for others.
inline constexpr auto base64_values = [] {
  std::array<std::uint8_t, 256> values;
  values.fill(0xff);
  for (std::uint8_t i = 0; i < 64; ++i) values[static_cast<std::uint8_t>(base64_alphabet[i])] = i;
  values['-'] = 62;
  values['_'] = 63;
  return values;
}();

/// Decodes a base64 text; returns false if it is invalid. Padding is optional, but must be correct
/// if present; unused bits of the final group are ignored.
template <class Bytes>
POLYWIRE_INLINE bool decode_base64(std::string_view text, Bytes& bytes) {
  std::size_t n = text.size();
  if (n != 0 && n % 4 == 0 && text[n - 1] == '=') n -= text[n - 2] == '=' ? 2u : 1u;
  if (n % 4 == 1) return false;
  bytes.resize(n / 4 * 3 + (n % 4 == 0 ? 0 : n % 4 - 1));
  auto* out = reinterpret_cast<std::uint8_t*>(bytes.data());
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint8_t value = base64_values[static_cast<std::uint8_t>(text[i])];
    if (value == 0xff) return false;
    group = group << 6 | value;
    if (i % 4 == 0) continue;
    *out++ = static_cast<std::uint8_t>(group >> (6 - 2 * (i % 4)));
  }
  return true;
}

}  // namespace detail

/// Writes n bytes as a JSON string of base64 with padding. Requires json_base64_size(n) bytes.
POLYWIRE_OUTLINE std::uint8_t* write_json_base64(std::uint8_t* out, const std::uint8_t* p,
                                                 std::size_t n) noexcept {
  const auto put = [&out](std::uint32_t group, unsigned shift) {
    *out++ = static_cast<std::uint8_t>(detail::base64_alphabet[group >> shift & 63]);
  };
  *out++ = '"';
  for (; n >= 3; p += 3, n -= 3) {
    const std::uint32_t group = std::uint32_t{p[0]} << 16 | std::uint32_t{p[1]} << 8 | p[2];
    for (const unsigned shift : {18u, 12u, 6u, 0u}) put(group, shift);
  }
  if (n != 0) {
    const std::uint32_t group = std::uint32_t{p[0]} << 16 | (n == 2 ? std::uint32_t{p[1]} << 8 : 0);
    put(group, 18);
    put(group, 12);
    if (n == 2) put(group, 6);
    for (; n < 3; ++n) *out++ = '=';
  }
  *out++ = '"';
  return out;
}

/// Reads a JSON string of base64 in either alphabet (RFC 4648, sections 4 and 5) into a resizable
/// container of bytes. Returns the position after the string, or nullptr.
template <class Bytes>
POLYWIRE_INLINE const std::uint8_t* read_json_base64(const std::uint8_t* p, const std::uint8_t* end,
                                                     Bytes& bytes) {
  std::string scratch;
  std::string_view text;
  const std::uint8_t* const after = read_json_string(p, end, scratch, text);
  return after != nullptr && detail::decode_base64(text, bytes) ? after : nullptr;
}

POLYWIRE_COLD failure explain_json_base64(const std::uint8_t* p, const std::uint8_t* end) {
  if (const failure refused = explain_json_string(p, end)) return refused;
  std::string bytes;
  return read_json_base64(p, end, bytes) ? failure{} : failure{fault::syntax, p};
}

}  // namespace polywire::leaf
