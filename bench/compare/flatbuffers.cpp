#include "../bounds/flatbuffers.hpp"

#include "formats.hpp"
#include "generated.hpp"
#include "harness.hpp"

#if __has_include("trade.flatbuffers.hpp")
#include "trade.flatbuffers.hpp"
#define HAS_GENERATED
#endif
#if __has_include("trade.borrowed.flatbuffers.hpp")
#include "trade.borrowed.flatbuffers.hpp"
#define HAS_BORROWED
#endif

namespace compare {

void add_flatbuffers() {
  constexpr int longest_symbol = 12;
  BOUND_CODEC(flatbuffers);
  add_memcpy<bound_flatbuffers>("flatbuffers");
  add_codec<bound_flatbuffers>("flatbuffers", "bound", longest_symbol);
#if defined(HAS_GENERATED)
  GENERATED_CODEC(flatbuffers);
  add_codec<generated_flatbuffers>("flatbuffers", "generated", longest_symbol);
#endif
#if defined(HAS_BORROWED)
  BORROWED_CODEC(flatbuffers);
  add_codec<borrowed_flatbuffers>("flatbuffers", "borrowed", longest_symbol);
#endif
}

}  // namespace compare
