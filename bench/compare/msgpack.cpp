#include "../bounds/msgpack.hpp"

#include "formats.hpp"
#include "generated.hpp"
#include "harness.hpp"

#if __has_include("trade.msgpack.hpp")
#include "trade.msgpack.hpp"
#define HAS_GENERATED
#endif
#if __has_include("trade.borrowed.msgpack.hpp")
#include "trade.borrowed.msgpack.hpp"
#define HAS_BORROWED
#endif

namespace compare {

void add_msgpack() {
  BOUND_CODEC(msgpack);
  add_memcpy<bound_msgpack>("msgpack");
  add_codec<bound_msgpack>("msgpack", "bound", 12);
#if defined(HAS_GENERATED)
  GENERATED_CODEC(msgpack);
  add_codec<generated_msgpack>("msgpack", "generated", 12);
#endif
#if defined(HAS_BORROWED)
  BORROWED_CODEC(msgpack);
  add_codec<borrowed_msgpack>("msgpack", "borrowed", 12);
#endif
}

}  // namespace compare
