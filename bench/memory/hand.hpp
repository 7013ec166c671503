// Code by hand for the struct of tick.h, with the checks that generated code does.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

extern "C" {
#include "tick.h"
}

namespace bench {

using tick = ::tick;

template <std::endian Order>
class hand_codec {
 public:
  using value_type = tick;

  std::span<const std::uint8_t> encode(const tick& value) {
    std::uint8_t* const to = bytes_;
    put(to, value.time);
    put(to + 8, value.instrument);
    put(to + 12, static_cast<std::uint32_t>(value.side));
    to[16] = value.final ? 1 : 0;
    std::memcpy(to + 17, value.source, 6);
    to[23] = 0;
    put(to + 24, std::bit_cast<std::uint64_t>(value.price));
    put(to + 32, std::bit_cast<std::uint32_t>(value.volume));
    put(to + 36, static_cast<std::uint16_t>(value.flags));
    put(to + 38, std::uint16_t{0});
    for (std::size_t at = 0; at < 4; ++at) {
      put_level(to + 40 + 16 * at, value.bids[at]);
      put_level(to + 104 + 16 * at, value.asks[at]);
    }
    return bytes_;
  }

  bool decode(tick& value, std::span<const std::uint8_t> from) {
    if (from.size() != sizeof bytes_) return false;
    const std::uint8_t* const at = from.data();
    value.time = get<std::uint64_t>(at);
    value.instrument = get<std::uint32_t>(at + 8);
    const auto side = get<std::uint32_t>(at + 12);
    if (side > SIDE_SELL) return false;
    value.side = static_cast<enum side>(side);
    if (at[16] > 1) return false;
    value.final = at[16] != 0;
    std::memcpy(value.source, at + 17, 6);
    value.price = std::bit_cast<double>(get<std::uint64_t>(at + 24));
    value.volume = std::bit_cast<float>(get<std::uint32_t>(at + 32));
    value.flags = static_cast<std::int16_t>(get<std::uint16_t>(at + 36));
    for (std::size_t level = 0; level < 4; ++level) {
      get_level(value.bids[level], at + 40 + 16 * level);
      get_level(value.asks[level], at + 104 + 16 * level);
    }
    return true;
  }

 private:
  template <class Int>
  static Int swapped(Int number) {
    if constexpr (Order == std::endian::native) return number;
    if constexpr (sizeof number == 8) return __builtin_bswap64(number);
    if constexpr (sizeof number == 4) return __builtin_bswap32(number);
    return __builtin_bswap16(static_cast<std::uint16_t>(number));
  }

  template <class Int>
  static void put(std::uint8_t* to, Int number) {
    number = swapped(number);
    std::memcpy(to, &number, sizeof number);
  }

  template <class Int>
  static Int get(const std::uint8_t* at) {
    Int number;
    std::memcpy(&number, at, sizeof number);
    return swapped(number);
  }

  static void put_level(std::uint8_t* to, const level& value) {
    put(to, std::bit_cast<std::uint64_t>(value.price));
    put(to + 8, value.volume);
    put(to + 12, value.orders);
    put(to + 14, std::uint16_t{0});
  }

  static void get_level(level& value, const std::uint8_t* at) {
    value.price = std::bit_cast<double>(get<std::uint64_t>(at));
    value.volume = get<std::uint32_t>(at + 8);
    value.orders = get<std::uint16_t>(at + 12);
  }

  std::uint8_t bytes_[sizeof(tick)]{};
};

}  // namespace bench
