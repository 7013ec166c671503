// Prints a value of any type, member by member.
#include <cstdio>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "shapes.borrowed.describe.hpp"
#include "shapes.describe.hpp"
#include "trade.describe.hpp"

namespace {

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
std::string text_of(const T& value) {
  std::string text;
  if constexpr (polywire::described_struct<T>) {
    polywire::for_each_member<T>([&](const auto& it) {
      text += std::string(it.name) + "=" + text_of(value.*it.pointer) + ";";
    });
  } else if constexpr (polywire::described_union<T>) {
    polywire::visit_case(value, [&](const auto& it, const auto& held) {
      text += std::string(it.name) + ":" + text_of(held);
    });
  } else if constexpr (polywire::described_enum<T>) {
    text = polywire::enumerator_name(value);
  } else if constexpr (is_list<T>) {
    for (const auto& element : value) text += "[" + text_of(element) + "]";
  } else if constexpr (is_optional<T>) {
    text = value ? text_of(*value) : "none";
  } else if constexpr (std::is_arithmetic_v<T>) {
    text = std::to_string(static_cast<long long>(value));
  } else if constexpr (std::is_same_v<T, std::monostate>) {
    text = "()";
  } else {
    text = value;
  }
  return text;
}

template <class Drawing>
bool prints_drawing() {
  Drawing value;
  value.name = "house";
  value.best.emplace();
  value.shapes.resize(2);
  value.shapes[0].which.value.template emplace<2>().width = 7;
  value.shapes[1].which.value.template emplace<3>();
  const std::string expected =
      "name=house;sizes=;flags=;words=;shapes=[which=box:width=7;label=;;][which=nothing:();];"
      "best=x=0;y=9;;worst=none;matrix=;";
  if (text_of(value) != expected) std::printf("%s\n", text_of(value).c_str());
  return text_of(value) == expected;
}

}  // namespace

int main() {
  trade::Order order;
  order.symbol = "EURUSD";
  order.side = trade::Side::sell;
  const bool order_is_printed =
      text_of(order) == "id=0;symbol=EURUSD;side=sell;type=market;price=0;volume=0;";
  const bool names_are_found = polywire::enumerator_of<trade::Side>("sell") == trade::Side::sell &&
                               !polywire::enumerator_of<trade::Side>("hold");
  const bool type_is_named = polywire::described<trade::Order>::name == "trade.Order";
  const bool all = order_is_printed && names_are_found && type_is_named &&
                   prints_drawing<shapes::Drawing>() && prints_drawing<shapes::borrowed::Drawing>();
  return all ? 0 : 1;
}
