// Accounts and shipments, written and read by generated code, Avro for C++ and Avro for C.
//
// The arguments are those of interleaved.hpp.
#include "implementations.hpp"

namespace {

using bench::operations;
using bench::sample;

void add_accounts(operations& all, const sample& accounts) {
  bench::add_copy(all, accounts);
  bench::add_generated_accounts(all, accounts);
#ifdef HAS_AVRO_CPP
  bench::add_avro_cpp_accounts(all, accounts);
#endif
#ifdef HAS_AVRO_C
  bench::add_avro_c_accounts(all, accounts);
#endif
}

void add_shipments(operations& all, const sample& shipments) {
  bench::add_copy(all, shipments);
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
