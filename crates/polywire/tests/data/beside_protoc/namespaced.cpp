// Types in namespaces that were chosen, beside those of protoc.
#include "ledger.pb.h"
#include "ledger.protobuf.hpp"

static_assert(!std::is_same_v<acme::books::Account, ledger::Account>);

std::int64_t seconds(const acme::wire::google::protobuf::Timestamp& at) {
  return google::protobuf::Timestamp().seconds() + at.seconds;
}
