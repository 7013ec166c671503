// The struct of tick.h, as its bytes in the layout of the machine and in a big-endian one, written
// and read by generated code, by memcpy, and by code by hand with the same checks.
//
// The arguments are those of interleaved.hpp.
#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "../work.hpp"
#include "big/tick.memory.hpp"
#include "hand.hpp"
#include "own/tick.memory.hpp"

namespace {

using bench::operations;

template <class Tick>
std::vector<Tick> ticks(std::size_t count) {
  std::mt19937_64 random(42);
  const auto below = [&](std::uint64_t limit) { return random() % limit; };
  std::vector<Tick> made(count);
  for (Tick& it : made) {
    it.time = random();
    it.instrument = static_cast<std::uint32_t>(below(1 << 20));
    it.side = static_cast<decltype(it.side)>(below(2));
    it.final = below(2) != 0;
    for (auto& byte : it.source) byte = static_cast<std::uint8_t>(below(256));
    it.price = static_cast<double>(below(10'000'000)) / 1000;
    it.volume = static_cast<float>(below(100'000));
    it.flags = static_cast<std::int16_t>(below(1 << 16));
    const auto fill = [&](auto& levels) {
      for (auto& level : levels) {
        level.price = static_cast<double>(below(10'000'000)) / 1000;
        level.volume = static_cast<std::uint32_t>(below(100'000));
        level.orders = static_cast<std::uint16_t>(below(1000));
      }
    };
    fill(it.bids);
    fill(it.asks);
  }
  return made;
}

#define TICK_CODEC(name, layout)                                         \
  struct name {                                                          \
    using value_type = layout::tick;                                     \
    std::span<const std::uint8_t> encode(const value_type& value) {      \
      if (polywire::memory::encode(value, buffer)) return {};            \
      return buffer.span();                                              \
    }                                                                    \
    bool decode(value_type& value, std::span<const std::uint8_t> from) { \
      return !polywire::memory::decode(value, from);                     \
    }                                                                    \
    polywire::buffer buffer;                                             \
  }

TICK_CODEC(own_codec, own);
TICK_CODEC(big_codec, big);

/// Copies the bytes of the struct, without any check.
struct copy_codec {
  using value_type = bench::tick;
  static constexpr bool leaves_padding = true;

  std::span<const std::uint8_t> encode(const value_type& value) {
    std::memcpy(buffer, &value, sizeof value);
    return buffer;
  }

  bool decode(value_type& value, std::span<const std::uint8_t> from) {
    if (from.size() != sizeof value) return false;
    std::memcpy(&value, from.data(), sizeof value);
    return true;
  }

  std::uint8_t buffer[sizeof(value_type)]{};
};

template <class Codec>
bench::sample written(std::string name) {
  Codec codec;
  bench::sample made{std::move(name), {}};
  for (const auto& value : ticks<typename Codec::value_type>(256)) {
    const auto message = codec.encode(value);
    made.messages.emplace_back(message.begin(), message.end());
  }
  return made;
}

}  // namespace

int main(int argc, char** argv) {
  operations all;
  const bench::sample own = written<own_codec>("own layout");
  const bench::sample big = written<big_codec>("big-endian");
  bench::add_both<copy_codec>(all, own, "memcpy");
  bench::add_both<own_codec>(all, own, "generated");
  bench::add_both<bench::hand_codec<std::endian::little>>(all, own, "by hand");
  bench::add_both<big_codec>(all, big, "generated");
  bench::add_both<bench::hand_codec<std::endian::big>>(all, big, "by hand");
  return bench::main_of(all, argc, argv);
}
