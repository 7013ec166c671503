// The generated code.
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>

#include "generated/shipment.avro.hpp"
#include "generated/trade.avro.hpp"
#include "generated/trade.avro_known.hpp"
#include "generated/trade.avro_resolved.hpp"
#include "implementations.hpp"
#include "messages.hpp"

namespace {

template <class Value>
class codec {
 public:
  using value_type = Value;

  std::span<const std::uint8_t> encode(const Value& value) {
    if (polywire::avro::encode(value, buffer_)) return {};
    return buffer_.span();
  }

  bool decode(Value& value, std::span<const std::uint8_t> message) {
    return !polywire::avro::decode(value, message);
  }

 private:
  polywire::buffer buffer_;
};

/// The schema of accounts, as a value.
class account_schema {
 public:
  operator const avro::Schema&() const { return schema_; }

 private:
  using fields = std::initializer_list<std::pair<const char*, std::uint32_t>>;

  std::uint32_t add(avro::Kind kind, const char* name = "") {
    avro::Node& node = schema_.nodes.emplace_back();
    node.kind = kind;
    node.name = name;
    return static_cast<std::uint32_t>(schema_.nodes.size() - 1);
  }

  std::uint32_t add_enum(const char* name, std::initializer_list<const char*> symbols) {
    const std::uint32_t at = add(avro::Kind::enum_, name);
    schema_.nodes[at].symbols.assign(symbols.begin(), symbols.end());
    return at;
  }

  std::uint32_t add_record(const char* name, fields all) {
    const std::uint32_t at = add(avro::Kind::record, name);
    for (const auto& [field, node] : all) schema_.nodes[at].fields.push_back({field, node});
    return at;
  }

  std::uint32_t add_array(std::uint32_t items) {
    const std::uint32_t at = add(avro::Kind::array);
    schema_.nodes[at].items = items;
    return at;
  }

  std::uint32_t add_account() {
    const std::uint32_t number = add(avro::Kind::int_), text = add(avro::Kind::string);
    const std::uint32_t amount = add(avro::Kind::double_);
    const std::uint32_t wallet = add_record("Balance", {{"currency", text}, {"amount", amount}});
    const std::uint32_t side = add_enum("Side", {"buy", "sell"});
    const std::uint32_t type = add_enum("Type", {"market", "limit", "stop"});
    const std::uint32_t order = add_record("Order", {{"id", number},
                                                     {"symbol", text},
                                                     {"side", side},
                                                     {"type", type},
                                                     {"price", amount},
                                                     {"volume", amount}});
    const std::uint32_t orders = add_array(order);
    return add_record("Account",
                      {{"id", number}, {"name", text}, {"wallet", wallet}, {"orders", orders}});
  }

  avro::Schema schema_;
  // In the order of initialization, the nodes come first.
  const std::uint32_t root_ = schema_.root = add_account();
};

/// Reads accounts by a decoder for the pair of a writer's schema and their own, here the same.
class pair_codec : public codec<trade::Account> {
 public:
  bool decode(trade::Account& value, std::span<const std::uint8_t> message) {
    return !polywire::avro_known::decode(value, message);
  }
};

/// Reads accounts by a schema that is a value at run time, here their own.
class resolving_codec : public codec<trade::Account> {
 public:
  bool decode(trade::Account& value, std::span<const std::uint8_t> message) {
    return !polywire::avro_resolved::decode(value, message, schema_);
  }

 private:
  account_schema schema_;
};

template <class Value>
bench::sample sample_of(std::string name, const std::vector<Value>& values) {
  codec<Value> codec;
  bench::sample made{std::move(name), {}};
  for (const Value& value : values) {
    const auto message = codec.encode(value);
    bench::require(!message.empty(), "a message cannot be written");
    made.messages.emplace_back(message.begin(), message.end());
  }
  return made;
}

}  // namespace

namespace bench {

std::vector<sample> account_samples() {
  return {sample_of("account", messages::accounts()),
          sample_of("256 accounts", messages::mixed_accounts())};
}

sample shipment_sample() {
  return sample_of("256 shipments", messages::shipments().make(256));
}

void add_generated_accounts(operations& all, const sample& accounts) {
  add_both<codec<trade::Account>>(all, accounts, "generated");
  add_decode(all, accounts.name + "/generated/decode, for a pair",
             std::make_shared<work<pair_codec>>(accounts));
  add_decode(all, accounts.name + "/generated/decode, resolving",
             std::make_shared<work<resolving_codec>>(accounts));
}

void add_generated_shipments(operations& all, const sample& shipments) {
  add_both<codec<freight::Shipment>>(all, shipments, "generated");
}

}  // namespace bench
