// The messages: accounts of the trade model and shipments, as generated values.
#pragma once

#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "../messages.hpp"
#include "generated/shipment.hpp"
#include "generated/trade.hpp"

namespace messages {

inline std::vector<trade::Account> accounts() {
  return {bench::sample_message<trade::Account>()};
}

inline std::vector<trade::Account> mixed_accounts() {
  return bench::mixed_messages<trade::Account>(256, 8);
}

class shipments {
 public:
  std::vector<freight::Shipment> make(std::size_t count) {
    std::vector<freight::Shipment> made(count);
    for (freight::Shipment& it : made) fill(it);
    return made;
  }

 private:
  void fill(freight::Shipment& to) {
    to.id = between(1, 1'000'000'000);
    if (between(0, 3) == 0) to.note = text(10, 40);
    to.booked = decltype(to.booked){std::chrono::milliseconds{moment()}};
    to.due = decltype(to.due){
        decltype(to.due)::duration{static_cast<std::int32_t>(between(18'000, 21'000))}};
    to.price = decltype(to.price){between(100, 10'000'000)};
    for (auto& byte : to.customer) byte = static_cast<std::uint8_t>(between(0, 255));
    if (between(0, 1) != 0) {
      to.contact.emplace().name = text(6, 20);
      if (between(0, 1) != 0) to.contact->phone = text(8, 12);
    }
    for (const char* const name : {"gross", "net", "tare"}) {
      if (between(0, 3) != 0)
        to.weights.emplace(name, static_cast<double>(between(1, 90'000)) / 10);
    }
    to.legs.resize(static_cast<std::size_t>(between(1, 4)));
    for (freight::Leg& leg : to.legs) fill(leg);
  }

  void fill(freight::Leg& to) {
    to.from = text(4, 14);
    to.to = text(4, 14);
    to.mode = static_cast<freight::Mode>(between(0, 3));
    if (between(0, 3) != 0)
      to.departed = decltype(to.departed)::value_type{std::chrono::milliseconds{moment()}};
    to.stops.resize(static_cast<std::size_t>(between(0, 6)));
    for (std::int32_t& stop : to.stops) stop = static_cast<std::int32_t>(between(0, 5'000));
    switch (between(0, 2)) {
      case 0: to.load.value.emplace<1>(static_cast<std::int32_t>(between(1, 40'000))); break;
      case 1: to.load.value.emplace<2>(static_cast<double>(between(1, 400'000)) / 10); break;
      default: to.load.value.emplace<3>(text(3, 12)); break;
    }
  }

  std::int64_t moment() { return 1'700'000'000'000 + between(0, 100'000'000'000); }

  std::string text(std::int64_t shortest, std::int64_t longest) {
    std::string made(static_cast<std::size_t>(between(shortest, longest)), ' ');
    for (char& it : made) it = static_cast<char>('a' + between(0, 25));
    return made;
  }

  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }

  std::mt19937_64 random_{42};
};

}  // namespace messages
