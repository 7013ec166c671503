// The official C++ implementation of Cap'n Proto, used as its documentation advises: the builder
// gets scratch space for its first segment, and the reader reads the caller's array in place.
#pragma once

#include <capnp/common.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "../compare/values.hpp"

namespace peers {

class capnp_values {
 public:
  using value = trade::Account;
  static value make(const trade::Account& account) { return account; }

  std::size_t encode(const value& account, std::span<std::uint8_t> out);
  const std::uint8_t* output(std::span<std::uint8_t> out) const { return out.data(); }
  /// The bytes must be aligned to words.
  bool decode(value& account, std::span<const std::uint8_t> bytes);

 private:
  capnp::word scratch_[1024] = {};
};

}  // namespace peers
