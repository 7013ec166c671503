// The generated code.
#pragma once

#include <cstdint>

#include "../capnp/visit.hpp"
#include "generated/example-schema.sbe.hpp"
#include "generated/example-schema.sbe.view.hpp"
#include "generated/trade.sbe.hpp"
#include "generated/trade.sbe.view.hpp"

namespace ours {

inline void visit_all(const polywire::sbe::view<sbe::Account>& account, visit::digest& sum) {
  sum.add(static_cast<std::uint64_t>(account.id()));
  const auto wallet = account.wallet();
  sum.add(wallet.currency());
  sum.add(wallet.amount());
  for (const auto& entry : account.orders()) visit::visit_order(entry.order(), sum);
  sum.add(account.name());
}

inline void visit_all(const polywire::sbe::view<baseline::Car>& car, visit::digest& sum) {
  sum.add(car.serialNumber());
  sum.add(std::uint64_t{car.modelYear()});
  sum.add(static_cast<std::uint64_t>(car.available()));
  sum.add(static_cast<std::uint64_t>(car.code()));
  for (const std::uint32_t number : car.someNumbers()) sum.add(std::uint64_t{number});
  sum.add(car.vehicleCode());
  const auto engine = car.engine();
  sum.add(std::uint64_t{engine.capacity()});
  sum.add(std::uint64_t{engine.numCylinders()});
  sum.add(engine.manufacturerCode());
  sum.add(static_cast<std::uint64_t>(engine.efficiency()));
  sum.add(static_cast<std::uint64_t>(engine.boosterEnabled()));
  sum.add(std::uint64_t{engine.booster().horsePower()});
  for (const auto& figure : car.fuelFigures()) {
    sum.add(std::uint64_t{figure.speed()});
    sum.add(figure.mpg());
    sum.add(figure.usageDescription());
  }
  for (const auto& figure : car.performanceFigures()) {
    sum.add(std::uint64_t{figure.octaneRating()});
    for (const auto& step : figure.acceleration()) {
      sum.add(std::uint64_t{step.mph()});
      sum.add(step.seconds());
    }
  }
  sum.add(car.manufacturer());
  sum.add(car.model());
  sum.add(car.activationCode());
}

}  // namespace ours
