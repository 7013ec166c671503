// A migrated translation unit: it uses only Polywire's types, under the names that protoc's had.
#include "account.hpp"
#include "google/protobuf/timestamp.protobuf.hpp"
#include "ledger.protobuf.hpp"

std::string account_by_polywire() {
  ledger::Account account;
  account.id = 7;
  for (const std::int64_t cents : {250, 350}) {
    ledger::Entry entry{.text = "tea", .cents = cents};
    entry.at = polywire::well_known::Timestamp{.seconds = 1700000000};
    account.entries.push_back(std::move(entry));
  }
  polywire::buffer message;
  if (polywire::protobuf::encode(account, message)) return {};
  return std::string(polywire::as_text(message.span()));
}

std::int64_t sum_by_polywire(const std::string& message) {
  ledger::Account account;
  if (polywire::protobuf::decode(account, polywire::as_bytes(message))) return -1;
  std::int64_t sum = 0;
  for (const ledger::Entry& entry : account.entries) sum += entry.cents;
  return sum;
}
