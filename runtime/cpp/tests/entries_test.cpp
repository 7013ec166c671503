// A map that is built anew holds what a new map would, whatever was in it and in whatever order the
// keys come.
#include <cstdint>
#include <cstdio>
#include <map>
#include <random>
#include <string>

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

/// Builds a map of random keys, some of which come again; false if it differs from `expected`.
bool rebuild(entries& map, bool fresh, std::mt19937& random, bool ascending) {
  entries expected = fresh ? entries() : map;
  auto old = polywire::old_entries(map, fresh);
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

/// Entries of equal keys stay where they are.
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
  if (!keeps_nodes()) {
    std::puts("nodes are not kept");
    return 1;
  }
  std::puts("entries: ok");
}
