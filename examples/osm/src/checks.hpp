// Errors of codecs become failures.
#pragma once

#include <string>

#include "failure.hpp"
#include "polywire/error.hpp"

namespace osm_convert {

inline void check_decoded(polywire::error wrong, const char* what) {
  if (!wrong) return;
  refuse_damaged(std::string(what) + " is not as it must be: " + std::string(wrong.message()) +
                 ", at its byte " + std::to_string(wrong.offset));
}

inline void check_encoded(polywire::error wrong) {
  if (wrong) refuse("an entity cannot be written: " + std::string(wrong.message()));
}

}  // namespace osm_convert
