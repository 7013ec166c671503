// A translation unit during migration.
#define POLYWIRE_QUALIFIED_TYPES
#include "ledger.protobuf.hpp"
// Include protoc's header after Polywire's.
#include "ledger.pb.h"
// Requires both.
#include "both.hpp"

bool goes_round_ours_first() {
  return goes_round();
}
