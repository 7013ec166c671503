// The hand-written codec, with the generated types.
#include <cstdint>
#include <span>
#include <vector>

#include "../bounds/cdr.hpp"
#include "generated/trade.hpp"
#include "implementations.hpp"

namespace {

template <class Bound>
class codec {
 public:
  using value_type = trade::Account;

  std::span<const std::uint8_t> encode(const trade::Account& account) {
    const std::size_t size = Bound::encode(account, memory_);
    return {memory_.data(), size == bounds::refused ? 0 : size};
  }

  bool decode(trade::Account& account, std::span<const std::uint8_t> message) {
    return Bound::decode(account, message);
  }

 private:
  std::vector<std::uint8_t> memory_ = std::vector<std::uint8_t>(1 << 14);
};

}  // namespace

void bench::add_bound(operations& all, const pair& accounts) {
  add_all<codec<bounds::cdr_le>>(all, accounts.little, "bound");
  add_all<codec<bounds::cdr_be>>(all, accounts.big, "bound");
}
