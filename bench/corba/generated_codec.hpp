#pragma once

#include <cstdint>
#include <span>

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
