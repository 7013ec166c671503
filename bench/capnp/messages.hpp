// Values of the three messages, made the same way on every run.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "generated/messages.hpp"

namespace messages {

class generator {
 public:
  std::uint64_t below(std::uint64_t end) { return random_() % end; }
  bool coin() { return below(2) == 1; }

  std::string word(std::uint64_t longest) {
    std::string text(1 + below(longest), ' ');
    for (char& letter : text) letter = static_cast<char>('a' + below(26));
    return text;
  }

 private:
  std::mt19937_64 random_{7};
};

inline bench::Account account() {
  bench::Account value;
  value.id = 1;
  value.name = "Test";
  value.wallet = {.currency = "USD", .amount = 1000};
  using bench::Side;
  using bench::Type;
  value.orders = {{1, "EURUSD", Side::buy, Type::market, 1.23456, 1000},
                  {2, "EURUSD", Side::sell, Type::limit, 1.0, 100},
                  {3, "EURUSD", Side::buy, Type::stop, 1.5, 10}};
  return value;
}

inline bench::Car car(generator& some) {
  static const char* const makers[] = {"Toyota", "Volvo", "Kia", "Oldsmobile", "Tata"};
  bench::Car value;
  value.maker = makers[some.below(5)];
  value.model = some.word(9);
  value.color = static_cast<bench::Color>(some.below(6));
  value.seats = static_cast<std::uint8_t>(2 + some.below(6));
  value.doors = static_cast<std::uint8_t>(2 + some.below(3));
  value.wheels.resize(4);
  for (bench::Wheel& wheel : value.wheels) {
    wheel.diameter = static_cast<std::uint16_t>(25 + some.below(15));
    wheel.pressure = static_cast<float>(30 + some.below(20));
    wheel.snow = some.below(16) == 0;
  }
  value.length = static_cast<std::uint16_t>(170 + some.below(150));
  value.width = static_cast<std::uint16_t>(48 + some.below(36));
  value.height = static_cast<std::uint16_t>(54 + some.below(48));
  value.weight = static_cast<std::uint32_t>(value.length * value.width * value.height / 200);
  value.engine.emplace();
  value.engine->power = static_cast<std::uint16_t>(100 + some.below(400));
  value.engine->cylinders = static_cast<std::uint8_t>(4 + 2 * some.below(3));
  value.engine->displacement = static_cast<std::uint32_t>(800 + some.below(10000));
  value.engine->gas = true;
  value.engine->electric = some.coin();
  value.tankSize = static_cast<float>(10 + some.below(30));
  value.tankLevel = static_cast<float>(some.below(30));
  value.powerWindows = some.coin();
  value.powerSteering = some.coin();
  value.cruiseControl = some.coin();
  value.cupHolders = static_cast<std::uint8_t>(some.below(12));
  value.navigation = some.coin();
  return value;
}

inline bench::Lot lot() {
  generator some;
  bench::Lot value;
  for (int count = 0; count < 100; ++count) value.cars.push_back(car(some));
  return value;
}

inline bench::Ranking ranking() {
  generator some;
  bench::Ranking value;
  for (int rank = 0; rank < 500; ++rank) {
    bench::Result& result = value.results.emplace_back();
    result.score = 1000 - rank;
    result.url = "http://example.com/";
    for (std::uint64_t count = some.below(20); count > 0; --count) result.url += some.word(2);
    // An empty text would be null in one implementation and a byte in the other.
    for (std::uint64_t count = 1 + some.below(19); count > 0; --count) {
      result.snippet += ' ' + some.word(10);
    }
  }
  return value;
}

}  // namespace messages
