#pragma once

#include <cstdint>
#include <vector>

/// Returns a Cap'n Proto message of a struct whose only pointer points to itself.
inline std::vector<std::uint8_t> self_pointing() {
  std::vector<std::uint8_t> message(8 * 3);
  message[4] = 2;
  message[14] = 1;     // the root: one pointer
  message[16] = 0xfc;  // pointing to itself
  message[17] = message[18] = message[19] = 0xff;
  message[22] = 1;
  return message;
}
