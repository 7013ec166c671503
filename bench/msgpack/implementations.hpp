// What the implementations share: the messages that a codec writes and reads.
#pragma once

#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "../interleaved.hpp"
#include "trade.hpp"

namespace implementations {

using bench::keep;
using bench::operation;
using bench::repeated;
using bench::require;
using trade::Account;
using input = std::span<const std::uint8_t>;
using bytes = std::vector<std::uint8_t>;

/// The messages of a codec: what it writes, which it has to read as the same values.
template <class Codec>
struct workload {
  Codec codec;
  std::vector<Account> values;
  std::vector<bytes> messages;
  Account target;
  std::size_t next = 0;

  explicit workload(const std::vector<Account>& accounts) : values(accounts) {
    for (const Account& account : values) {
      const input message = codec.encode(account);
      require(!message.empty(), "a message cannot be written");
      messages.emplace_back(message.begin(), message.end());
      require(codec.decode(target, messages.back()) && target == account, "values differ");
    }
  }

  std::size_t turn() {
    const std::size_t at = next;
    next = at + 1 == values.size() ? 0 : at + 1;
    return at;
  }
};

template <class Codec>
void add(std::vector<operation>& all, const std::string& name,
         const std::vector<Account>& accounts) {
  const auto work = std::make_shared<workload<Codec>>(accounts);
  all.push_back(
      repeated(name + "/encode", [work] { keep(work->codec.encode(work->values[work->turn()])); }));
  all.push_back(repeated(name + "/decode", [work] {
    if (!work->codec.decode(work->target, work->messages[work->turn()])) std::abort();
    keep(work->target);
  }));
}

// Each in a file of its own, so that compilers inline as much of it as of a program's own codec.
void add_generated(std::vector<operation>& all, const std::string& name,
                   const std::vector<Account>& accounts);
void add_by_hand(std::vector<operation>& all, const std::string& name,
                 const std::vector<Account>& accounts);
void add_msgpack_cxx(std::vector<operation>& all, const std::string& name,
                     const std::vector<Account>& accounts);

}  // namespace implementations
