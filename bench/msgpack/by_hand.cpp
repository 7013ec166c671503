#include "../bounds/msgpack.hpp"
#include "implementations.hpp"

namespace {

using namespace implementations;

class by_hand {
 public:
  input encode(const Account& account) {
    const std::size_t size = bounds::msgpack::encode(account, out_);
    return size == bounds::refused ? input() : input(out_).first(size);
  }
  bool decode(Account& account, input message) { return bounds::msgpack::decode(account, message); }

 private:
  bytes out_ = bytes(1 << 14);
};

}  // namespace

namespace implementations {

void add_by_hand(std::vector<operation>& all, const std::string& name,
                 const std::vector<Account>& accounts) {
  add<by_hand>(all, name + "/by_hand", accounts);
}

}  // namespace implementations
