// Entries of maps that are under construction.
//
// A map that is built anew keeps its old entries behind the new ones until it is done, so that
// their memory is used again. An iterator, `old`, stands between them.
#pragma once

#include <map>
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
    if (old == map.end()) make();
  }

  POLYWIRE_INLINE entry_place<Key, Value> place() {
    if (made_.empty()) return {key_, old_->second};
    return {made_.key(), made_.mapped()};
  }

  /// Takes the place of a new entry with an equal key.
  POLYWIRE_INLINE void put() {
    if (!made_.empty()) {
      insert(made_);
    } else if (POLYWIRE_LIKELY(old_->first == key_)) {
      ++old_;
    } else {
      rename();
    }
  }

 private:
  using node = typename entries::node_type;

  POLYWIRE_OUTLINE void make() {
    entries one;
    one.emplace();
    made_ = one.extract(one.begin());
  }

  /// Gives the old entry its new key, and drops those that would come to stand before it.
  POLYWIRE_OUTLINE void rename() {
    node entry = map_.extract(old_++);
    entry.key() = std::move(key_);
    while (old_ != map_.end() && !(entry.key() < old_->first)) old_ = map_.erase(old_);
    insert(entry);
  }

  POLYWIRE_OUTLINE void insert(node& entry) {
    const iterator place = map_.insert(old_, std::move(entry));
    if (!entry.empty()) place->second = std::move(entry.mapped());
  }

  entries& map_;
  iterator& old_;
  Key key_{};
  node made_;
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
