// FastBinaryEncoding: types generated from the schema of the published comparison.
#include "../bounds/fbe.hpp"

#include <benchmark/benchmark.h>

#include "generated.hpp"
#include "harness.hpp"
#include "trade.fbe.hpp"
#include "trade.fbe_final.hpp"

namespace compare {
namespace {

BOUND_CODEC(fbe);
BOUND_CODEC(fbe_final);
GENERATED_CODEC(fbe);
GENERATED_CODEC(fbe_final);

constexpr int longest_symbol = 12;

bytes encoded(auto codec, const Account& account) {
  bytes out(most_bytes);
  const std::size_t size = codec.encode(account, out);
  const std::uint8_t* const begin = codec.output(out);
  return {begin, begin + size};
}

template <class Bound, class Generated>
void add(const std::string& format) {
  for (const Account& account : bench::mixed_messages<Account>(256, longest_symbol)) {
    if (encoded(Bound(), account) != encoded(Generated(), account)) fail(format, "messages differ");
  }
  add_memcpy<Bound>(format);
  add_codec<Bound>(format, "bound", longest_symbol);
  add_codec<Generated>(format, "generated", longest_symbol);
}

}  // namespace
}  // namespace compare

int main(int argc, char** argv) {
  compare::add<compare::bound_fbe, compare::generated_fbe>("fbe");
  compare::add<compare::bound_fbe_final, compare::generated_fbe_final>("fbe_final");
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
