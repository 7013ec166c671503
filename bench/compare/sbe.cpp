#include "../bounds/sbe.hpp"

#include "formats.hpp"
#include "generated.hpp"
#include "harness.hpp"

#if __has_include("trade.sbe.hpp")
#include "trade.sbe.hpp"
#define HAS_GENERATED
#endif
#if __has_include("trade.borrowed.sbe.hpp")
#include "trade.borrowed.sbe.hpp"
#define HAS_BORROWED
#endif

namespace compare {

void add_sbe() {
  constexpr int longest_symbol = 10;  // char[10]
  BOUND_CODEC(sbe);
  add_memcpy<bound_sbe>("sbe");
  add_codec<bound_sbe>("sbe", "bound", longest_symbol);
#if defined(HAS_GENERATED)
  GENERATED_CODEC(sbe);
  add_codec<generated_sbe>("sbe", "generated", longest_symbol);
#endif
#if defined(HAS_BORROWED)
  BORROWED_CODEC(sbe);
  add_codec<borrowed_sbe>("sbe", "borrowed", longest_symbol);
#endif
}

}  // namespace compare
