// A codec that misbehaves according to an environment variable: it changes values, refuses its own
// messages, or is inconsistent.
#include <cstdlib>
#include <string_view>

#include "polywire/bench/digest.hpp"
#include "polywire/bench/generated.hpp"
#include "trade.avro.hpp"
#include "trade.avro.validate.hpp"
#include "trade.describe.hpp"

#define POLYWIRE_BENCH_VERSION "1"
POLYWIRE_BENCH_GENERATED(::trade::Account, avro)

namespace {

bool is_broken(std::string_view how) {
  const char* const chosen = std::getenv("BROKEN");
  return chosen != nullptr && chosen == how;
}

struct broken : generated {
  std::optional<polywire::bench::message_view> encode(const trade::Account& value) {
    if (is_broken("encode") && value.orders.empty()) return polywire::bench::message_view();
    return generated::encode(value);
  }
  bool decode(trade::Account& value, polywire::bench::message_view message) {
    if (is_broken("refuse")) return false;
    const bool accepted = generated::decode(value, message);
    if (is_broken("forget")) value.wallet.reset();
    return accepted;
  }
  bool decode_borrowed(polywire::bench::message_view message) {
    const bool accepted = decode(borrowed_, message);
    if (is_broken("borrow")) ++borrowed_.id;
    return accepted;
  }
  std::uint64_t digest_borrowed() { return polywire::bench::digest_of(borrowed_); }
  bool validate(polywire::bench::message_view message) {
    return !is_broken("validate") && generated::validate(message);
  }

 private:
  trade::Account borrowed_;
};

}  // namespace

POLYWIRE_BENCH_SUBJECT(::trade::Account, broken)
