#include "../bounds/capnp.hpp"

#include "formats.hpp"
#include "harness.hpp"

#if defined(POLYWIRE_GENERATED)
#include "generated.hpp"
#include "trade.capnp.hpp"
#endif
#if defined(POLYWIRE_PEER_CAPNP)
#include "../peers/capnp.hpp"
#endif

namespace compare {

void add_capnp() {
  constexpr int longest_symbol = 12;
  BOUND_CODEC(capnp);
  add_memcpy<bound_capnp>("capnp");
  add_codec<bound_capnp>("capnp", "bound", longest_symbol);
#if defined(POLYWIRE_GENERATED)
  POLYWIRE_GENERATED_CODEC(capnp);
  add_codec<generated_capnp>("capnp", "generated", longest_symbol);
#endif
#if defined(POLYWIRE_PEER_CAPNP)
  add_codec<peers::capnp_values>("capnp", "peer", longest_symbol);
#endif
}

}  // namespace compare
