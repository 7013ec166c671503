#include "../bounds/json.hpp"

#include "formats.hpp"
#include "harness.hpp"

#if defined(POLYWIRE_GENERATED)
#include "generated.hpp"
#include "trade.json.hpp"
#endif

namespace compare {

void add_json() {
  constexpr int longest_symbol = 12;
  BOUND_CODEC(json);
  add_memcpy<bound_json>("json");
  add_codec<bound_json>("json", "bound", longest_symbol);
#if defined(POLYWIRE_GENERATED)
  POLYWIRE_GENERATED_CODEC(json);
  add_codec<generated_json>("json", "generated", longest_symbol);
#endif
}

}  // namespace compare
