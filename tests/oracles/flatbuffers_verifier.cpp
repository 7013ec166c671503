// Returns whether the official verifier accepts a buffer in a file, and whether the tables of its
// sorted vectors are found by their keys. `generated.h` is made for one type: `root`.
#include <cstdint>
#include <fstream>
#include <iterator>
#include <vector>

#include "generated.h"

template <class Vector>
bool finds_number(const Vector* tables) {
  if (tables == nullptr) return true;
  for (const auto* table : *tables) {
    if (tables->LookupByKey(table->number()) != table) return false;
  }
  return true;
}

template <class Vector>
bool finds_name(const Vector* tables) {
  if (tables == nullptr) return true;
  for (const auto* table : *tables) {
    if (tables->LookupByKey(table->name()->c_str()) != table) return false;
  }
  return true;
}

template <class Root>
bool finds_all(const Root& message) {
  if constexpr (requires { message.by_number(); }) {
    return finds_number(message.by_number()) && finds_name(message.by_name());
  }
  return true;
}

int main(int, char** arguments) {
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<char> contents((std::istreambuf_iterator<char>(file)), {});
  const auto* start = reinterpret_cast<const std::uint8_t*>(contents.data());
  flatbuffers::Verifier verifier(start, contents.size());
  if (!verifier.VerifyBuffer<root>(nullptr)) return 1;
  return finds_all(*flatbuffers::GetRoot<root>(start)) ? 0 : 2;
}
