#include "generated_codec.hpp"

#include "google/protobuf/test_messages_proto3.protobuf.hpp"

namespace generated {

polywire::error encode(const Message& message, polywire::buffer& out) {
  return polywire::protobuf::encode(message, out);
}

polywire::error decode(Message& message, std::span<const std::uint8_t> input) {
  return polywire::protobuf::decode(message, input);
}

}  // namespace generated
