// Accounts as documents of an XML Schema, written and read by generated code, pugixml, libxml2 and
// CodeSynthesis XSD.
//
// The arguments are those of interleaved.hpp.
#include "implementations.hpp"

int main(int argc, char** argv) {
  bench::operations all;
  for (const bench::sample& accounts : bench::account_samples()) {
    bench::add_copy(all, accounts);
    bench::add_generated(all, accounts);
#ifdef HAS_PUGIXML
    bench::add_pugixml(all, accounts);
#endif
#ifdef HAS_LIBXML2
    bench::add_libxml2(all, accounts);
#endif
#ifdef HAS_XSD
    bench::add_xsd(all, accounts);
#endif
  }
  return bench::main_of(all, argc, argv);
}
