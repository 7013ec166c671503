// Bounds on the work and the memory that one message may cause, and what the caller chose.
#pragma once

#include <cstdint>

namespace polywire {

struct limits {
  /// Levels of nested values.
  std::uint32_t depth = 100;
  /// Bytes of memory or work beyond what the input's own size pays for.
  std::uint64_t budget = std::uint64_t{64} << 20;
  /// Members that the schema does not know are skipped instead of refused.
  bool ignore_unknown = false;
  /// What values keep though the schema does not know it is written for people, in formats that
  /// have no names for it.
  bool write_unknown = false;
};

}  // namespace polywire
