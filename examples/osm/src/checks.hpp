// Converts errors of codecs to failures, and checks texts.
#pragma once

#include <string>

#include "failure.hpp"
#include "polywire/bytes.hpp"
#include "polywire/error.hpp"
#include "polywire/leaves/text.hpp"

namespace osm_convert {

inline void check_decoded(polywire::error wrong, const char* what) {
  if (!wrong) return;
  refuse_damaged(std::string(what) + " is not as it must be: " + std::string(wrong.message()) +
                 ", at its byte " + std::to_string(wrong.offset));
}

inline void check_encoded(polywire::error wrong) {
  if (wrong) refuse("an entity cannot be written: " + std::string(wrong.message()));
}

/// Proto2 decoders accept any bytes as text.
inline bool is_utf8(const std::string& text) {
  return polywire::leaf::utf8_valid(polywire::as_bytes(text));
}

}  // namespace osm_convert
