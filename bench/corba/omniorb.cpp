// omniORB: the functions that omniidl prints, over a memory stream that is kept for writing.
#include <omniORB4/CORBA.h>
#include <omniORB4/cdrStream.h>
#include <omniORB4/codeSets.h>

#include <cstdint>
#include <span>

#include "implementations.hpp"
#include "official/trade.hh"

namespace {

/// ISO 8859-1, which is also the character set of the program, so that texts are copied.
void set_character_set(cdrStream& stream) {
  static omni::omniCodeSet::TCS_C* const characters =
      omni::omniCodeSet::getTCS_C(omni::omniCodeSet::ID_8859_1, GIOP::Version{1, 2});
  stream.TCS_C(characters);
}

template <class Value, bool IsLittle>
class codec {
 public:
  using value_type = Value;
  // It skips the octets of padding when it writes.
  static constexpr bool leaves_padding = true;

  codec() {
    set_character_set(to_);
    to_.setByteSwapFlag(IsLittle);
  }

  std::span<const std::uint8_t> encode(const Value& value) {
    to_.rewindPtrs();
    value >>= to_;
    return {static_cast<const std::uint8_t*>(to_.bufPtr()), to_.bufSize()};
  }

  bool decode(Value& value, std::span<const std::uint8_t> message) {
    cdrMemoryStream from(const_cast<std::uint8_t*>(message.data()), message.size());
    set_character_set(from);
    from.setByteSwapFlag(IsLittle);
    try {
      value <<= from;
      return true;
    } catch (const CORBA::Exception&) {
      return false;
    }
  }

 private:
  cdrMemoryStream to_;
};

template <bool IsLittle>
bench::sample any_of(const bench::sample& accounts) {
  codec<official::Account, IsLittle> typed;
  official::Account account;
  bench::require(typed.decode(account, accounts.messages[0]), "an account is refused");
  CORBA::Any any;
  any <<= account;
  cdrMemoryStream to(0, true);
  set_character_set(to);
  to.setByteSwapFlag(IsLittle);
  any >>= to;
  const auto* const begin = static_cast<const std::uint8_t*>(to.bufPtr());
  return {"any", {bench::bytes(begin, begin + to.bufSize())}};
}

}  // namespace

bench::sample bench::any_sample() {
  return any_of<true>(account_samples()[0].little);
}

void bench::add_omniorb(operations& all, const pair& accounts) {
  add_all<codec<official::Account, true>>(all, accounts.little, "omniorb");
  add_all<codec<official::Account, false>>(all, accounts.big, "omniorb");
}

void bench::add_omniorb_any(operations& all, const sample& any) {
  add_all<codec<CORBA::Any, true>>(all, any, "omniorb");
}
