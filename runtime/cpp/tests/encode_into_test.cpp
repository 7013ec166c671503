// Encoding into memory of the caller: of every size, with generated encoders of formats that
// reserve space in different ways.
#include "polywire/encode_into.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../../../crates/backend/tests/golden/trade.avro.hpp"
#include "../../../crates/backend/tests/golden/trade.capnp.hpp"
#include "../../../crates/backend/tests/golden/trade.cdr.hpp"
#include "../../../crates/backend/tests/golden/trade.flatbuffers.hpp"
#include "../../../crates/backend/tests/golden/trade.json.hpp"
#include "../../../crates/backend/tests/golden/trade.msgpack.hpp"
#include "../../../crates/backend/tests/golden/trade.protobuf.hpp"
#include "../../../crates/backend/tests/golden/trade.sbe.hpp"

namespace {

void require(bool is_true, const char* format, const char* what) {
  if (is_true) return;
  std::fprintf(stderr, "%s: %s\n", format, what);
  std::exit(1);
}

trade::Account account(std::size_t orders) {
  trade::Account made;
  made.id = 7;
  made.name = "A name that is longer than sixteen bytes";
  made.wallet.emplace();
  made.wallet->currency = "USD";
  made.wallet->amount = 1000;
  made.orders.resize(orders);
  for (std::size_t index = 0; index < orders; ++index) {
    made.orders[index].id = static_cast<int>(index);
    made.orders[index].symbol = "EURUSD";
    made.orders[index].price = 1.25;
  }
  return made;
}

/// Encodes into the middle of memory whose other bytes must not change.
template <class Encode>
void check_size(const char* format, const trade::Account& value, std::size_t room,
                const std::vector<std::uint8_t>& expected, const Encode& encode) {
  constexpr std::size_t around = 64;
  std::vector<std::uint8_t> memory(room + 2 * around, 0xa5);
  std::size_t size = 0;
  const auto failed = polywire::encode_into(value, {memory.data() + around, room}, size, encode);
  const bool does_fit = room >= expected.size();
  require(failed.code == (does_fit ? polywire::error_code::none : polywire::error_code::too_large),
          format, "the wrong messages fit");
  const auto is_same = [](std::uint8_t byte) { return byte == 0xa5; };
  require(std::all_of(memory.begin(), memory.begin() + around, is_same), format,
          "bytes before are written");
  require(std::all_of(memory.end() - around, memory.end(), is_same), format,
          "bytes behind are written");
  require(size == (does_fit ? expected.size() : 0), format, "the size is wrong");
  require(std::equal(memory.begin() + around, memory.begin() + around + static_cast<long>(size),
                     expected.begin()),
          format, "the message is wrong");
}

template <class Encode>
void check(const char* format, const Encode& encode) {
  for (const std::size_t orders : {std::size_t{0}, std::size_t{1}, std::size_t{20}}) {
    const trade::Account value = account(orders);
    polywire::buffer output;
    require(!encode(value, output), format, "cannot be encoded");
    const std::vector<std::uint8_t> expected(output.data(), output.data() + output.size());
    for (std::size_t room = 0; room < expected.size() + 100; ++room) {
      check_size(format, value, room, expected, encode);
    }
  }
}

void check_moves() {
  std::uint8_t memory[100];
  polywire::buffer borrowing;
  borrowing.borrow(memory);
  polywire::buffer other;
  other.start(1000);
  other = std::move(borrowing);
  require(other.is_borrowed() && other.data() == memory, "buffer", "a move loses the memory");
  other = polywire::buffer();
  require(!other.is_borrowed(), "buffer", "memory is still borrowed");
}

}  // namespace

#define CHECK(format)                                                        \
  check(#format, [](const trade::Account& value, polywire::buffer& output) { \
    return polywire::format::encode(value, output);                          \
  })

int main() {
  CHECK(avro);
  CHECK(capnp);
  CHECK(cdr);
  CHECK(flatbuffers);
  CHECK(json);
  CHECK(msgpack);
  CHECK(protobuf);
  CHECK(sbe);
  check_moves();
}
