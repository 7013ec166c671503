// Two messages, written, read into plain values and visited field by field in place, by generated
// code and by sbe-tool's flyweights.
#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../interleaved.hpp"
#include "official.hpp"
#include "ours.hpp"

namespace {

using bench::keep;
using bench::operation;
using bench::repeated;
using bench::require;
using bytes = std::vector<std::uint8_t>;

bytes trade_message() {
  sbe::Account account;
  account.id = 1;
  account.name = "Test";
  account.wallet.currency = "USD";
  account.wallet.amount = 1000;
  account.orders.resize(3);
  const std::array prices{1.23456, 1.0, 1.5};
  const std::array volumes{1000.0, 100.0, 10.0};
  for (std::size_t at = 0; at < 3; ++at) {
    sbe::Order& order = account.orders[at].order;
    order.id = static_cast<std::int32_t>(at + 1);
    order.symbol = "EURUSD";
    order.side = static_cast<sbe::OrderSide>(at == 1);
    order.type = static_cast<sbe::OrderType>(at);
    order.price = prices[at];
    order.volume = volumes[at];
  }
  polywire::buffer out;
  require(!polywire::sbe::encode(account, out), "a message cannot be written");
  return {out.span().begin(), out.span().end()};
}

bytes car_message() {
  baseline::Car car;
  car.serialNumber = 1234;
  car.modelYear = 2013;
  car.available = baseline::BooleanType::T;
  car.code = baseline::Model::A;
  car.someNumbers = {0, 1, 2, 3, 4};
  car.vehicleCode = "abcdef";
  car.engine.capacity = 2000;
  car.engine.numCylinders = 4;
  car.engine.manufacturerCode = "123";
  car.engine.efficiency = 35;
  car.engine.boosterEnabled = baseline::BooleanType::T;
  car.engine.booster.horsePower = 200;
  const std::array usage{"Urban Cycle", "Combined Cycle", "Highway Cycle"};
  car.fuelFigures.resize(3);
  for (std::size_t at = 0; at < 3; ++at) {
    car.fuelFigures[at].speed = static_cast<std::uint16_t>(30 + 25 * at);
    car.fuelFigures[at].mpg = 35.9f + static_cast<float>(at);
    car.fuelFigures[at].usageDescription = usage[at];
  }
  car.performanceFigures.resize(2);
  for (auto& figure : car.performanceFigures) {
    figure.octaneRating = 95;
    figure.acceleration.resize(3);
    for (auto& step : figure.acceleration) {
      step.mph = 30;
      step.seconds = 4.0f;
    }
  }
  car.manufacturer = "Honda";
  car.model = "Civic VTi";
  car.activationCode = "deadbeef";
  polywire::buffer out;
  require(!polywire::sbe::encode(car, out), "a message cannot be written");
  return {out.span().begin(), out.span().end()};
}

template <class Value, class Official>
void add_visits(std::vector<operation>& all, const std::string& name, const bytes& message) {
  const std::span<const std::uint8_t> input(message);
  const auto view = polywire::sbe::validated<Value>(input);
  require(static_cast<bool>(view), "a message is refused");
  visit::digest sum;
  ours::visit_all(*view, sum);
  require(sum.value() == official::visit_message<Official>(input), "visits differ");
  all.push_back(repeated(name + "/ours/visit", [found = *view] {
    visit::digest all_of_it;
    ours::visit_all(found, all_of_it);
    keep(all_of_it);
  }));
  all.push_back(repeated(name + "/ours/validate_and_visit", [input] {
    const auto found = polywire::sbe::validated<Value>(input);
    if (!found) std::abort();
    visit::digest all_of_it;
    ours::visit_all(*found, all_of_it);
    keep(all_of_it);
  }));
  all.push_back(repeated(name + "/official/visit",
                         [input] { keep(official::visit_message<Official>(input)); }));
}

void add_codecs(std::vector<operation>& all, const bytes& message) {
  const std::span<const std::uint8_t> input(message);
  static sbe::Account value, other, ours_to, official_to;
  static bytes out(1024);
  require(!polywire::sbe::decode(value, input), "a message is refused");
  require(official::encode(value, out) == input.size(), "messages differ in size");
  require(std::memcmp(out.data(), input.data(), input.size()) == 0, "messages differ");
  official::decode(other, input);
  require(other == value, "the flyweights read another value");
  static polywire::buffer buffer;
  all.push_back(repeated("trade/ours/encode", [] { keep(polywire::sbe::encode(value, buffer)); }));
  all.push_back(repeated("trade/official/encode", [] { keep(official::encode(value, out)); }));
  all.push_back(
      repeated("trade/ours/decode", [input] { keep(polywire::sbe::decode(ours_to, input)); }));
  all.push_back(repeated("trade/official/decode", [input] {
    official::decode(official_to, input);
    keep(official_to);
  }));
}

}  // namespace

int main(int argc, char** argv) {
  const bytes trade = trade_message();
  const bytes car = car_message();
  std::vector<operation> all;
  add_codecs(all, trade);
  add_visits<sbe::Account, official::Account>(all, "trade", trade);
  add_visits<baseline::Car, official_car::Car>(all, "car", car);
  return bench::main_of(all, argc, argv);
}
