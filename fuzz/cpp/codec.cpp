// A libFuzzer target over generated decoders of `trade.Account`: the first byte chooses the format.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>

#include "trade.avro.hpp"
#include "trade.capnp.hpp"
#include "trade.capnp_packed.hpp"
#include "trade.cdr.hpp"
#include "trade.flatbuffers.hpp"
#include "trade.json.hpp"
#include "trade.msgpack.hpp"
#include "trade.protobuf.hpp"
#include "trade.raw.hpp"

namespace {

using account = trade::Account;

struct codec {
  polywire::error (*decode)(account& value, polywire::bytes input);
  polywire::error (*encode)(const account& value, polywire::buffer& output);
};

#define POLYWIRE_CODEC(format)                                                                    \
  codec {                                                                                         \
    [](account& value, polywire::bytes input) { return polywire::format::decode(value, input); }, \
        [](const account& value, polywire::buffer& output) {                                      \
          return polywire::format::encode(value, output);                                         \
        }                                                                                         \
  }

constexpr codec codecs[] = {
    POLYWIRE_CODEC(protobuf),     POLYWIRE_CODEC(json),        POLYWIRE_CODEC(capnp),
    POLYWIRE_CODEC(capnp_packed), POLYWIRE_CODEC(flatbuffers), POLYWIRE_CODEC(avro),
    POLYWIRE_CODEC(cdr),          POLYWIRE_CODEC(msgpack),
};

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const codec& it = codecs[data[0] % std::size(codecs)];
  account value, again;
  if (it.decode(value, polywire::bytes(data + 1, size - 1))) return 0;
  polywire::buffer written, first, second;
  if (it.encode(value, written)) return 0;
  require(!it.decode(again, written.span()));
  // Values are compared by their images: a NaN is not equal to itself.
  require(!polywire::raw::encode(value, first) && !polywire::raw::encode(again, second));
  const polywire::bytes left = first.span(), right = second.span();
  require(std::equal(left.begin(), left.end(), right.begin(), right.end()));
  return 0;
}
