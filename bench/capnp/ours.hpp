// The generated code.
#pragma once

#include <cstdint>
#include <span>

#include "generated/messages.capnp.checked.hpp"
#include "generated/messages.capnp.hpp"
#include "generated/messages.capnp.view.hpp"
#include "visit.hpp"

namespace ours {

inline void visit_all(const polywire::capnp::view<bench::Account>& account, visit::digest& sum) {
  sum.add(static_cast<std::uint64_t>(account.id()));
  sum.add(account.name());
  if (const auto wallet = account.wallet()) {
    sum.add(wallet->currency());
    sum.add(wallet->amount());
  }
  for (const auto& order : account.orders()) visit::visit_order(order, sum);
}

inline void visit_all(const polywire::capnp::view<bench::Lot>& lot, visit::digest& sum) {
  for (const auto& car : lot.cars()) {
    sum.add(car.maker());
    sum.add(car.model());
    sum.add(static_cast<std::uint64_t>(car.color()));
    sum.add(std::uint64_t{car.seats()});
    sum.add(std::uint64_t{car.doors()});
    for (const auto& wheel : car.wheels()) {
      sum.add(std::uint64_t{wheel.diameter()});
      sum.add(wheel.pressure());
      sum.add(std::uint64_t{wheel.snow()});
    }
    sum.add(std::uint64_t{car.length()});
    sum.add(std::uint64_t{car.width()});
    sum.add(std::uint64_t{car.height()});
    sum.add(std::uint64_t{car.weight()});
    if (const auto engine = car.engine()) {
      sum.add(std::uint64_t{engine->power()});
      sum.add(std::uint64_t{engine->cylinders()});
      sum.add(std::uint64_t{engine->displacement()});
      sum.add(std::uint64_t{engine->gas()});
      sum.add(std::uint64_t{engine->electric()});
    }
    sum.add(car.tankSize());
    sum.add(car.tankLevel());
    sum.add(std::uint64_t{car.powerWindows()});
    sum.add(std::uint64_t{car.powerSteering()});
    sum.add(std::uint64_t{car.cruiseControl()});
    sum.add(std::uint64_t{car.cupHolders()});
    sum.add(std::uint64_t{car.navigation()});
  }
}

inline void visit_all(const polywire::capnp::view<bench::Ranking>& ranking, visit::digest& sum) {
  for (const auto& result : ranking.results()) {
    sum.add(result.url());
    sum.add(result.score());
    sum.add(result.snippet());
  }
}

}  // namespace ours
