#include "../bounds/json.hpp"

#include "formats.hpp"
#include "generated.hpp"
#include "harness.hpp"

#if __has_include("trade.json_plain.hpp")
#include "trade.json_plain.hpp"
#define HAS_GENERATED
#endif
#if __has_include("trade.borrowed.json_plain.hpp")
#include "trade.borrowed.json_plain.hpp"
#define HAS_BORROWED
#endif

namespace compare {

void add_json() {
  constexpr int longest_symbol = 12;
  BOUND_CODEC(json);
  add_memcpy<bound_json>("json");
  add_codec<bound_json>("json", "bound", longest_symbol);
#if defined(HAS_GENERATED)
  GENERATED_CODEC(json_plain);
  add_codec<generated_json_plain>("json", "generated", longest_symbol);
#endif
#if defined(HAS_BORROWED)
  BORROWED_CODEC(json_plain);
  add_codec<borrowed_json_plain>("json", "borrowed", longest_symbol);
#endif
}

}  // namespace compare
