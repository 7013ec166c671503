// The generated code.
#include "../corba/generated_codec.hpp"
#include "generated/trade.xml.hpp"
#include "generated/trade.xml.validate.hpp"
#include "implementations.hpp"
#include "messages.hpp"

namespace {

GENERATED_CODEC(xml);

bench::sample written(std::string name, const std::vector<trade::Account>& accounts) {
  bench::sample made{std::move(name), {}};
  xml_codec<trade::Account> codec;
  for (const trade::Account& account : accounts) {
    const auto message = codec.encode(account);
    made.messages.emplace_back(message.begin(), message.end());
  }
  return made;
}

}  // namespace

std::vector<bench::sample> bench::account_samples() {
  messages::mixed mixed;
  return {written("account", messages::accounts()), written("256 accounts", mixed.make(256, 12)),
          written("1000 orders", {mixed.one(1000)})};
}

void bench::add_generated(operations& all, const sample& accounts) {
  add_all<xml_codec<trade::Account>>(all, accounts, "generated");
  all.push_back(repeated(accounts.name + "/generated/validate",
                         [messages = accounts.messages, at = std::size_t{0}]() mutable {
                           if (polywire::xml::validate<trade::Account>(next(messages, at)))
                             std::abort();
                         }));
}
