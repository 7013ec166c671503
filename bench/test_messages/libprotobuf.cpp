// libprotobuf fill OUTPUT: writes the message
// libprotobuf check MESSAGE OTHER: whether both are the same message
// libprotobuf measure MESSAGE

#include <google/protobuf/arena.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/message_differencer.h>

#include <span>
#include <string_view>

#include "fill.hpp"
#include "google/protobuf/test_messages_proto3.pb.h"
#include "harness.hpp"

namespace libprotobuf {

using Message = protobuf_test_messages::proto3::TestAllTypesProto3;

bool encode(const Message& message, std::span<std::uint8_t> out);
bool decode(Message& message, std::span<const std::uint8_t> input);

}  // namespace libprotobuf

namespace {

using libprotobuf::Message;

void require(bool done) {
  if (!done) harness::fail("libprotobuf refuses the message");
}

/// Serializes maps in key order, which takes longer.
harness::bytes in_order(const Message& message) {
  harness::bytes out(message.ByteSizeLong());
  google::protobuf::io::ArrayOutputStream array(out.data(), static_cast<int>(out.size()));
  google::protobuf::io::CodedOutputStream stream(&array);
  stream.SetSerializationDeterministic(true);
  require(message.SerializeToCodedStream(&stream));
  return out;
}

void fill_message(const char* output) {
  Message message;
  fill::filler().message(message, fill::Depth::whole);
  harness::write(output, in_order(message));
}

void check(const harness::bytes& left, const harness::bytes& right) {
  Message one, other;
  require(libprotobuf::decode(one, left));
  require(libprotobuf::decode(other, right));
  require(google::protobuf::util::MessageDifferencer::Equals(one, other));
  require(in_order(other) == left && left == right);
}

/// An arena with initial memory for a message, as libprotobuf's guide to arenas recommends.
class arena_with_memory {
 public:
  Message& decode(std::span<const std::uint8_t> input) {
    arena_.Reset();
    auto& message = *google::protobuf::Arena::CreateMessage<Message>(&arena_);
    require(libprotobuf::decode(message, input));
    return message;
  }

 private:
  google::protobuf::ArenaOptions options() {
    google::protobuf::ArenaOptions options;
    options.initial_block = memory_.data();
    options.initial_block_size = memory_.size();
    return options;
  }

  std::vector<char> memory_ = std::vector<char>(1 << 20);
  google::protobuf::Arena arena_{options()};
};

void measure(const harness::bytes& input) {
  arena_with_memory arena;
  Message reused;
  harness::bytes out(input.size());
  harness::count("allocations decode new", [&] {
    Message message;
    require(libprotobuf::decode(message, input));
  });
  require(libprotobuf::decode(reused, input));
  harness::count("allocations decode reused", [&] { require(libprotobuf::decode(reused, input)); });
  arena.decode(input);
  harness::count("allocations decode arena", [&] { arena.decode(input); });
  harness::count("allocations encode reused", [&] { require(libprotobuf::encode(reused, out)); });
  const Message& in_arena = arena.decode(input);
  harness::time("decode reused", [&] { require(libprotobuf::decode(reused, input)); });
  harness::time("encode reused", [&] { require(libprotobuf::encode(reused, out)); });
  harness::time("encode arena", [&] { require(libprotobuf::encode(in_arena, out)); });
  harness::time("decode new", [&] {
    Message message;
    require(libprotobuf::decode(message, input));
  });
  harness::time("decode arena", [&] { arena.decode(input); });
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view command = count > 2 ? arguments[1] : "";
  if (command == "fill" && count == 3) {
    fill_message(arguments[2]);
  } else if (command == "check" && count == 4) {
    check(harness::read(arguments[2]), harness::read(arguments[3]));
  } else if (command == "measure" && count == 3) {
    measure(harness::read(arguments[2]));
  } else {
    return 2;
  }
}
