// The only place that knows the interface of generated codecs. They take part if the folder
// GENERATED of the Makefile contains their headers: trade.hpp, trade.<format>.hpp, and for borrowed
// values trade.borrowed.hpp and trade.borrowed.<format>.hpp.
#pragma once

#include "../bounds/common.hpp"
#include "polywire/buffer.hpp"
#include "polywire/error.hpp"
#include "values.hpp"

#if __has_include("trade.borrowed.hpp")
#include "polywire/arena.hpp"
#include "trade.borrowed.hpp"

namespace compare {

/// Returns the same account, with texts that borrow from the given one.
inline trade::borrowed::Account borrowed(const trade::Account& account) {
  trade::borrowed::Account value;
  value.id = account.id;
  value.name = account.name;
  if (account.wallet) {
    value.wallet.emplace();
    value.wallet->currency = account.wallet->currency;
    value.wallet->amount = account.wallet->amount;
  }
  for (const trade::Order& order : account.orders) {
    trade::borrowed::Order& made = value.orders.emplace_back();
    made.id = order.id;
    made.symbol = order.symbol;
    made.side = order.side;
    made.type = order.type;
    made.price = order.price;
    made.volume = order.volume;
  }
  return value;
}

}  // namespace compare
#endif

/// Wraps the functions of the namespace polywire::<format> as a codec of the harness.
#define GENERATED_CODEC(format)                                                             \
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

/// The same for borrowed values.
#define BORROWED_CODEC(format)                                                              \
  class borrowed_##format {                                                                 \
   public:                                                                                  \
    using value = trade::borrowed::Account;                                                 \
    static value make(const trade::Account& account) { return borrowed(account); }          \
    std::size_t encode(const value& account, std::span<std::uint8_t>) {                     \
      return polywire::format::encode(account, buffer_) ? bounds::refused : buffer_.size(); \
    }                                                                                       \
    const std::uint8_t* output(std::span<std::uint8_t>) const { return buffer_.data(); }    \
    bool decode(value& account, std::span<const std::uint8_t> bytes) {                      \
      memory_.clear();                                                                      \
      return !polywire::format::decode(account, bytes, memory_);                            \
    }                                                                                       \
                                                                                            \
   private:                                                                                 \
    polywire::buffer buffer_;                                                               \
    polywire::arena memory_;                                                                \
  }
