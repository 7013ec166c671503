// Accounts, written and read by generated code, a hand-written codec, omniORB and Fast CDR.
//
// The arguments are those of interleaved.hpp.
#include <omniORB4/CORBA.h>

#include "implementations.hpp"

namespace {

using bench::operations;
using bench::sample;

}  // namespace

int main(int argc, char** argv) {
  int no_options = 1;
  const CORBA::ORB_var orb = CORBA::ORB_init(no_options, argv);
  operations all;
  for (const bench::pair& accounts : bench::account_samples()) {
    bench::add_copy(all, accounts.little);
    bench::add_generated(all, accounts);
    bench::add_bound(all, accounts);
    bench::add_omniorb(all, accounts);
#ifdef HAS_FAST_CDR
    bench::add_fast_cdr(all, accounts);
#endif
  }
  const sample any = bench::without_garbage(bench::any_sample());
  bench::add_generated_any(all, any);
  bench::add_omniorb_any(all, any);
  return bench::main_of(all, argc, argv);
}
