// The trade model as maps of MessagePack, written and read by generated code, by a codec by hand
// with the same checks, and by msgpack-cxx: the published message, and 256 different ones.
#include "../messages.hpp"
#include "implementations.hpp"

namespace {

using namespace implementations;

void add_all(std::vector<operation>& all, const std::string& name,
             const std::vector<Account>& accounts) {
  add_generated(all, name, accounts);
  add_by_hand(all, name, accounts);
  add_msgpack_cxx(all, name, accounts);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<operation> all;
  add_all(all, "sample", {bench::sample_message<Account>()});
  add_all(all, "mix", bench::mixed_messages<Account>(256, 12));
  return bench::main_of(all, argc, argv);
}
