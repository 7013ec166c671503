// eProsima Fast CDR, as `polywire bench` measures it.
#include "../peers/fastcdr.hpp"
#include "generated/trade.describe.hpp"
#include "implementations.hpp"

namespace {

class codec : public peers::fastcdr_codec<trade::Account> {
 public:
  using value_type = trade::Account;
  // It skips the octets of padding when it writes.
  static constexpr bool leaves_padding = true;
};

}  // namespace

void bench::add_fast_cdr(operations& all, const pair& accounts) {
  add_all<codec>(all, accounts.little, "fast_cdr");
}
