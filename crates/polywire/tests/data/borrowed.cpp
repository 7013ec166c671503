// Borrowed texts point into the message where they appear there unescaped, and then take nothing
// from the arena.
#include <cstdio>
#include <functional>
#include <string_view>

#include "trade.avro.hpp"
#include "trade.borrowed.avro.hpp"
#include "trade.borrowed.capnp.hpp"
#include "trade.borrowed.capnp_packed.hpp"
#include "trade.borrowed.flatbuffers.hpp"
#include "trade.borrowed.json.hpp"
#include "trade.borrowed.msgpack.hpp"
#include "trade.borrowed.protobuf.hpp"
#include "trade.capnp.hpp"
#include "trade.capnp_packed.hpp"
#include "trade.flatbuffers.hpp"
#include "trade.json.hpp"
#include "trade.msgpack.hpp"
#include "trade.protobuf.hpp"

namespace {

using polywire::arena;
using polywire::buffer;
using polywire::bytes;

bool lies_in(std::string_view text, bytes input) {
  const auto* const p = reinterpret_cast<const std::uint8_t*>(text.data());
  return std::less_equal<>()(input.data(), p) &&
         std::less_equal<>()(p + text.size(), input.data() + input.size());
}

/// Encodes an owned order, and decodes it as a borrowed one.
template <class Encode, class Decode>
bool check(const char* format, std::string_view symbol, bool is_part, Encode encode,
           Decode decode) {
  trade::Order written;
  written.symbol = symbol;
  buffer message;
  arena memory;
  trade::borrowed::Order read;
  const bool failed = encode(written, message) || decode(read, message.span(), memory);
  const bool right = !failed && read.symbol == symbol &&
                     lies_in(read.symbol, message.span()) == is_part &&
                     (memory.capacity() == 0) == is_part;
  if (!right) std::printf("%s: another order\n", format);
  return right;
}

#define CHECK(format, symbol, is_part)                                            \
  check(                                                                          \
      #format, symbol, is_part,                                                   \
      [](const trade::Order& order, buffer& message) {                            \
        return static_cast<bool>(polywire::format::encode(order, message));       \
      },                                                                          \
      [](trade::borrowed::Order& order, bytes input, arena& memory) {             \
        return static_cast<bool>(polywire::format::decode(order, input, memory)); \
      })

}  // namespace

int main() {
  bool right = true;
  for (const std::string_view symbol : {"EURUSD", "one that is longer than a block of sixteen"}) {
    right &= CHECK(avro, symbol, true);
    right &= CHECK(capnp, symbol, true);
    right &= CHECK(capnp_packed, symbol, false);
    right &= CHECK(flatbuffers, symbol, true);
    right &= CHECK(json, symbol, true);
    right &= CHECK(msgpack, symbol, true);
    right &= CHECK(protobuf, symbol, true);
  }
  right &= CHECK(json, "EUR\"USD\"", false);
  return right ? 0 : 1;
}
