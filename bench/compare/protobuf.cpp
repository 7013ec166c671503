#include "../bounds/protobuf.hpp"

#include "formats.hpp"
#include "harness.hpp"

#if defined(POLYWIRE_GENERATED)
#include "generated.hpp"
#include "trade.protobuf.hpp"
#endif
#if defined(POLYWIRE_PEER_PROTOBUF)
#include "../peers/protobuf.hpp"
#endif

namespace compare {

void add_protobuf() {
  constexpr int longest_symbol = 12;
  BOUND_CODEC(protobuf);
  add_memcpy<bound_protobuf>("protobuf");
  add_codec<bound_protobuf>("protobuf", "bound", longest_symbol);
#if defined(POLYWIRE_GENERATED)
  POLYWIRE_GENERATED_CODEC(protobuf);
  add_codec<generated_protobuf>("protobuf", "generated", longest_symbol);
#endif
#if defined(POLYWIRE_PEER_PROTOBUF)
  add_codec<peers::protobuf_values>("protobuf", "peer", longest_symbol);
  add_codec<peers::protobuf_messages>("protobuf", "peer-message", longest_symbol);
#endif
}

}  // namespace compare
