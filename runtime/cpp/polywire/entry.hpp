// Entries of maps that are under construction.
//
// A map that is built anew keeps its old entries behind the new ones until it is done, so that
// their memory is used again. An iterator, `old`, stands between them.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "polywire/leaves/memory.hpp"

namespace polywire {

/// Key and value of an entry under construction.
template <class Key, class Value>
struct entry_place {
  Key& first;
  Value& second;
};

/// A new entry of a map, whose value is built in an old one as long as there are some.
template <class Key, class Value>
class new_entry {
 public:
  using entries = std::map<Key, Value>;
  using iterator = typename entries::iterator;

  POLYWIRE_INLINE new_entry(entries& map, iterator& old) : map_(map), old_(old) {
    if (old == map.end()) made_.emplace();
  }

  POLYWIRE_INLINE entry_place<Key, Value> place() noexcept {
    return {key_, made_.has_value() ? *made_ : old_->second};
  }

  /// Takes the place of a new entry with an equal key.
  POLYWIRE_INLINE void put() {
    if (made_.has_value()) {
      map_.insert_or_assign(map_.end(), std::move(key_), std::move(*made_));
    } else if (POLYWIRE_LIKELY(old_->first == key_)) {
      ++old_;
    } else {
      rename();
    }
  }

 private:
  /// Gives the old entry its new key, and drops those that would come to stand before it.
  POLYWIRE_OUTLINE void rename() {
    auto node = map_.extract(old_++);
    node.key() = std::move(key_);
    while (old_ != map_.end() && !(node.key() < old_->first)) old_ = map_.erase(old_);
    const iterator place = map_.insert(old_, std::move(node));
    if (!node.empty()) place->second = std::move(node.mapped());
  }

  entries& map_;
  iterator& old_;
  Key key_{};
  std::optional<Value> made_;
};

/// Where the old entries begin of a map that is built anew, or goes on being built.
template <class Map>
POLYWIRE_INLINE typename Map::iterator old_entries(Map& map, bool fresh) noexcept {
  return fresh ? map.begin() : map.end();
}

/// Drops the old entries.
template <class Map>
POLYWIRE_INLINE void cut(Map& map, typename Map::iterator old) {
  if (POLYWIRE_UNLIKELY(old != map.end())) map.erase(old, map.end());
}

}  // namespace polywire
