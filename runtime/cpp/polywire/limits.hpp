// Bounds on the work and the memory that one message may cause.
#pragma once

#include <cstdint>

namespace polywire {

struct limits {
  /// Levels of nested values.
  std::uint32_t depth = 100;
  /// Bytes of memory or work beyond what the input's own size pays for.
  std::uint64_t budget = std::uint64_t{64} << 20;
};

}  // namespace polywire
