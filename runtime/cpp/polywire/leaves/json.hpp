// JSON's smaller tokens, and all of its leaves together.
#pragma once

#include <bit>
#include <cstdint>

#include "base64.hpp"
#include "block16.hpp"
#include "decimal.hpp"
#include "fault.hpp"
#include "json_number_read.hpp"
#include "json_number_write.hpp"
#include "json_text_read.hpp"
#include "json_text_write.hpp"
#include "memory.hpp"

namespace polywire::leaf {

namespace detail {

POLYWIRE_OUTLINE const std::uint8_t* skip_json_space(const std::uint8_t* p,
                                                     const std::uint8_t* end) noexcept {
  for (; end - p >= 16; p += 16) {
    const block16 text = block16::load(p);
    const block16 space = text.equal(' ') | text.equal('\n') | text.equal('\r') | text.equal('\t');
    const int count = std::countr_one(space.high_bits());
    if (count < 16) return p + count;
  }
  while (p != end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')) ++p;
  return p;
}

}  // namespace detail

/// Position of the first byte that is no white space, or `end`.
POLYWIRE_INLINE const std::uint8_t* read_json_space(const std::uint8_t* p,
                                                    const std::uint8_t* end) noexcept {
  if (POLYWIRE_LIKELY(p != end && *p > ' ')) return p;
  // One space, as behind colons.
  if (end - p >= 2 && *p == ' ' && p[1] > ' ') return p + 1;
  return detail::skip_json_space(p, end);
}

/// `true` or `false`. Returns the position after it, or nullptr.
POLYWIRE_INLINE const std::uint8_t* read_json_bool(const std::uint8_t* p, const std::uint8_t* end,
                                                   bool& value) noexcept {
  if (starts_with(p, end, "true")) {
    value = true;
    return p + 4;
  }
  if (starts_with(p, end, "false")) {
    value = false;
    return p + 5;
  }
  return nullptr;
}

POLYWIRE_COLD failure explain_json_bool(const std::uint8_t* p, const std::uint8_t* end) noexcept {
  for (const char* const word : {"true", "false"}) {
    const std::uint8_t* at = p;
    const char* expected = word;
    while (at != end && *expected != 0 && *at == static_cast<std::uint8_t>(*expected)) {
      ++at;
      ++expected;
    }
    if (*expected == 0) return {};
    if (at == end) return {fault::truncated, end};
  }
  return {fault::wrong_kind, p};
}

}  // namespace polywire::leaf
