// Accounts and shipments, written and read by generated code, Avro for C++ and Avro for C.
//
// The arguments are those of interleaved.hpp.
#include <cstring>

#include "implementations.hpp"

namespace {

using bench::operations;
using bench::sample;

void add_copy(operations& all, const sample& sample) {
  const auto copy = [messages = sample.messages, at = std::size_t{0},
                     to = bench::bytes(1 << 16)]() mutable {
    const bench::bytes& from = bench::next(messages, at);
    std::memcpy(to.data(), from.data(), from.size());
    bench::keep(to);
  };
  all.push_back(bench::repeated(sample.name + "/copy", copy));
}

void add_accounts(operations& all, const sample& accounts) {
  add_copy(all, accounts);
  bench::add_generated_accounts(all, accounts);
#ifdef HAS_AVRO_CPP
  bench::add_avro_cpp_accounts(all, accounts);
#endif
#ifdef HAS_AVRO_C
  bench::add_avro_c_accounts(all, accounts);
#endif
}

void add_shipments(operations& all, const sample& shipments) {
  add_copy(all, shipments);
  bench::add_generated_shipments(all, shipments);
#ifdef HAS_AVRO_CPP
  bench::add_avro_cpp_shipments(all, shipments);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  operations all;
  for (const sample& accounts : bench::account_samples()) add_accounts(all, accounts);
  add_shipments(all, bench::shipment_sample());
  return bench::main_of(all, argc, argv);
}
