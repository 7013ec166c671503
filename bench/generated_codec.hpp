#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "work.hpp"

/// The generated functions of a format as a codec of values of a type.
#define GENERATED_CODEC(format)                                        \
  template <class Value>                                               \
  class format##_codec {                                               \
   public:                                                             \
    using value_type = Value;                                          \
                                                                       \
    std::span<const std::uint8_t> encode(const Value& value) {         \
      if (polywire::format::encode(value, buffer_)) return {};         \
      return buffer_.span();                                           \
    }                                                                  \
                                                                       \
    bool decode(Value& value, std::span<const std::uint8_t> message) { \
      return !polywire::format::decode(value, message);                \
    }                                                                  \
                                                                       \
   private:                                                            \
    polywire::buffer buffer_;                                          \
  }

namespace bench {

/// The messages that a codec writes.
template <class Codec>
sample written(std::string name, const std::vector<typename Codec::value_type>& values) {
  sample made{std::move(name), {}};
  Codec codec;
  for (const auto& value : values) {
    const auto message = codec.encode(value);
    require(!message.empty(), "a message cannot be written");
    made.messages.emplace_back(message.begin(), message.end());
  }
  return made;
}

}  // namespace bench
