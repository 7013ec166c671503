#include "../bounds/protobuf.hpp"

#include "formats.hpp"
#include "generated.hpp"
#include "harness.hpp"

#if __has_include("trade.protobuf.hpp")
#include "trade.protobuf.hpp"
#define HAS_GENERATED
#endif
#if __has_include("trade.borrowed.protobuf.hpp")
#include "trade.borrowed.protobuf.hpp"
#define HAS_BORROWED
#endif

namespace compare {

void add_protobuf() {
  constexpr int longest_symbol = 12;
  BOUND_CODEC(protobuf);
  add_memcpy<bound_protobuf>("protobuf");
  add_codec<bound_protobuf>("protobuf", "bound", longest_symbol);
#if defined(HAS_GENERATED)
  GENERATED_CODEC(protobuf);
  add_codec<generated_protobuf>("protobuf", "generated", longest_symbol);
#endif
#if defined(HAS_BORROWED)
  BORROWED_CODEC(protobuf);
  add_codec<borrowed_protobuf>("protobuf", "borrowed", longest_symbol);
#endif
}

}  // namespace compare
