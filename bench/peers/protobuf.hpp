// The official C++ implementation of Protocol Buffers, used as its documentation advises: one
// message object is kept, as clearing it keeps its memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../compare/values.hpp"
#include "trade.pb.h"

namespace peers {

/// The message object alone, without a value type of the application's own.
class protobuf_messages {
 public:
  using value = trade_pb::Account;
  static value make(const trade::Account& account);

  std::size_t encode(const value& message, std::span<std::uint8_t> out);
  const std::uint8_t* output(std::span<std::uint8_t> out) const { return out.data(); }
  bool decode(value& message, std::span<const std::uint8_t> bytes);
};

/// From and to the same plain values as the other codecs.
class protobuf_values {
 public:
  using value = trade::Account;
  static value make(const trade::Account& account) { return account; }

  std::size_t encode(const value& account, std::span<std::uint8_t> out);
  const std::uint8_t* output(std::span<std::uint8_t> out) const { return out.data(); }
  bool decode(value& account, std::span<const std::uint8_t> bytes);

 private:
  trade_pb::Account message_;
};

}  // namespace peers
