// The generated code of a message that holds any type.
#include "../generated_codec.hpp"
#include "generated/any.cdr_le.hpp"
#include "implementations.hpp"

namespace {
GENERATED_CODEC(cdr_le);
}

bench::sample bench::without_garbage(const sample& any) {
  cdr_le_codec<wrapped::Holder> codec;
  wrapped::Holder value;
  require(codec.decode(value, any.messages[0]), "an any is refused");
  const auto written = codec.encode(value);
  return {any.name, {bytes(written.begin(), written.end())}};
}

void bench::add_generated_any(operations& all, const sample& any) {
  add_all<cdr_le_codec<wrapped::Holder>>(all, any, "generated");
}
