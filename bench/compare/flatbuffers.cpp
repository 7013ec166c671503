#include "../bounds/flatbuffers.hpp"

#include "formats.hpp"
#include "harness.hpp"

#if defined(POLYWIRE_GENERATED)
#include "generated.hpp"
#include "trade.flatbuffers.hpp"
#endif

namespace compare {

void add_flatbuffers() {
  constexpr int longest_symbol = 12;
  BOUND_CODEC(flatbuffers);
  add_memcpy<bound_flatbuffers>("flatbuffers");
  add_codec<bound_flatbuffers>("flatbuffers", "bound", longest_symbol);
#if defined(POLYWIRE_GENERATED)
  POLYWIRE_GENERATED_CODEC(flatbuffers);
  add_codec<generated_flatbuffers>("flatbuffers", "generated", longest_symbol);
#endif
}

}  // namespace compare
