// Arenas keep their contents until they are cleared, and their memory after that.
#include "polywire/arena.hpp"

#include <cstdint>
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "polywire/context.hpp"

namespace {

using polywire::arena;
using polywire::bytes;

/// Copies and buffers keep their contents independently.
bool keeps(arena& memory, std::mt19937& random) {
  std::vector<std::pair<bytes, std::string>> kept;
  std::vector<std::pair<polywire::buffer*, std::string>> lent;
  for (int round = 0; round < 50; ++round) {
    const std::string text(random() % 100, static_cast<char>('a' + round % 26));
    kept.emplace_back(memory.keep(polywire::as_bytes(text)), text);
    if (round % 10 != 0) continue;
    polywire::buffer& buffer = memory.scratch();
    if (buffer.size() != 0) return false;
    std::uint8_t* const out = buffer.start(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) out[i] = static_cast<std::uint8_t>(text[i]);
    buffer.finish(out + text.size());
    lent.emplace_back(&buffer, text);
  }
  for (const auto& [copy, text] : kept) {
    if (copy.data() == nullptr || polywire::as_text(copy) != text) return false;
  }
  for (const auto& [buffer, text] : lent) {
    if (polywire::as_text(buffer->span()) != text) return false;
  }
  return true;
}

/// Once it has grown, messages of the same size allocate no more memory.
bool settles(std::mt19937& random) {
  arena memory;
  for (int round = 0; round < 20; ++round) {
    if (!keeps(memory, random)) return false;
    memory.clear();
  }
  const std::size_t grown = memory.capacity();
  const std::string text(40, 'x');
  for (int round = 0; round < 1000; ++round) {
    for (int count = 0; count < 20; ++count) memory.keep(polywire::as_bytes(text));
    memory.clear();
  }
  return memory.capacity() == grown;
}

/// Texts of the input are not copied; kept bytes outlive the message in the caller's arena.
bool outlives_messages() {
  arena memory;
  const std::string input = "input", other = "another text";
  bytes in_input, copy;
  {
    polywire::context message(polywire::as_bytes(input), memory);
    in_input = message.lasting(polywire::as_bytes(input));
    copy = message.lasting(polywire::as_bytes(std::string(other)));
  }
  polywire::context message;  // has memory of its own
  const bytes own = message.keep(polywire::as_bytes(other));
  return in_input.data() == polywire::as_bytes(input).data() && polywire::as_text(copy) == other &&
         polywire::as_text(own) == other;
}

}  // namespace

int main() {
  std::mt19937 random(1);
  if (!settles(random) || !outlives_messages()) {
    std::puts("arena: failed");
    return 1;
  }
  std::puts("arena: ok");
}
