// JSON's smaller tokens, and all of its leaves together.
#pragma once

#include <cstdint>

#include "base64.hpp"
#include "decimal.hpp"
#include "fault.hpp"
#include "json_number_read.hpp"
#include "json_number_write.hpp"
#include "json_space.hpp"
#include "json_text_read.hpp"
#include "json_text_write.hpp"
#include "memory.hpp"

namespace polywire::leaf {

/// Reads `true` or `false`. Returns the position after it, or nullptr.
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
