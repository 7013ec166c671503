// The description at the start of a channel. It is written before anyone else sees the channel, and
// loaded once.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "polywire/channel/contract.hpp"

namespace polywire::channels {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && sizeof(void*) == 8,
              "channels need a little-endian processor of 64 bits");

/// For whom the messages of a channel are.
enum class kind : std::uint32_t {
  /// For one receiver. Nothing is lost: a full ring makes senders wait.
  queue = layout::kind_queue,
  /// For all listeners, none of which can hold the sender up: it overwrites the oldest messages.
  broadcast = layout::kind_broadcast,
};

struct description {
  std::uint32_t lanes = 1;
  std::uint64_t capacity = 0;
  contract carried;
  channels::kind kind = channels::kind::queue;

  using bytes = std::array<std::uint8_t, layout::description_size>;

  bytes to_bytes() const {
    bytes out{};
    put(out, 0, layout::magic);
    put(out, layout::version_at, static_cast<std::uint32_t>(layout::version));
    put(out, layout::lanes_at, lanes);
    put(out, layout::capacity_at, capacity);
    put(out, layout::kind_at, static_cast<std::uint32_t>(kind));
    put(out, layout::fingerprint_at, carried.fingerprint);
    put(out, layout::format_length_at, static_cast<std::uint32_t>(carried.format.size()));
    put(out, layout::type_length_at, static_cast<std::uint32_t>(carried.type.size()));
    std::memcpy(out.data() + layout::format_at, carried.format.data(), carried.format.size());
    std::memcpy(out.data() + layout::type_at, carried.type.data(), carried.type.size());
    return out;
  }

  /// Reads the description of a file of this size.
  failure read(const bytes& in, std::uint64_t file_size) {
    const auto unknown = [] { return because(status::no_channel, "this file is not a channel"); };
    if (get<std::uint64_t>(in, 0) != layout::magic) return unknown();
    if (get<std::uint32_t>(in, layout::version_at) != layout::version) {
      return because(status::no_channel,
                     "this channel has another version of the layout than 1, the one that this "
                     "program knows");
    }
    lanes = get<std::uint32_t>(in, layout::lanes_at);
    capacity = get<std::uint64_t>(in, layout::capacity_at);
    carried.fingerprint = get<std::uint64_t>(in, layout::fingerprint_at);
    const auto found = get<std::uint32_t>(in, layout::kind_at);
    if (found > layout::kind_broadcast) return unknown();
    kind = static_cast<channels::kind>(found);
    if (lanes < 1 || lanes > most_lanes() || !is_capacity(capacity)) return unknown();
    if (size() != file_size) return unknown();
    const auto format = get<std::uint32_t>(in, layout::format_length_at);
    const auto type = get<std::uint32_t>(in, layout::type_length_at);
    if (format > layout::format_max || type > layout::type_max) return unknown();
    carried.format.assign(reinterpret_cast<const char*>(in.data()) + layout::format_at, format);
    carried.type.assign(reinterpret_cast<const char*>(in.data()) + layout::type_at, type);
    return {};
  }

  failure check() const {
    if (!is_capacity(capacity)) {
      return because(status::invalid,
                     "the size of a ring is a power of two from 65536 to 1073741824 bytes");
    }
    if (lanes < 1 || lanes > most_lanes()) {
      return because(status::invalid, "a channel has 1 to 64 lanes, and a broadcast has 1");
    }
    return channels::check(carried);
  }

  std::uint64_t lane_at(std::uint32_t lane) const noexcept {
    return layout::lanes + lane * (layout::ring + capacity);
  }

  /// The bytes of the file.
  std::uint64_t size() const noexcept { return lane_at(lanes); }

  /// Checks that sides of a kind can be attached.
  failure check_kind(channels::kind wanted) const {
    if (kind == wanted) return {};
    return because(status::no_channel,
                   kind == channels::kind::broadcast
                       ? "this channel is a broadcast, which has a broadcaster and listeners"
                       : "this channel is not a broadcast: it has senders and a receiver");
  }

 private:
  std::uint64_t most_lanes() const noexcept {
    return kind == channels::kind::broadcast ? 1 : layout::lanes_max;
  }

  static bool is_capacity(std::uint64_t size) noexcept {
    return size >= layout::capacity_min && size <= layout::capacity_max && (size & (size - 1)) == 0;
  }

  template <class Number>
  static void put(bytes& out, std::uint64_t at, Number number) noexcept {
    std::memcpy(out.data() + at, &number, sizeof number);
  }

  template <class Number>
  static Number get(const bytes& in, std::uint64_t at) noexcept {
    Number number;
    std::memcpy(&number, in.data() + at, sizeof number);
    return number;
  }
};

}  // namespace polywire::channels
