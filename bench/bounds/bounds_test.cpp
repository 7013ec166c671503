// Tests of the reference codecs: bytes of the official implementations, round trips, exact buffers,
// truncated and mutated messages (run under the sanitizers), and the agreement of the predicting
// readers with the plain ones.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../messages.hpp"
#include "capnp.hpp"
#include "cdr.hpp"
#include "flatbuffers.hpp"
#include "json.hpp"
#include "msgpack.hpp"
#include "protobuf.hpp"
#include "sbe.hpp"
#include "trade.hpp"

namespace {

using trade::Account;
using namespace std::string_view_literals;
using bytes = std::vector<std::uint8_t>;

const char* current = "";

#define CHECK(condition)                                                                \
  do {                                                                                  \
    if (!(condition)) {                                                                 \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, current, #condition); \
      std::exit(1);                                                                     \
    }                                                                                   \
  } while (false)

#ifndef TRADE_DATA
#define TRADE_DATA "../../tests/data/trade/"
#endif

bytes read_file(const std::string& name) {
  std::ifstream file(TRADE_DATA + name, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "cannot read %s%s\n", TRADE_DATA, name.c_str());
    std::exit(1);
  }
  return bytes(std::istreambuf_iterator<char>(file), {});
}

bytes text_bytes(std::string_view text) {
  return bytes(text.begin(), text.end());
}

// Makes every codec a type, so that all share one set of tests.
#define DEFINE_CODEC(format, symbol_limit, predicting)                               \
  struct format##_codec {                                                            \
    static constexpr const char* name = #format;                                     \
    static constexpr int longest_symbol = symbol_limit;                              \
    static std::size_t encode(const Account& account, std::span<std::uint8_t> out) { \
      return bounds::format::encode(account, out);                                   \
    }                                                                                \
    static bool decode(Account& account, const bytes& message) {                     \
      return bounds::format::decode(account, message);                               \
    }                                                                                \
    template <bounds::prediction Predict>                                            \
    static bool decode_with(Account& account, const bytes& message) {                \
      return bounds::format::predicting(account, message);                           \
    }                                                                                \
  }
DEFINE_CODEC(protobuf, 12, decode<Predict>);
DEFINE_CODEC(capnp, 12, decode<Predict>);
DEFINE_CODEC(flatbuffers, 12, decode<Predict>);
DEFINE_CODEC(json, 12, decode<Predict>);
DEFINE_CODEC(msgpack, 12, decode<Predict>);
// These predict nothing.
DEFINE_CODEC(sbe, 10, decode);
DEFINE_CODEC(cdr_le, 12, decode);
DEFINE_CODEC(cdr_be, 12, decode);

template <class Codec>
bytes encoded(const Account& account) {
  bytes out(1 << 18);
  const std::size_t size = Codec::encode(account, out);
  CHECK(size != bounds::refused);
  out.resize(size);
  return out;
}

/// Runs both decoders on a heap copy of exactly the message's size, into a value that is reused.
template <class Codec>
bool decodes(const bytes& message, Account& account) {
  using bounds::prediction;
  const bytes exact(message.begin(), message.end());
  Account plain = account;
  const bool accepted = Codec::template decode_with<prediction::on>(account, exact);
  const bool accepted_plain = Codec::template decode_with<prediction::off>(plain, exact);
  CHECK(accepted == accepted_plain);
  // NaN differs from itself; messages with it only take part in the other tests.
  if (accepted && account == account) CHECK(account == plain);
  return accepted;
}

template <class Codec>
void check_round_trip(const Account& account) {
  const bytes message = encoded<Codec>(account);
  Account fresh;
  CHECK(decodes<Codec>(message, fresh));
  CHECK(fresh == account);
  Account used = bench::sample_message<Account>();
  used.unknown_fields.keep("another format", message);
  used.orders.resize(9);
  for (auto& order : used.orders) order.symbol = "a symbol too long for the small buffer";
  CHECK(decodes<Codec>(message, used));
  CHECK(used == account);

  bytes exact(message.size());
  CHECK(Codec::encode(account, exact) == message.size());
  CHECK(exact == message);
  if (!message.empty()) {
    bytes small(message.size() - 1);
    CHECK(Codec::encode(account, small) == bounds::refused);
  }
}

template <class Codec>
void check_mutations(const bytes& message) {
  Account target = bench::sample_message<Account>();
  for (std::size_t n = 0; n < message.size(); ++n) {
    decodes<Codec>(bytes(message.begin(), message.begin() + static_cast<std::ptrdiff_t>(n)),
                   target);
  }
  for (std::size_t at = 0; at < message.size(); ++at) {
    for (unsigned flip = 1; flip < 256; ++flip) {
      bytes mutated = message;
      mutated[at] ^= static_cast<std::uint8_t>(flip);
      decodes<Codec>(mutated, target);
    }
  }
  std::mt19937 random(7);
  for (int round = 0; round < 20'000; ++round) {
    bytes mutated = message;
    for (auto n = 1 + random() % 4; n > 0; --n) {
      mutated[random() % mutated.size()] = static_cast<std::uint8_t>(random());
    }
    if (random() % 3 == 0) mutated.resize(random() % mutated.size());
    if (random() % 3 == 0) {
      const auto at = static_cast<std::ptrdiff_t>(random() % (mutated.size() + 1));
      mutated.insert(mutated.begin() + at, static_cast<std::uint8_t>(random()));
    }
    decodes<Codec>(mutated, target);
  }
}

template <class Codec>
void check_codec() {
  current = Codec::name;
  check_round_trip<Codec>(bench::sample_message<Account>());
  const auto mix = bench::mixed_messages<Account>(256, Codec::longest_symbol);
  for (const Account& account : mix) check_round_trip<Codec>(account);
  check_mutations<Codec>(encoded<Codec>(bench::sample_message<Account>()));
  check_mutations<Codec>(encoded<Codec>(mix[1]));

  Account extreme = bench::sample_message<Account>();
  extreme.id = std::numeric_limits<std::int32_t>::min();
  extreme.name = std::string(300, 'n') + "\xc3\xa9";
  extreme.orders[0].id = -1;
  extreme.orders[0].price = -0.0;
  extreme.orders[0].volume = 5e-324;
  extreme.orders[1].price = std::numeric_limits<double>::infinity();
  extreme.orders[2].id = std::numeric_limits<std::int32_t>::max();
  extreme.orders[2].symbol = "\xe2\x82\xac";
  extreme.orders.resize(200);
  check_round_trip<Codec>(extreme);
}

template <class Codec>
void check_golden(const std::string& file, bool same_bytes) {
  current = Codec::name;
  const bytes golden = read_file(file);
  Account account;
  CHECK(decodes<Codec>(golden, account));
  CHECK(account == bench::sample_message<Account>());
  if (same_bytes) CHECK(encoded<Codec>(account) == golden);
  check_mutations<Codec>(golden);
}

template <class Codec>
void check_absent_wallet() {
  current = Codec::name;
  Account account = bench::sample_message<Account>();
  account.wallet.reset();
  check_round_trip<Codec>(account);
  check_round_trip<Codec>(Account());
}

template <class Codec>
bool accepts(const bytes& message) {
  Account account = bench::sample_message<Account>();
  return decodes<Codec>(message, account);
}

void test_protobuf() {
  current = "protobuf";
  using codec = protobuf_codec;
  const auto with = [](std::initializer_list<int> tail) {
    bytes message = encoded<codec>(bench::sample_message<Account>());
    for (const int byte : tail) message.push_back(static_cast<std::uint8_t>(byte));
    return message;
  };
  // Unknown fields of every wire type are kept and written back; groups need an end tag.
  for (const bytes& message :
       {with({0x28, 0x96, 0x01}), with({0x29, 1, 2, 3, 4, 5, 6, 7, 8}), with({0x2d, 1, 2, 3, 4}),
        with({0x2a, 0x02, 0xff, 0xff}), with({0x2b, 0x08, 0x01, 0x33, 0x34, 0x2c}),
        with({0x09, 1, 2, 3, 4, 5, 6, 7, 8})}) {  // the last one: field 1 with another wire type
    Account account;
    CHECK(decodes<codec>(message, account));
    CHECK(!account.unknown_fields.empty());
    CHECK(encoded<codec>(account) == message);
  }
  for (const bytes& message :
       {with({0x2b, 0x08, 0x01}), with({0x2b, 0x34}), with({0x2c}), with({0x00, 0x01}),
        with({0x2e}), with({0x28}), with({0x2a, 0x05, 0x01}), with({0x12, 0x01, 0xff}),
        with({0x12, 0x03, 0xed, 0xa0, 0x80}), with({0xff, 0xff, 0xff, 0xff, 0x7f, 0x00}),
        with({0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02})}) {
    CHECK(!accepts<codec>(message));
  }
  bytes deep = with({});
  deep.insert(deep.end(), 101, 0x2b);
  deep.insert(deep.end(), 101, 0x2c);
  CHECK(!accepts<codec>(deep));
  // A second wallet is merged, a second name replaces the first.
  Account account;
  CHECK(decodes<codec>(with({0x1a, 0x05, 0x0a, 0x03, 'E', 'U', 'R', 0x12, 0x01, 'x'}), account));
  CHECK(account.wallet->currency == "EUR" && account.wallet->amount == 1000 && account.name == "x");
  // Numbers wider than their type are truncated to 32 bits.
  CHECK(decodes<codec>(with({0x08, 0xff, 0xff, 0xff, 0xff, 0x1f}), account) && account.id == -1);
  CHECK(accepts<codec>({}));
}

/// Returns the root pointer of a message with this content.
bytes capnp_message(const std::vector<std::vector<std::uint64_t>>& segments) {
  bytes message;
  const auto append = [&message](std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i) message.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  };
  append(segments.size() - 1, 4);
  for (const auto& segment : segments) append(segment.size(), 4);
  if (segments.size() % 2 == 0) append(0, 4);
  for (const auto& segment : segments) {
    for (const std::uint64_t word : segment) append(word, 8);
  }
  return message;
}

void test_capnp() {
  current = "capnp";
  using codec = capnp_codec;
  const auto structure = [](std::uint64_t offset, std::uint64_t data, std::uint64_t pointers) {
    return (offset & 0x3fff'ffff) << 2 | data << 32 | pointers << 48;
  };
  const auto list = [](std::uint64_t offset, std::uint64_t size, std::uint64_t count) {
    return (offset & 0x3fff'ffff) << 2 | 1 | size << 32 | count << 35;
  };
  const auto far = [](std::uint64_t segment, std::uint64_t position, std::uint64_t two_words) {
    return 2 | two_words << 2 | position << 3 | segment << 32;
  };
  const std::uint64_t abc = 0x636261;
  Account account;

  // A far pointer to a landing pad beside the struct; a doubly far one to a text.
  CHECK(decodes<codec>(capnp_message({{far(1, 0, 0)},
                                      {structure(0, 1, 1), 7, far(2, 1, 1)},
                                      {abc, far(2, 0, 0), list(0, 2, 4)}}),
                       account));
  CHECK(account.id == 7 && account.name == "abc" && !account.wallet && account.orders.empty());
  // The same far pointer within one segment.
  CHECK(decodes<codec>(capnp_message({{far(0, 1, 0), structure(0, 1, 0), 9}}), account));
  CHECK(account.id == 9 && account.name.empty());
  // A null root, and a root without sections.
  CHECK(decodes<codec>(capnp_message({{0}}), account) && account.id == 0);
  CHECK(decodes<codec>(capnp_message({{structure(~0ull, 0, 0)}}), account));
  // Orders of an older writer: four-byte elements become ids, pointers become symbols.
  CHECK(decodes<codec>(capnp_message({{structure(0, 0, 3), 0, 0, list(0, 4, 3), 0x2'0000'0001, 3}}),
                       account));
  CHECK(account.orders.size() == 3 && account.orders[1].id == 2 && account.orders[2].id == 3);
  CHECK(decodes<codec>(
      capnp_message({{structure(0, 0, 3), 0, 0, list(0, 6, 1), list(0, 2, 4), abc}}), account));
  CHECK(account.orders.size() == 1 && account.orders[0].symbol == "abc");
  // Orders of a newer writer are wider.
  CHECK(decodes<codec>(capnp_message({{structure(0, 0, 3), 0, 0, list(0, 7, 5), structure(1, 4, 1),
                                       5, 0, 0, 99, 0}}),
                       account));
  CHECK(account.orders.size() == 1 && account.orders[0].id == 5);

  for (const bytes& message :
       {capnp_message({{}}), capnp_message({{structure(0, 1, 0)}}),
        capnp_message({{list(0, 2, 8), 0}}), capnp_message({{far(1, 0, 0)}}),
        capnp_message({{far(0, 0, 0)}}), capnp_message({{far(0, 1, 0), far(0, 0, 0)}}),
        capnp_message({{3}}), capnp_message({{far(0, 1, 1), structure(0, 0, 0), 0}}),
        capnp_message({{structure(0, 0, 1), list(0, 2, 3), abc}}),      // no NUL at the end
        capnp_message({{structure(0, 0, 1), list(0, 2, 0)}}),           // no space for it either
        capnp_message({{structure(0, 0, 1), list(0, 3, 4), abc}}),      // not bytes
        capnp_message({{structure(0, 0, 1), list(1, 2, 4), abc}}),      // beyond the end
        capnp_message({{structure(0, 0, 1), list(~2ull, 2, 4), abc}}),  // before the start
        capnp_message(
            {{structure(0, 0, 3), 0, 0, list(0, 1, 8), 0}}),  // bits cannot be read as structs
        capnp_message({{structure(0, 0, 3), 0, 0, list(0, 7, 1), structure(9, 1, 0), 0}}),
        capnp_message({{structure(0, 0, 3), 0, 0, list(0, 0, 0x1fff'ffff)}}),  // over the budget
        capnp_message({{structure(0, 0, 3), 0, 0, list(0, 7, 0), structure(0x0fff'ffff, 0, 0)}})}) {
    CHECK(!accepts<codec>(message));
  }
  account = bench::sample_message<Account>();
  account.orders[0].side = static_cast<trade::Side>(0x10000);
  bytes out(4096);
  CHECK(codec::encode(account, out) == bounds::refused);
  account.orders[0].side = static_cast<trade::Side>(0xffff);
  check_round_trip<codec>(account);
}

void test_flatbuffers() {
  current = "flatbuffers";
  using codec = flatbuffers_codec;
  CHECK(encoded<codec>(bench::sample_message<Account>()).size() == 252);
  Account account = bench::sample_message<Account>();
  bytes out(4096);
  account.orders[0].type = static_cast<trade::Type>(128);
  CHECK(codec::encode(account, out) == bounds::refused);
  account.orders[0].type = static_cast<trade::Type>(-128);
  check_round_trip<codec>(account);

  // Many offsets to one long text must not be expanded into many copies.
  using polywire::leaf::load_le;
  using polywire::leaf::store_le;
  account.orders.resize(1000);
  account.orders[0].symbol = std::string(60'000, 'x');
  bytes message = encoded<codec>(account);
  const std::size_t orders_field = 40 + 16;
  const std::size_t vector = orders_field + load_le<std::uint32_t>(&message[orders_field]);
  const std::size_t first = vector + 4;
  const std::size_t table = first + load_le<std::uint32_t>(&message[first]);
  const auto point_all_to_first = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t element = first + 4 * i;
      store_le(&message[element], static_cast<std::uint32_t>(table - element));
    }
  };
  point_all_to_first(10);
  CHECK(accepts<codec>(message));
  account.orders[0].symbol = std::string(70'000, 'x');
  account.orders.resize(1000);
  message = encoded<codec>(account);
  point_all_to_first(1000);
  CHECK(!accepts<codec>(message));
}

void test_cdr() {
  current = "cdr";
  using codec = cdr_le_codec;
  Account account = bench::sample_message<Account>();
  const bytes message = encoded<codec>(account);
  const auto accepts_with = [&message](std::size_t at, std::uint8_t octet) {
    bytes changed = message;
    changed[at] = octet;
    return accepts<codec>(changed);
  };
  CHECK(message.size() == 168);
  CHECK(!accepts_with(4, 0));     // the name has no NUL
  CHECK(!accepts_with(12, 'x'));  // another character instead of the NUL
  CHECK(!accepts_with(9, 0));     // a NUL in the name
  CHECK(!accepts_with(16, 2));    // two wallets
  CHECK(accepts_with(13, 'x'));   // padding
  CHECK(!accepts_with(40, 4));    // more orders than there are
  for (const std::string& text : {std::string("A\0B", 3), std::string(40, '\0')}) {
    account.name = text;
    bytes out(4096);
    CHECK(codec::encode(account, out) == bounds::refused);
  }
}

void test_sbe() {
  current = "sbe";
  using codec = sbe_codec;
  using polywire::leaf::store_le;
  const Account sample = bench::sample_message<Account>();
  bytes out(4096);
  const auto refuses = [&out](const Account& account) {
    return codec::encode(account, out) == bounds::refused;
  };
  Account account = sample;
  account.orders[0].symbol = "ELEVENCHARS";
  CHECK(refuses(account));
  account.orders[0].symbol = std::string("A\0B", 3);
  CHECK(refuses(account));
  account = sample;
  account.wallet->currency = "ELEVENCHARS";
  CHECK(refuses(account));
  account = sample;
  account.orders[0].side = static_cast<trade::Side>(255);
  CHECK(refuses(account));
  account = sample;
  account.orders.resize(0xffff);
  CHECK(refuses(account));

  account = sample;
  account.wallet.reset();
  Account read;
  CHECK(decodes<codec>(encoded<codec>(account), read));
  CHECK(!read.wallet);

  // A later version: longer blocks, and data after the known members.
  bytes later = encoded<codec>(sample);
  later.insert(later.begin() + 34 + 32, 2, 0xaa);
  later.insert(later.begin() + 34 + 66, 2, 0xaa);
  later.insert(later.begin() + 34 + 100, 2, 0xaa);
  later.insert(later.begin() + 30, 3, 0xbb);
  store_le(&later[0], std::uint16_t{25});
  store_le(&later[33], std::uint16_t{34});
  CHECK(decodes<codec>(later, read));
  CHECK(read == sample);
  later.push_back(0);
  CHECK(!accepts<codec>(later));
  store_le(&later[6], std::uint16_t{2});
  CHECK(accepts<codec>(later));
  for (const std::size_t at : {2u, 4u}) {  // another template, another schema
    bytes other = encoded<codec>(sample);
    other[at] = 9;
    CHECK(!accepts<codec>(other));
  }
}

void test_json() {
  current = "json";
  using codec = json_codec;
  const Account sample = bench::sample_message<Account>();
  const auto reads_sample = [&sample](std::string_view text) {
    Account account = sample;
    account.orders.resize(5);
    return decodes<codec>(text_bytes(text), account) && account == sample;
  };
  // Reordered members, white space everywhere, escapes, unknown members, equal names.
  CHECK(reads_sample(R"( { "orders" : [ { "volume" : 1e3 , "price":1.23456, "type":0, "side":0,
      "symbol":"EUR\u0055SD" , "id" : 1.0 } , {"id":2,"symbol":"EURUSD","side":1,"type":1,
      "price":1,"volume":100,"more":{"a":[1,"}",null,{}]}}
      ,{"id":3,"symbol":"EURUSD", "side":0,"type":2,"price":1.5,"volume":10.0}
      ] , "extra" : [ ] , "wallet" : { "amount" : 1.0e+3 , "curr\u0065ncy" : "USD" } ,
      "name" : "x", "name" : "Test", "id" : 1 } )"));
  // A space at each position that could confuse the predicting decoder.
  const bytes compact = encoded<codec>(sample);
  for (std::size_t at = 0; at <= compact.size(); ++at) {
    bytes spaced = compact;
    spaced.insert(spaced.begin() + static_cast<std::ptrdiff_t>(at), ' ');
    Account account;
    const bool accepted = decodes<codec>(spaced, account);
    const bool at_token =
        at == 0 || at == compact.size() ||
        std::string_view("{}[],:").find(static_cast<char>(compact[at])) != std::string_view::npos ||
        std::string_view("{}[],:").find(static_cast<char>(compact[at - 1])) !=
            std::string_view::npos;
    if (at_token) CHECK(accepted && account == sample);
  }
  Account account = sample;
  CHECK(decodes<codec>(text_bytes("{}"), account) && account == Account());
  CHECK(decodes<codec>(text_bytes(R"({"wallet":null,"orders":[]})"), account) &&
        account == Account());
  CHECK(decodes<codec>(text_bytes(R"({"id":1,"name":"x","wallet": null})"), account) &&
        !account.wallet);
  CHECK(decodes<codec>(text_bytes(R"({"wallet":{"amount":5},"wallet":{}})"), account));
  CHECK(account.wallet->amount == 0);
  for (const char* const text : {"",
                                 "{",
                                 "null",
                                 "[]",
                                 "{} x",
                                 "{}{}",
                                 "{,}",
                                 R"({"id":1,})",
                                 R"({"id" 1})",
                                 R"({"id":})",
                                 R"({"id":01})",
                                 R"({"id":1.5})",
                                 R"({"id":2147483648})",
                                 R"({"id":-2147483649})",
                                 R"({"id":null})",
                                 R"({"name":1})",
                                 R"({"name":"\x"})",
                                 R"({"orders":{}})",
                                 R"({"orders":[,]})",
                                 R"({"orders":[{}],})",
                                 R"({"orders":[{}})",
                                 R"({"orders":[{},]})",
                                 R"({"wallet":[]})",
                                 R"({"x":[1,]})",
                                 R"({"x":tru})",
                                 R"({"x":"\ud800"})",
                                 R"({"wallet":{"amount":1e999}})",
                                 R"({"orders":[{"price":.5}]})",
                                 R"({"id":1 "name":"x"})"}) {
    CHECK(!accepts<codec>(text_bytes(text)));
  }
  const std::string name_key = R"({"name":")";
  CHECK(!accepts<codec>(text_bytes(name_key + "\x01\"}")));
  CHECK(!accepts<codec>(text_bytes(name_key + "\xff\"}")));
  CHECK(
      accepts<codec>(text_bytes(R"({"x":)" + std::string(128, '[') + std::string(128, ']') + "}")));
  CHECK(!accepts<codec>(
      text_bytes(R"({"x":)" + std::string(129, '[') + std::string(129, ']') + "}")));
}

void test_msgpack() {
  current = "msgpack";
  using codec = msgpack_codec;
  const Account sample = bench::sample_message<Account>();
  Account account = sample;
  const auto reads = [&account](std::string_view message) {
    return decodes<codec>(text_bytes(message), account);
  };
  // Members in any order and unknown ones, of every kind.
  CHECK(reads(
      "\x85\xa1x\x92\xc3\x81\xa0\xd9\x01z\xa1y\xc7\x01\x05!\xa4name\xa1n\xa1z\xd6\x01\0\0\0\0\xa2id"
      "\xd0\xff"sv));
  CHECK(account.id == -1 && account.name == "n" && !account.wallet && account.orders.empty());
  // The last of several values counts, but nil is none. Other forms of numbers and lengths.
  CHECK(
      reads("\x84\xa2id\xcc\x07\xa2id\xc0\xa4name\xd9\x01x\xa6wallet\x81\xa6"
            "amount\xca\x3f\xc0\x00\x00"sv));
  CHECK(account.id == 7 && account.name == "x" && account.wallet->amount == 1.5);
  CHECK(reads("\x81\xa6orders\xdc\x00\x01\x81\xa6volume\xd1\xff\xfe"sv));
  CHECK(account.orders.size() == 1 && account.orders[0].volume == -2);
  CHECK(reads("\x80"sv) && account == Account());
  for (const std::string_view message :
       {"\xc0"sv, "\x90"sv, "\x80\xc0"sv, "\x81"sv, "\x81\x01\x01"sv, "\x81\xa2id\xa1x"sv,
        "\x81\xa2id\xce\x80\x00\x00\x00"sv, "\x81\xa4name\x01"sv, "\x81\xa4name\xa1\xff"sv,
        "\x81\xa1x\xc1"sv, "\x81\xa6orders\xdd\xff\xff\xff\xff"sv,
        "\x81\xa1x\xdf\xff\xff\xff\xff"sv}) {
    CHECK(!reads(message));
  }
  CHECK(reads("\x81\xa1x" + std::string(99, '\x91') + "\x90"));
  CHECK(!reads("\x81\xa1x" + std::string(101, '\x91') + "\x90"));
}

}  // namespace

int main() {
  check_golden<protobuf_codec>("protobuf-36.0.bin", true);
  check_golden<capnp_codec>("capnp-1.4.0.bin", true);
  check_golden<flatbuffers_codec>("flatbuffers-25.12.19.bin", false);
  check_golden<sbe_codec>("sbe-1.38.1.bin", true);
  check_golden<json_codec>("json-rapidjson-1.1.0+dfsg2.bin", true);
  check_golden<json_codec>("json-json-c-0.16.bin", false);
  check_golden<msgpack_codec>("msgpack-cxx-4.1.3-map.bin", false);

  check_codec<protobuf_codec>();
  check_codec<capnp_codec>();
  check_codec<flatbuffers_codec>();
  check_codec<json_codec>();
  check_codec<msgpack_codec>();
  check_codec<cdr_le_codec>();
  check_codec<cdr_be_codec>();
  current = "sbe";
  check_round_trip<sbe_codec>(bench::sample_message<Account>());
  for (const Account& account : bench::mixed_messages<Account>(256, sbe_codec::longest_symbol)) {
    check_round_trip<sbe_codec>(account);
  }

  check_absent_wallet<protobuf_codec>();
  check_absent_wallet<capnp_codec>();
  check_absent_wallet<flatbuffers_codec>();
  check_absent_wallet<json_codec>();
  check_absent_wallet<msgpack_codec>();
  check_absent_wallet<cdr_le_codec>();
  check_absent_wallet<cdr_be_codec>();

  test_protobuf();
  test_capnp();
  test_flatbuffers();
  test_sbe();
  test_cdr();
  test_json();
  test_msgpack();
  std::puts("bounds: ok");
}
