#include "../bounds/capnp.hpp"

#include "formats.hpp"
#include "generated.hpp"
#include "harness.hpp"

#if __has_include("trade.capnp.hpp")
#include "trade.capnp.hpp"
#define HAS_GENERATED
#endif
#if __has_include("trade.borrowed.capnp.hpp")
#include "trade.borrowed.capnp.hpp"
#define HAS_BORROWED
#endif

namespace compare {

void add_capnp() {
  constexpr int longest_symbol = 12;
  BOUND_CODEC(capnp);
  add_memcpy<bound_capnp>("capnp");
  add_codec<bound_capnp>("capnp", "bound", longest_symbol);
#if defined(HAS_GENERATED)
  GENERATED_CODEC(capnp);
  add_codec<generated_capnp>("capnp", "generated", longest_symbol);
#endif
#if defined(HAS_BORROWED)
  BORROWED_CODEC(capnp);
  add_codec<borrowed_capnp>("capnp", "borrowed", longest_symbol);
#endif
}

}  // namespace compare
