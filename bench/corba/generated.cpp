// The generated code.
#include <string>
#include <vector>

#include "../generated_codec.hpp"
#include "../messages.hpp"
#include "generated/trade.cdr_be.hpp"
#include "generated/trade.cdr_le.hpp"
#include "implementations.hpp"

namespace {

GENERATED_CODEC(cdr_le);
GENERATED_CODEC(cdr_be);

bench::pair pair_of(const std::string& name, const std::vector<trade::Account>& accounts) {
  return {bench::written<cdr_le_codec<trade::Account>>(name + "/little", accounts),
          bench::written<cdr_be_codec<trade::Account>>(name + "/big", accounts)};
}

}  // namespace

std::vector<bench::pair> bench::account_samples() {
  return {pair_of("sample", {sample_message<trade::Account>()}),
          pair_of("mix", mixed_messages<trade::Account>(256, 12))};
}

void bench::add_generated(operations& all, const pair& accounts) {
  add_all<cdr_le_codec<trade::Account>>(all, accounts.little, "generated");
  add_all<cdr_be_codec<trade::Account>>(all, accounts.big, "generated");
}
