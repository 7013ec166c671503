#include "../bounds/sbe.hpp"

#include "formats.hpp"
#include "harness.hpp"

#if defined(POLYWIRE_GENERATED)
#include "generated.hpp"
#include "trade.sbe.hpp"
#endif

namespace compare {

void add_sbe() {
  constexpr int longest_symbol = 10;  // char[10]
  BOUND_CODEC(sbe);
  add_memcpy<bound_sbe>("sbe");
  add_codec<bound_sbe>("sbe", "bound", longest_symbol);
#if defined(POLYWIRE_GENERATED)
  POLYWIRE_GENERATED_CODEC(sbe);
  add_codec<generated_sbe>("sbe", "generated", longest_symbol);
#endif
}

}  // namespace compare
