// Limits on the work and memory that one message may cause, and settings of the caller.
#pragma once

#include <cstdint>

namespace polywire {

struct limits {
  /// The maximum nesting of values.
  std::uint32_t depth = 100;
  /// Bytes of memory or work beyond those in proportion to the input.
  std::uint64_t budget = std::uint64_t{64} << 20;
  /// Unknown members are skipped instead of refused.
  bool ignore_unknown = false;
  /// Unknown fields are shown to people, in formats that have no names for them.
  bool write_unknown = false;
};

/// Adds to a budget; the sum is limited to the largest number.
constexpr void credit(std::uint64_t& budget, std::uint64_t amount) noexcept {
  const std::uint64_t sum = budget + amount;
  budget = sum < budget ? ~std::uint64_t{0} : sum;
}

}  // namespace polywire
