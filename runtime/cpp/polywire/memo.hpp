// Output positions of data that is written once.
#pragma once

#include <cstdint>
#include <vector>

#include "polywire/bytes.hpp"
#include "polywire/leaves/memory.hpp"

namespace polywire {

/// Positions by key. The keys' bytes must live as long as the memo. A message has few distinct ones
/// and usually repeats the same, so the newest are searched first.
class memo {
 public:
  /// Returns the position stored for the key, or null.
  const std::uint64_t* find(bytes key) const noexcept {
    for (auto it = entries_.rbegin(); it != entries_.rend(); ++it) {
      if (same(it->key, key)) return &it->position;
    }
    return nullptr;
  }

  void add(bytes key, std::uint64_t position) { entries_.push_back({key, position}); }

 private:
  struct entry {
    bytes key;
    std::uint64_t position;
  };

  std::vector<entry> entries_;
};

}  // namespace polywire
