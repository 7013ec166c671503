// The same with sbe-tool's flyweights, with their bounds checks: messages are written from plain
// structs, read into them, and visited in the order of the schema.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#define SBE_USE_STRING_VIEW
#include "../capnp/visit.hpp"
#include "generated/example-schema.hpp"
#include "generated/trade.hpp"
#include "official/Account.h"
#include "official_car/Car.h"

namespace official {

/// Flyweights can write too, so they do not accept constant bytes.
inline char* data_of(std::span<const std::uint8_t> bytes) {
  return const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
}

/// Wraps a message behind its header.
template <class Message>
void wrap(Message& message, std::span<const std::uint8_t> bytes) {
  const typename Message::messageHeader header(data_of(bytes), bytes.size());
  if (header.templateId() != Message::sbeTemplateId() ||
      header.schemaId() != Message::sbeSchemaId()) {
    throw std::runtime_error("another message");
  }
  message.wrapForDecode(data_of(bytes), header.encodedLength(), header.blockLength(),
                        header.version(), bytes.size());
}

inline std::size_t encode(const sbe::Account& from, std::span<std::uint8_t> out) {
  Account to;
  to.wrapAndApplyHeader(data_of(out), 0, out.size());
  to.id(from.id);
  to.wallet().putCurrency(std::string_view(from.wallet.currency)).amount(from.wallet.amount);
  auto& orders = to.ordersCount(static_cast<std::uint16_t>(from.orders.size()));
  for (const auto& entry : from.orders) {
    const sbe::Order& order = entry.order;
    auto& made = orders.next().order();
    made.id(order.id);
    made.putSymbol(std::string_view(order.symbol));
    made.side(static_cast<OrderSide::Value>(order.side));
    made.type(static_cast<OrderType::Value>(order.type));
    made.price(order.price).volume(order.volume);
  }
  to.putName(std::string_view(from.name));
  return to.sbePosition();
}

inline void decode(sbe::Account& to, std::span<const std::uint8_t> bytes) {
  Account from;
  wrap(from, bytes);
  to.id = from.id();
  auto& wallet = from.wallet();
  to.wallet.currency = wallet.getCurrencyAsStringView();
  to.wallet.amount = wallet.amount();
  auto& orders = from.orders();
  to.orders.resize(orders.count());
  for (auto& entry : to.orders) {
    auto& order = orders.next().order();
    entry.order.id = order.id();
    entry.order.symbol = order.getSymbolAsStringView();
    entry.order.side = static_cast<sbe::OrderSide>(order.sideRaw());
    entry.order.type = static_cast<sbe::OrderType>(order.typeRaw());
    entry.order.price = order.price();
    entry.order.volume = order.volume();
  }
  to.name = from.getNameAsStringView();
}

inline void visit_all(Account& from, visit::digest& sum) {
  sum.add(static_cast<std::uint64_t>(from.id()));
  auto& wallet = from.wallet();
  sum.add(wallet.getCurrencyAsStringView());
  sum.add(wallet.amount());
  auto& orders = from.orders();
  while (orders.hasNext()) {
    auto& order = orders.next().order();
    sum.add(static_cast<std::uint64_t>(order.id()));
    sum.add(order.getSymbolAsStringView());
    sum.add(std::uint64_t{order.sideRaw()});
    sum.add(std::uint64_t{order.typeRaw()});
    sum.add(order.price());
    sum.add(order.volume());
  }
  sum.add(from.getNameAsStringView());
}

inline void visit_all(official_car::Car& from, visit::digest& sum) {
  sum.add(from.serialNumber());
  sum.add(std::uint64_t{from.modelYear()});
  sum.add(std::uint64_t{from.availableRaw()});
  sum.add(static_cast<std::uint64_t>(from.codeRaw()));
  for (std::uint64_t at = 0; at < 5; ++at) sum.add(std::uint64_t{from.someNumbers(at)});
  sum.add(from.getVehicleCodeAsStringView());
  auto& engine = from.engine();
  sum.add(std::uint64_t{engine.capacity()});
  sum.add(std::uint64_t{engine.numCylinders()});
  sum.add(engine.getManufacturerCodeAsStringView());
  sum.add(static_cast<std::uint64_t>(engine.efficiency()));
  sum.add(std::uint64_t{engine.boosterEnabledRaw()});
  sum.add(std::uint64_t{engine.booster().horsePower()});
  auto& fuel = from.fuelFigures();
  while (fuel.hasNext()) {
    auto& figure = fuel.next();
    sum.add(std::uint64_t{figure.speed()});
    sum.add(figure.mpg());
    sum.add(figure.getUsageDescriptionAsStringView());
  }
  auto& performance = from.performanceFigures();
  while (performance.hasNext()) {
    auto& figure = performance.next();
    sum.add(std::uint64_t{figure.octaneRating()});
    auto& acceleration = figure.acceleration();
    while (acceleration.hasNext()) {
      auto& step = acceleration.next();
      sum.add(std::uint64_t{step.mph()});
      sum.add(step.seconds());
    }
  }
  sum.add(from.getManufacturerAsStringView());
  sum.add(from.getModelAsStringView());
  sum.add(from.getActivationCodeAsStringView());
}

template <class Message>
std::uint64_t visit_message(std::span<const std::uint8_t> bytes) {
  Message message;
  wrap(message, bytes);
  visit::digest sum;
  visit_all(message, sum);
  return sum.value();
}

}  // namespace official
