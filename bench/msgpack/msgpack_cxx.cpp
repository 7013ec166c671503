#include "../peers/msgpack.hpp"
#include "implementations.hpp"
#include "trade.describe.hpp"

namespace implementations {

void add_msgpack_cxx(std::vector<operation>& all, const std::string& name,
                     const std::vector<Account>& accounts) {
  add<peers::msgpack_codec<Account>>(all, name + "/msgpack-cxx", accounts);
}

}  // namespace implementations
