#include "implementations.hpp"
#include "trade.msgpack.hpp"

namespace {

using namespace implementations;

class generated {
 public:
  input encode(const Account& account) {
    return polywire::msgpack::encode(account, out_) ? input() : out_.span();
  }
  bool decode(Account& account, input message) {
    return !polywire::msgpack::decode(account, message);
  }

 private:
  polywire::buffer out_;
};

}  // namespace

namespace implementations {

void add_generated(std::vector<operation>& all, const std::string& name,
                   const std::vector<Account>& accounts) {
  add<generated>(all, name + "/ours", accounts);
}

}  // namespace implementations
