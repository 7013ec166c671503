// Runs of bytes of a set.
//
// Design: docs/decisions/0114-runs-of-bytes.md
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "block16.hpp"
#include "memory.hpp"

namespace polywire::leaf {

/// A bit for each byte: that of byte 0 is the lowest of the first word.
struct byte_set {
  std::uint64_t words[4];

  constexpr bool contains(std::size_t byte) const noexcept {
    return (words[byte / 64] >> (byte % 64) & 1) != 0;
  }
};

namespace detail {

struct byte_range {
  std::uint8_t first = 0;
  std::uint8_t last = 0;
};

/// The ranges of bytes that a set has, or of those that it does not have.
struct byte_ranges {
  std::size_t count = 0;
  std::array<byte_range, 128> all{};
};

constexpr byte_ranges ranges_of(byte_set set, bool inside) noexcept {
  byte_ranges found;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    if (set.contains(byte) != inside) continue;
    const bool begins = byte == 0 || set.contains(byte - 1) != inside;
    if (begins) found.all[found.count++].first = static_cast<std::uint8_t>(byte);
    found.all[found.count - 1].last = static_cast<std::uint8_t>(byte);
  }
  return found;
}

template <byte_set Set>
struct byte_classes {
  static constexpr byte_ranges inside = ranges_of(Set, true);
  static constexpr byte_ranges outside = ranges_of(Set, false);
  static constexpr bool tests_inside = inside.count < outside.count;
  static constexpr byte_ranges tested = tests_inside ? inside : outside;

  static constexpr std::array<bool, 256> table = [] {
    std::array<bool, 256> made{};
    for (std::size_t byte = 0; byte < 256; ++byte) made[byte] = Set.contains(byte);
    return made;
  }();

#if POLYWIRE_SHUFFLES
  static constexpr bool has_test = true;

  POLYWIRE_INLINE static std::uint32_t others(block16 text) noexcept {
    return text.others(halves.low, halves.high).high_bits();
  }

 private:
  struct rows {
    std::uint8_t low[16];
    std::uint8_t high[16];
  };

  static constexpr rows halves = [] {
    rows made{};
    for (std::size_t byte = 0; byte < 256; ++byte) {
      std::uint8_t* const row = byte < 128 ? made.low : made.high;
      if (Set.contains(byte)) {
        row[byte % 16] = static_cast<std::uint8_t>(row[byte % 16] | 1 << (byte / 16 % 8));
      }
    }
    return made;
  }();
#elif POLYWIRE_SSE2
  /// With more ranges, the table is as fast.
  static constexpr bool has_test = tested.count <= 8;

  /// Returns a bit for each lane with a byte that is not in the set.
  POLYWIRE_INLINE static std::uint32_t others(block16 text) noexcept {
    const std::uint32_t found = within(text, std::make_index_sequence<tested.count>());
    return tests_inside ? found ^ first_lanes(16) : found;
  }

 private:
  template <std::size_t... Indices>
  POLYWIRE_INLINE static std::uint32_t within(block16 text,
                                              std::index_sequence<Indices...>) noexcept {
    return (text.within(tested.all[Indices].first, tested.all[Indices].last) | ... |
            block16::none())
        .high_bits();
  }
#endif
};

}  // namespace detail

/// Returns the position of the first byte that is not in the set of these words, or `end`.
template <std::uint64_t... Words>
POLYWIRE_INLINE const std::uint8_t* skip_while(const std::uint8_t* p,
                                               const std::uint8_t* end) noexcept {
  using classes = detail::byte_classes<byte_set{{Words...}}>;
#if POLYWIRE_SSE2
  if constexpr (classes::has_test) {
    for (; end - p >= 16; p += 16) {
      const std::uint32_t others = classes::others(block16::load(p));
      if (others != 0) return p + std::countr_zero(others);
    }
  }
#endif
  while (p != end && classes::table[*p]) ++p;
  return p;
}

}  // namespace polywire::leaf
