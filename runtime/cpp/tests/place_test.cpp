// Lists whose further elements are counted in the input: what they allocate, and how often elements
// move.
#include "polywire/place.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

std::size_t moves = 0;

struct element_type {
  int value = 0;
  element_type() = default;
  element_type(element_type&& other) noexcept : value(other.value) { ++moves; }
};

const std::uint8_t* start(const std::string& input) {
  return reinterpret_cast<const std::uint8_t*>(input.data());
}

const std::uint8_t* end(const std::string& input) {
  return start(input) + input.size();
}

/// Elements of three bytes.
std::string elements(std::size_t count) {
  std::string input;
  for (; count != 0; --count) input += "\"\001x";
  return input;
}

/// Appends the elements of an input that stand one after another; returns the capacity of their
/// list.
template <std::uint64_t Minimum>
std::size_t capacity_of(const std::string& input, std::size_t count) {
  std::vector<element_type> list;
  moves = 0;
  for (std::size_t index = 0; index != count; ++index) {
    const std::size_t next = (index + 1) * 3;
    polywire::element<Minimum>(list, index, start(input) + next, end(input), "\"").value = 1;
  }
  return list.capacity();
}

/// Appends elements none of which has one behind it.
std::size_t moves_of_scattered(std::size_t count) {
  const std::string other = "*";
  std::vector<element_type> list;
  moves = 0;
  for (std::size_t index = 0; index != count; ++index) {
    polywire::element<0>(list, index, start(other), end(other), "\"");
  }
  return moves;
}

template <std::uint64_t Minimum = 0>
std::size_t counted(const std::string& input) {
  return polywire::count_ahead<Minimum>(start(input), end(input), "\"");
}

int failures = 0;

void check(bool holds, const char* what) {
  if (holds) return;
  std::printf("%s\n", what);
  ++failures;
}

}  // namespace

int main() {
  const std::string thousand = elements(1000);
  check(capacity_of<0>(thousand, 1000) == 1000 && moves == 0, "room is made once");
  check(capacity_of<2>(thousand, 1000) < 2000 && moves < 2000, "elements that are too short");
  check(moves_of_scattered(100'000) < 200'000, "lists that grow one by one at least double");
  check(counted(elements(3)) == 3, "three");
  check(counted(elements(3) + "*\001x" + elements(1)) == 3, "another label ends them");
  check(counted("\"\002x") == 0, "one that is cut off");
  check(counted("\"") == 0 && counted("") == 0, "no length");
  check(counted("\"\377\377\377\377\377\377\377\377\377\001") == 0, "a length of 64 bits");
  check(counted("\"\377\377\377\377\377\377\377\377\377\377\377") == 0, "no varint");
  check(counted<2>("\"\002xx\"\001x\"\002xx") == 1, "one that is too short ends them");
  if (failures == 0) std::printf("ok\n");
  return failures == 0 ? 0 : 1;
}
