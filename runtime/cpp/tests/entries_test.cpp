// A map that is rebuilt equals a new map, whatever its old contents and the order of keys.
#include <cstdint>
#include <cstdio>
#include <list>
#include <map>
#include <random>
#include <string>
#include <string_view>

#include "polywire/entry.hpp"

namespace {

using entries = std::map<std::int32_t, std::string>;

void put(entries& map, entries::iterator& old, std::int32_t key, const std::string& value) {
  polywire::new_entry<std::int32_t, std::string> entry(map, old);
  const auto place = entry.place();
  place.first = key;
  place.second = value;
  entry.put();
}

/// Builds a map of random keys, some of them repeated; returns false if it differs from `expected`.
bool rebuild(entries& map, bool is_new, std::mt19937& random, bool ascending) {
  entries expected = is_new ? entries() : map;
  auto old = polywire::old_entries(map, is_new);
  std::int32_t key = 0;
  for (auto count = random() % 8; count != 0; --count) {
    key = ascending ? key + static_cast<std::int32_t>(random() % 3)
                    : static_cast<std::int32_t>(random() % 12);
    const std::string value = "a value of some length " + std::to_string(random());
    put(map, old, key, value);
    expected[key] = value;
  }
  polywire::cut(map, old);
  return map == expected;
}

using borrowed_entries = std::map<std::string_view, std::string>;

/// The same for borrowed keys: those of the previous map are gone. `reset`: everything built so far
/// is dropped in between.
bool rebuild_borrowed(borrowed_entries& map, std::list<std::string>& texts, std::mt19937& random,
                      bool reset) {
  texts.clear();
  borrowed_entries expected;
  auto old = polywire::old_entries(map, true);
  for (auto count = random() % 8; count != 0; --count) {
    if (reset && count == 4) {
      old.restart(map);
      expected.clear();
    }
    const std::string& key =
        texts.emplace_back("a key of some length " + std::to_string(random() % 6));
    const std::string value = "a value of some length " + std::to_string(random());
    polywire::new_entry<std::string_view, std::string> entry(map, old);
    const auto place = entry.place();
    if (!place.first.empty()) return false;
    place.first = key;
    place.second = value;
    entry.put();
    expected[key] = value;
  }
  polywire::cut(map, old);
  return map == expected;
}

/// Nodes are reused, whatever their keys were.
bool keeps_borrowed_nodes() {
  borrowed_entries map{{"one", "1"}};
  const std::string* const first = &map.at("one");
  {
    auto old = polywire::old_entries(map, true);
    polywire::new_entry<std::string_view, std::string> entry(map, old);
    entry.place().first = "two";
    entry.place().second = "2";
    entry.put();
  }
  return &map.at("two") == first && map == borrowed_entries{{"two", "2"}};
}

/// Entries with equal keys stay where they are.
bool keeps_nodes() {
  entries map{{1, "one"}, {2, "two"}};
  const std::string* const first = &map.at(1);
  auto old = polywire::old_entries(map, true);
  put(map, old, 1, "uno");
  put(map, old, 2, "due");
  polywire::cut(map, old);
  return &map.at(1) == first && map == entries{{1, "uno"}, {2, "due"}};
}

}  // namespace

int main() {
  std::mt19937 random(1);
  entries map;
  for (int round = 0; round < 20000; ++round) {
    if (!rebuild(map, random() % 4 != 0, random, random() % 2 == 0)) {
      std::printf("round %d: another map\n", round);
      return 1;
    }
  }
  borrowed_entries borrowed;
  std::list<std::string> texts;
  for (int round = 0; round < 20000; ++round) {
    if (!rebuild_borrowed(borrowed, texts, random, random() % 2 == 0)) {
      std::printf("round %d: another map of borrowed keys\n", round);
      return 1;
    }
  }
  if (!keeps_nodes() || !keeps_borrowed_nodes()) {
    std::puts("nodes are not kept");
    return 1;
  }
  std::puts("entries: ok");
}
