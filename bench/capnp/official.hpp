// The same with the official library: a builder with scratch space and a flat output, readers of a
// flat array.
#pragma once

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <kj/io.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generated/messages.hpp"
#include "official/messages.capnp.h"
#include "visit.hpp"

namespace official {

inline kj::StringPtr given(const std::string& text) {
  return {text.c_str(), text.size()};
}

inline void take(std::string& target, ::capnp::Text::Reader text) {
  target.assign(text.begin(), text.size());
}

inline std::string_view shown(::capnp::Text::Reader text) {
  return {text.begin(), text.size()};
}

template <class Value>
struct types;
template <>
struct types<bench::Account> {
  using schema = bench_official::Account;
};
template <>
struct types<bench::Lot> {
  using schema = bench_official::Lot;
};
template <>
struct types<bench::Ranking> {
  using schema = bench_official::Ranking;
};

inline void build(const bench::Account& from, bench_official::Account::Builder to) {
  to.setId(from.id);
  to.setName(given(from.name));
  if (from.wallet) {
    auto wallet = to.initWallet();
    wallet.setCurrency(given(from.wallet->currency));
    wallet.setAmount(from.wallet->amount);
  }
  auto orders = to.initOrders(static_cast<unsigned>(from.orders.size()));
  unsigned at = 0;
  for (const bench::Order& order : from.orders) {
    auto made = orders[at++];
    made.setId(order.id);
    made.setSymbol(given(order.symbol));
    made.setSide(static_cast<bench_official::Side>(order.side));
    made.setType(static_cast<bench_official::Type>(order.type));
    made.setPrice(order.price);
    made.setVolume(order.volume);
  }
}

inline void build(const bench::Lot& from, bench_official::Lot::Builder to) {
  auto cars = to.initCars(static_cast<unsigned>(from.cars.size()));
  unsigned at = 0;
  for (const bench::Car& car : from.cars) {
    auto made = cars[at++];
    made.setMaker(given(car.maker));
    made.setModel(given(car.model));
    made.setColor(static_cast<bench_official::Color>(car.color));
    made.setSeats(car.seats);
    made.setDoors(car.doors);
    auto wheels = made.initWheels(static_cast<unsigned>(car.wheels.size()));
    unsigned wheel = 0;
    for (const bench::Wheel& each : car.wheels) {
      auto turned = wheels[wheel++];
      turned.setDiameter(each.diameter);
      turned.setPressure(each.pressure);
      turned.setSnow(each.snow);
    }
    made.setLength(car.length);
    made.setWidth(car.width);
    made.setHeight(car.height);
    made.setWeight(car.weight);
    if (car.engine) {
      auto engine = made.initEngine();
      engine.setPower(car.engine->power);
      engine.setCylinders(car.engine->cylinders);
      engine.setDisplacement(car.engine->displacement);
      engine.setGas(car.engine->gas);
      engine.setElectric(car.engine->electric);
    }
    made.setTankSize(car.tankSize);
    made.setTankLevel(car.tankLevel);
    made.setPowerWindows(car.powerWindows);
    made.setPowerSteering(car.powerSteering);
    made.setCruiseControl(car.cruiseControl);
    made.setCupHolders(car.cupHolders);
    made.setNavigation(car.navigation);
  }
}

inline void build(const bench::Ranking& from, bench_official::Ranking::Builder to) {
  auto results = to.initResults(static_cast<unsigned>(from.results.size()));
  unsigned at = 0;
  for (const bench::Result& result : from.results) {
    auto made = results[at++];
    made.setUrl(given(result.url));
    made.setScore(result.score);
    made.setSnippet(given(result.snippet));
  }
}

inline void read(bench_official::Account::Reader from, bench::Account& to) {
  to.id = from.getId();
  take(to.name, from.getName());
  if (from.hasWallet()) {
    if (!to.wallet) to.wallet.emplace();
    take(to.wallet->currency, from.getWallet().getCurrency());
    to.wallet->amount = from.getWallet().getAmount();
  } else {
    to.wallet.reset();
  }
  const auto orders = from.getOrders();
  to.orders.resize(orders.size());
  unsigned at = 0;
  for (bench::Order& order : to.orders) {
    const auto each = orders[at++];
    order.id = each.getId();
    take(order.symbol, each.getSymbol());
    order.side = static_cast<bench::Side>(each.getSide());
    order.type = static_cast<bench::Type>(each.getType());
    order.price = each.getPrice();
    order.volume = each.getVolume();
  }
}

inline void read(bench_official::Lot::Reader from, bench::Lot& to) {
  const auto cars = from.getCars();
  to.cars.resize(cars.size());
  unsigned at = 0;
  for (bench::Car& car : to.cars) {
    const auto each = cars[at++];
    take(car.maker, each.getMaker());
    take(car.model, each.getModel());
    car.color = static_cast<bench::Color>(each.getColor());
    car.seats = each.getSeats();
    car.doors = each.getDoors();
    const auto wheels = each.getWheels();
    car.wheels.resize(wheels.size());
    unsigned turned = 0;
    for (bench::Wheel& wheel : car.wheels) {
      const auto one = wheels[turned++];
      wheel.diameter = one.getDiameter();
      wheel.pressure = one.getPressure();
      wheel.snow = one.getSnow();
    }
    car.length = each.getLength();
    car.width = each.getWidth();
    car.height = each.getHeight();
    car.weight = each.getWeight();
    if (each.hasEngine()) {
      if (!car.engine) car.engine.emplace();
      const auto engine = each.getEngine();
      car.engine->power = engine.getPower();
      car.engine->cylinders = engine.getCylinders();
      car.engine->displacement = engine.getDisplacement();
      car.engine->gas = engine.getGas();
      car.engine->electric = engine.getElectric();
    } else {
      car.engine.reset();
    }
    car.tankSize = each.getTankSize();
    car.tankLevel = each.getTankLevel();
    car.powerWindows = each.getPowerWindows();
    car.powerSteering = each.getPowerSteering();
    car.cruiseControl = each.getCruiseControl();
    car.cupHolders = each.getCupHolders();
    car.navigation = each.getNavigation();
  }
}

inline void read(bench_official::Ranking::Reader from, bench::Ranking& to) {
  const auto results = from.getResults();
  to.results.resize(results.size());
  unsigned at = 0;
  for (bench::Result& result : to.results) {
    const auto each = results[at++];
    take(result.url, each.getUrl());
    result.score = each.getScore();
    take(result.snippet, each.getSnippet());
  }
}

inline void visit_all(bench_official::Account::Reader account, visit::digest& sum) {
  sum.add(static_cast<std::uint64_t>(account.getId()));
  sum.add(shown(account.getName()));
  if (account.hasWallet()) {
    const auto wallet = account.getWallet();
    sum.add(shown(wallet.getCurrency()));
    sum.add(wallet.getAmount());
  }
  for (const auto order : account.getOrders()) {
    sum.add(static_cast<std::uint64_t>(order.getId()));
    sum.add(shown(order.getSymbol()));
    sum.add(static_cast<std::uint64_t>(order.getSide()));
    sum.add(static_cast<std::uint64_t>(order.getType()));
    sum.add(order.getPrice());
    sum.add(order.getVolume());
  }
}

inline void visit_all(bench_official::Lot::Reader lot, visit::digest& sum) {
  for (const auto car : lot.getCars()) {
    sum.add(shown(car.getMaker()));
    sum.add(shown(car.getModel()));
    sum.add(static_cast<std::uint64_t>(car.getColor()));
    sum.add(std::uint64_t{car.getSeats()});
    sum.add(std::uint64_t{car.getDoors()});
    for (const auto wheel : car.getWheels()) {
      sum.add(std::uint64_t{wheel.getDiameter()});
      sum.add(wheel.getPressure());
      sum.add(std::uint64_t{wheel.getSnow()});
    }
    sum.add(std::uint64_t{car.getLength()});
    sum.add(std::uint64_t{car.getWidth()});
    sum.add(std::uint64_t{car.getHeight()});
    sum.add(std::uint64_t{car.getWeight()});
    if (car.hasEngine()) {
      const auto engine = car.getEngine();
      sum.add(std::uint64_t{engine.getPower()});
      sum.add(std::uint64_t{engine.getCylinders()});
      sum.add(std::uint64_t{engine.getDisplacement()});
      sum.add(std::uint64_t{engine.getGas()});
      sum.add(std::uint64_t{engine.getElectric()});
    }
    sum.add(car.getTankSize());
    sum.add(car.getTankLevel());
    sum.add(std::uint64_t{car.getPowerWindows()});
    sum.add(std::uint64_t{car.getPowerSteering()});
    sum.add(std::uint64_t{car.getCruiseControl()});
    sum.add(std::uint64_t{car.getCupHolders()});
    sum.add(std::uint64_t{car.getNavigation()});
  }
}

inline void visit_all(bench_official::Ranking::Reader ranking, visit::digest& sum) {
  for (const auto result : ranking.getResults()) {
    sum.add(shown(result.getUrl()));
    sum.add(result.getScore());
    sum.add(shown(result.getSnippet()));
  }
}

/// Writes messages; the scratch space is reused.
class writer {
 public:
  template <class Value>
  std::size_t encode(const Value& value, std::span<std::uint8_t> out) {
    ::capnp::MallocMessageBuilder message(kj::arrayPtr(scratch_.data(), scratch_.size()));
    build(value, message.initRoot<typename types<Value>::schema>());
    kj::ArrayOutputStream stream(kj::arrayPtr(out.data(), out.size()));
    ::capnp::writeMessage(stream, message);
    return stream.getArray().size();
  }

 private:
  std::vector<::capnp::word> scratch_ = std::vector<::capnp::word>(1 << 15);
};

inline ::capnp::FlatArrayMessageReader reader(std::span<const std::uint8_t> message) {
  return ::capnp::FlatArrayMessageReader(
      kj::arrayPtr(reinterpret_cast<const ::capnp::word*>(message.data()),
                   message.size() / sizeof(::capnp::word)));
}

template <class Value>
void decode(Value& value, std::span<const std::uint8_t> message) {
  auto from = reader(message);
  read(from.getRoot<typename types<Value>::schema>(), value);
}

template <class Value>
std::uint64_t visit_message(std::span<const std::uint8_t> message) {
  auto from = reader(message);
  visit::digest sum;
  visit_all(from.getRoot<typename types<Value>::schema>(), sum);
  return sum.value();
}

}  // namespace official
