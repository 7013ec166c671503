// Map entries under construction.
//
// A map that is rebuilt keeps its old entries after the new ones until it is finished, so that
// their memory is reused. The iterator `old` separates them. Old keys that borrow texts must not be
// read, so such entries are stored separately, as spare ones.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "polywire/leaves/memory.hpp"

namespace polywire {

/// Key and value of an entry under construction.
template <class Key, class Value>
struct entry_place {
  Key& first;
  Value& second;
};

/// Returns a node of a map, made without the map.
template <class Map>
POLYWIRE_OUTLINE typename Map::node_type new_node() {
  Map one;
  one.emplace();
  return one.extract(one.begin());
}

/// A new entry of a map, which reuses the value of an old one while there are any.
template <class Key, class Value>
class new_entry {
 public:
  using entries = std::map<Key, Value>;
  using iterator = typename entries::iterator;

  POLYWIRE_INLINE new_entry(entries& map, iterator& old) : map_(map), old_(old) {
    if (old == map.end()) made_ = new_node<entries>();
  }

  POLYWIRE_INLINE entry_place<Key, Value> place() {
    if (made_.empty()) return {key_, old_->second};
    return {made_.key(), made_.mapped()};
  }

  /// Replaces an entry with an equal key.
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

  /// Gives the old entry its new key, and drops old entries that would precede it.
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

/// Entries of a map that is rebuilt, with spare nodes to reuse.
template <class Value>
class spare_entries {
 public:
  using entries = std::map<std::string_view, Value>;

  spare_entries(entries& map, bool is_new) noexcept {
    if (is_new) entries_.swap(map);
  }

  /// Marks all entries as old.
  void restart(entries& map) noexcept {
    entries_.clear();
    entries_.swap(map);
  }

  /// Returns a node with an empty key.
  POLYWIRE_INLINE typename entries::node_type take() {
    if (POLYWIRE_UNLIKELY(entries_.empty())) return new_node<entries>();
    auto node = entries_.extract(entries_.begin());
    node.key() = {};
    return node;
  }

 private:
  entries entries_;
};

template <class Value>
class new_entry<std::string_view, Value> {
 public:
  using entries = std::map<std::string_view, Value>;

  POLYWIRE_INLINE new_entry(entries& map, spare_entries<Value>& old)
      : map_(map), node_(old.take()) {}

  POLYWIRE_INLINE entry_place<std::string_view, Value> place() {
    return {node_.key(), node_.mapped()};
  }

  /// Replaces an entry with an equal key.
  POLYWIRE_INLINE void put() {
    const auto place = map_.insert(map_.end(), std::move(node_));
    if (POLYWIRE_UNLIKELY(!node_.empty())) place->second = std::move(node_.mapped());
  }

 private:
  entries& map_;
  typename entries::node_type node_;
};

/// The place of the value of a set's entry, which has no bytes.
using no_value = std::array<std::uint8_t, 0>;

/// An element of a set, as an entry that is read.
template <class Key>
struct set_element {
  // NOLINTNEXTLINE(google-explicit-constructor): the elements that a loop visits.
  set_element(const Key& key) noexcept : first(key) {}

  const Key& first;
  no_value second{};
};

/// A new element of a set.
template <class Key>
class new_set_element {
 public:
  POLYWIRE_INLINE new_set_element(std::set<Key>& set, typename std::set<Key>::iterator /*old*/)
      : set_(set) {}

  POLYWIRE_INLINE entry_place<Key, no_value> place() { return {key_, value_}; }

  POLYWIRE_INLINE void put() { set_.insert(set_.end(), std::move(key_)); }

 private:
  std::set<Key>& set_;
  Key key_{};
  no_value value_{};
};

template <class Key>
class new_entry<Key, no_value> : public new_set_element<Key> {
 public:
  using new_set_element<Key>::new_set_element;
};

template <>
class new_entry<std::string_view, no_value> : public new_set_element<std::string_view> {
 public:
  using new_set_element<std::string_view>::new_set_element;
};

/// Returns the start of the old entries of a map that is rebuilt or extended.
template <class Map>
POLYWIRE_INLINE typename Map::iterator old_entries(Map& map, bool is_new) noexcept {
  return is_new ? map.begin() : map.end();
}

template <class Value>
POLYWIRE_INLINE spare_entries<Value> old_entries(std::map<std::string_view, Value>& map,
                                                 bool is_new) noexcept {
  return {map, is_new};
}

/// A set that is rebuilt is empty first.
template <class Key>
POLYWIRE_INLINE typename std::set<Key>::iterator old_entries(std::set<Key>& set,
                                                             bool is_new) noexcept {
  if (is_new) set.clear();
  return set.end();
}

/// Drops the old entries.
template <class Map>
POLYWIRE_INLINE void cut(Map& map, typename Map::iterator old) {
  if (POLYWIRE_UNLIKELY(old != map.end())) map.erase(old, map.end());
}

/// Drops spare entries at the end.
template <class Value>
POLYWIRE_INLINE void cut(std::map<std::string_view, Value>&, const spare_entries<Value>&) noexcept {
}

}  // namespace polywire
