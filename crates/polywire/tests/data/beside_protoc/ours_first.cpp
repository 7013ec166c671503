// A translation unit that is about to move.
#define POLYWIRE_QUALIFIED_TYPES
#include "ledger.protobuf.hpp"
// Theirs behind ours.
#include "ledger.pb.h"
// Both are there.
#include "both.hpp"

bool goes_round_ours_first() {
  return goes_round();
}
