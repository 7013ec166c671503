// Polywire's codec. generated_codec.cpp is compiled separately so that its compilation can be
// measured.
#pragma once

#include "google/protobuf/test_messages_proto3.hpp"
#include "polywire/buffer.hpp"
#include "polywire/error.hpp"

namespace generated {

using Message = protobuf_test_messages::proto3::TestAllTypesProto3;

polywire::error encode(const Message& message, polywire::buffer& out);
polywire::error decode(Message& message, std::span<const std::uint8_t> input);

}  // namespace generated
