// Types in a separate namespace, beside those of protoc.
#include "ledger.pb.h"
#include "ledger.protobuf.hpp"

static_assert(!std::is_same_v<acme::wire::ledger::Account, ledger::Account>);

std::int64_t seconds(const acme::wire::google::protobuf::Timestamp& at) {
  return google::protobuf::Timestamp().seconds() + at.seconds;
}
