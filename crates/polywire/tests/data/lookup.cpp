// Finds elements by their keys, and changes scalars in place.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lookup.flatbuffers.checked.hpp"
#include "lookup.flatbuffers.hpp"
#include "lookup.flatbuffers.view.hpp"

namespace {

#define REQUIRE(condition)                              \
  if (!(condition)) {                                   \
    std::printf("line %d: %s\n", __LINE__, #condition); \
    return false;                                       \
  }

using look::Index;
using look::Level;

Index index_of(int count) {
  Index value;
  value.numbers.emplace();
  value.names.emplace();
  value.levels.emplace();
  value.flags.emplace();
  value.cells.emplace();
  value.tagged.emplace();
  for (int at = 0; at < count; ++at) {
    // In no order, with gaps, and some of them twice.
    const int number = at * 7 % count * 3 / 2;
    value.numbers->push_back({.number = number - 20});
    value.names->push_back({.name = std::string(static_cast<std::size_t>(number % 5), 'x') +
                                    (number % 2 != 0 ? "\xc3\xa9" : "e")});
    value.levels->push_back({.level = number % 2 != 0 ? Level::Low : Level::High});
    value.flags->push_back({.flag = number % 2 != 0});
    value.cells->push_back({.at = static_cast<std::uint16_t>(65535 - number)});
    value.tagged->push_back({.tag = {.number = static_cast<std::uint32_t>(number)}});
  }
  value.values = std::vector<std::int16_t>{-1, 0, 1};
  value.first.emplace().mark = {.x = 1.5F, .y = -2};
  value.first->steps = {4, 5, 6};
  // A large table has no room for defaults.
  value.count = 1;
  value.ratio = 0.5;
  value.on = false;
  value.level = Level::High;
  return value;
}

std::vector<std::uint8_t> encoded(const Index& value) {
  polywire::buffer message;
  if (polywire::flatbuffers::encode(value, message)) std::abort();
  return {message.span().begin(), message.span().end()};
}

template <class Value>
const Value& value_of(const Value& value) {
  return value;
}

template <class Value>
const Value& value_of(const polywire::result<Value>& value) {
  return *value;
}

/// Compares a search with the first element that a walk finds, for each key.
template <class List, class Keys, class KeyOf>
bool finds_each(const List& list, const Keys& keys, KeyOf key_of) {
  bool found_some = list.empty();
  for (const auto& key : keys) {
    std::optional<std::size_t> walked;
    for (std::size_t at = 0; at < list.size() && !walked; ++at) {
      if (key_of(value_of(list[at])) == key) walked = at;
    }
    const auto found = list.find(key);
    const auto& element = value_of(found);
    REQUIRE(element.has_value() == walked.has_value());
    if (walked) REQUIRE(key_of(*element) == key_of(value_of(list[*walked])));
    found_some |= walked.has_value();
  }
  return found_some;
}

template <class View>
bool finds(const View& view) {
  const auto name_of = [](const auto& element) { return *value_of(element.name()); };
  std::vector<std::int64_t> numbers;
  for (int number = -25; number < 100; ++number) numbers.push_back(number);
  const std::vector<std::string_view> names{"",    "e",     "xe", "xx\xc3\xa9",
                                            "xxx", "xxxxe", "z",  "\xc3\xa9"};
  const std::vector<Level> levels{Level::Low, Level::Middle, Level::High};
  const auto number_of = [](const auto& element) { return value_of(element.number()); };
  const auto level_of = [](const auto& element) { return value_of(element.level()); };
  const auto flag_of = [](const auto& element) { return value_of(element.flag()); };
  const auto at_of = [](const auto& element) { return value_of(element.at()); };
  const auto tag_of = [](const auto& element) {
    return value_of(value_of(element.tag()).number());
  };
  std::vector<std::uint16_t> cells;
  for (int at = 0; at < 150; ++at) cells.push_back(static_cast<std::uint16_t>(65535 - at));
  std::vector<std::uint32_t> tags;
  for (unsigned tag = 0; tag < 100; ++tag) tags.push_back(tag);
  REQUIRE(finds_each(*value_of(view.numbers()), numbers, number_of));
  REQUIRE(finds_each(*value_of(view.names()), names, name_of));
  REQUIRE(finds_each(*value_of(view.levels()), levels, level_of));
  REQUIRE(finds_each(*value_of(view.flags()), std::vector<bool>{false, true}, flag_of));
  REQUIRE(finds_each(*value_of(view.cells()), cells, at_of));
  REQUIRE(finds_each(*value_of(view.tagged()), tags, tag_of));
  return true;
}

bool elements_are_found() {
  for (const int count : {0, 1, 2, 3, 40, 41}) {
    const std::vector<std::uint8_t> message = encoded(index_of(count));
    const auto view = polywire::flatbuffers::validated<Index>(message);
    REQUIRE(view && finds(*view));
    polywire::shared_input from(message);
    const auto checked = polywire::flatbuffers::checked<Index>(from);
    REQUIRE(checked && finds(*checked));
  }
  return true;
}

bool scalars_are_changed() {
  Index value = index_of(5);
  std::vector<std::uint8_t> message = encoded(value);
  const auto view = polywire::flatbuffers::validated<Index>(message);
  REQUIRE(view);
  REQUIRE(view->count_slot().set(message, value.count = -9));
  REQUIRE(view->ratio_slot().set(message, value.ratio = std::numeric_limits<double>::infinity()));
  REQUIRE(view->on_slot().set(message, value.on = true));
  REQUIRE(view->level_slot().set(message, value.level = Level::Low));
  const auto first = *view->first();
  REQUIRE(first.mark().y_slot().set(message, value.first->mark.y = 8.25F));
  REQUIRE(first.at_slot().set(message, value.first->at = 65535));
  REQUIRE(first.steps().slot(1).set(message, value.first->steps[1] = -1));
  REQUIRE(view->values()->slot(2).set(message, (*value.values)[2] = -32768));
  // A view reads what the message holds now.
  REQUIRE(view->count() == -9 && view->on() && view->first()->steps()[1] == -1);
  Index read;
  REQUIRE(!polywire::flatbuffers::decode(read, message));
  std::vector<std::uint8_t> expected = encoded(value);
  REQUIRE(expected == encoded(read));
  return true;
}

/// Only what the message holds can be changed, and only in that message.
bool what_is_not_there_is_not_changed() {
  // A table without fields.
  std::vector<std::uint8_t> message{12, 0, 0, 0, 'L', 'O', 'O', 'K', 4, 0, 4, 0, 4, 0, 0, 0};
  const std::vector<std::uint8_t> before = message;
  const auto view = polywire::flatbuffers::validated<Index>(message);
  REQUIRE(view);
  REQUIRE(!view->count_slot().is_stored());
  REQUIRE(!view->count_slot().set(message, 8));
  REQUIRE(view->count_slot().set(message, 7));
  REQUIRE(view->on_slot().set(message, true) && !view->on_slot().set(message, false));
  REQUIRE(!view->maybe_slot().set(message, 0));
  REQUIRE(message == before);
  std::vector<std::uint8_t> other = encoded(index_of(0));
  const std::vector<std::uint8_t> all = other;
  polywire::shared_input from(other);
  const auto checked = polywire::flatbuffers::checked<Index>(from);
  REQUIRE(checked);
  const auto slot = checked->count_slot();
  REQUIRE(slot && slot->is_stored() && !slot->set(message, 2) && message == before);
  REQUIRE(!slot->set(std::span(other).first(8), 2) && other == all);
  REQUIRE(slot->set(other, 2) && other != all);
  REQUIRE(*checked->count() == 2);
  return true;
}

}  // namespace

int main() {
  return elements_are_found() && scalars_are_changed() && what_is_not_there_is_not_changed() ? 0
                                                                                             : 1;
}
