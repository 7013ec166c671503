// The one place that knows how generated codecs are called. `make -C bench` defines
// POLYWIRE_GENERATED when build/gen/ holds the output of
//   polywire gen --lang cpp --out build/gen bench/peers/trade.proto
#pragma once

#include "../bounds/common.hpp"
#include "polywire/buffer.hpp"
#include "polywire/error.hpp"
#include "values.hpp"

namespace compare {

/// A generated codec as the harness wants it. `Format` names the namespace that holds the functions
/// encode(const trade::Account&, polywire::buffer&) and decode(trade::Account&, std::span).
#define POLYWIRE_GENERATED_CODEC(format)                                                    \
  class generated_##format {                                                                \
   public:                                                                                  \
    using value = trade::Account;                                                           \
    static value make(const trade::Account& account) { return account; }                    \
    std::size_t encode(const value& account, std::span<std::uint8_t>) {                     \
      return polywire::format::encode(account, buffer_) ? bounds::refused : buffer_.size(); \
    }                                                                                       \
    const std::uint8_t* output(std::span<std::uint8_t>) const { return buffer_.data(); }    \
    bool decode(value& account, std::span<const std::uint8_t> bytes) {                      \
      return !polywire::format::decode(account, bytes);                                     \
    }                                                                                       \
                                                                                            \
   private:                                                                                 \
    polywire::buffer buffer_;                                                               \
  }

}  // namespace compare
