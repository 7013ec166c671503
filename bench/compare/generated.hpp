// The one place that knows how generated codecs are called. They take part as far as the folder
// GENERATED of the Makefile holds their headers, trade.hpp and trade.<format>.hpp.
#pragma once

#include "../bounds/common.hpp"
#include "polywire/buffer.hpp"
#include "polywire/error.hpp"
#include "values.hpp"

/// The functions of the namespace polywire::<format> as the harness wants a codec.
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
