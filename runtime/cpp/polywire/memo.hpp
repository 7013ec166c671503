// Positions by key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "polywire/bytes.hpp"
#include "polywire/leaves/memory.hpp"

namespace polywire {

/// Positions by key. The keys' bytes must live as long as the memo. A message usually has few
/// distinct ones and repeats the same, so the newest are searched first; many are in a tree.
class memo {
 public:
  /// Returns the position stored for the key, or null.
  const std::uint64_t* find(bytes key) const noexcept {
    if (!many_.empty()) {
      const auto found = many_.find(text(key));
      return found == many_.end() ? nullptr : &found->second;
    }
    for (auto it = few_.rbegin(); it != few_.rend(); ++it) {
      if (same(it->key, key)) return &it->position;
    }
    return nullptr;
  }

  /// Stores the position for a key, which has none yet.
  void add(bytes key, std::uint64_t position) {
    if (few_.size() < most_few) {
      few_.push_back({key, position});
      return;
    }
    if (many_.empty()) {
      for (const entry& it : few_) many_.emplace(text(it.key), it.position);
    }
    many_.emplace(text(key), position);
  }

 private:
  struct entry {
    bytes key;
    std::uint64_t position;
  };

  static constexpr std::size_t most_few = 16;

  static std::string_view text(bytes key) noexcept {
    return {reinterpret_cast<const char*>(key.data()), key.size()};
  }

  std::vector<entry> few_;
  // All entries, if there are more than a few.
  std::map<std::string_view, std::uint64_t> many_;
};

}  // namespace polywire
