// Avro for C, used as in other measurements.
#include "../peers/avro_c.hpp"

#include "generated/trade.describe.hpp"
#include "implementations.hpp"

namespace {

struct codec : peers::avro_c_codec<trade::Account> {
  using value_type = trade::Account;
};

}  // namespace

namespace bench {

void add_avro_c_accounts(operations& all, const sample& accounts) {
  add_both<codec>(all, accounts, "Avro for C");
}

}  // namespace bench
