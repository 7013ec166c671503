// Bounds on the work and the memory that one message may cause, and settings of the caller.
#pragma once

#include <cstdint>

namespace polywire {

struct limits {
  /// Levels of nested values.
  std::uint32_t depth = 100;
  /// Bytes of memory or work beyond those paid for by the input's own size.
  std::uint64_t budget = std::uint64_t{64} << 20;
  /// Members that the schema does not know are skipped instead of refused.
  bool ignore_unknown = false;
  /// Unknown fields are written for people, in formats that have no names for them.
  bool write_unknown = false;
};

/// Adds to a budget, up to the largest number.
constexpr void credit(std::uint64_t& budget, std::uint64_t amount) noexcept {
  const std::uint64_t sum = budget + amount;
  budget = sum < budget ? ~std::uint64_t{0} : sum;
}

}  // namespace polywire
