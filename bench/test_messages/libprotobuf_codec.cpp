// Calls that make the linker keep protoc's code, as generated_codec.cpp does for Polywire's.

#include <cstddef>
#include <cstdint>
#include <span>

#include "google/protobuf/test_messages_proto3.pb.h"

namespace libprotobuf {

using Message = protobuf_test_messages::proto3::TestAllTypesProto3;

bool encode(const Message& message, std::span<std::uint8_t> out) {
  return message.SerializeToArray(out.data(), static_cast<int>(out.size()));
}

bool decode(Message& message, std::span<const std::uint8_t> input) {
  return message.ParseFromArray(input.data(), static_cast<int>(input.size()));
}

}  // namespace libprotobuf
