// Reads messages in place.
#include <algorithm>
#include <cstdio>
#include <ranges>
#include <string_view>
#include <type_traits>
#include <vector>

#include "polywire/bench/digest.hpp"
#include "self_pointing.hpp"
#include "shapes.capnp.checked.hpp"
#include "shapes.capnp.hpp"
#include "shapes.capnp.view.hpp"
#include "shapes.describe.hpp"

namespace {

using polywire::bytes;

#define REQUIRE(condition)                              \
  if (!(condition)) {                                   \
    std::printf("line %d: %s\n", __LINE__, #condition); \
    return false;                                       \
  }

shapes::Drawing drawing() {
  shapes::Drawing value;
  value.name = "house";
  value.sizes = {3, 1, 2};
  value.flags = {true, false, true, true, false, false, true, false, true};
  value.words = {"roof", "", "wall"};
  value.best.emplace();
  value.best->x = -4;
  value.shapes.resize(3);
  value.shapes[0].which.value.emplace<1>(1.5);
  value.shapes[1].which.value.emplace<2>().width = 7;
  value.shapes[2].which.value.emplace<3>();
  return value;
}

double width_of(std::uint16_t width) {
  return width;
}

// For a checked view.
double width_of(const polywire::result<std::uint16_t>& width) {
  return *width;
}

template <class... Functions>
struct overloaded : Functions... {
  using Functions::operator()...;
};

using Case = shapes::Shape_Which::Case;

/// The arguments of a visitor.
const auto area = overloaded{
    [](polywire::held_case<Case::radius>, double radius) { return 3 * radius * radius; },
    [](polywire::held_case<Case::box>, const auto& box) { return width_of(box.width()); },
    [](polywire::held_case<Case::nothing>) { return 0.0; },
    [](polywire::held_case<Case::none>) { return -1.0; },
};

bool validated(bytes message) {
  const auto found = polywire::capnp::validated<shapes::Drawing>(message);
  REQUIRE(found);
  const polywire::capnp::view<shapes::Drawing> view = *found;
  static_assert(std::ranges::random_access_range<decltype(view.sizes())>);
  static_assert(std::ranges::view<decltype(view.sizes())>);
  REQUIRE(view.name() == "house");
  const auto* const name = reinterpret_cast<const std::uint8_t*>(view.name().data());
  REQUIRE(std::less_equal<>()(message.data(), name) &&
          std::less<>()(name, message.data() + message.size()));
  REQUIRE(std::ranges::equal(view.sizes(), std::vector<int>{3, 1, 2}));
  REQUIRE(std::ranges::equal(view.flags(), drawing().flags));
  REQUIRE(view.words().size() == 3 && view.words()[1].empty() && view.words()[2] == "wall");
  REQUIRE(*std::ranges::max_element(view.sizes().begin(), view.sizes().end()) == 3);
  auto lengths = view.words() | std::views::transform([](auto word) { return word.size(); });
  REQUIRE(lengths[0] == 4 && lengths[1] == 0);
  REQUIRE(view.best() && view.best()->x() == -4 && view.best()->y() == 9);
  REQUIRE(!view.worst() && view.matrix().empty());
  const auto list = view.shapes();
  REQUIRE(list[0].which().which() == Case::radius && list[0].which().radius() == 1.5);
  double sum = 0;
  for (const auto& shape : list) sum += shape.which().visit(area);
  REQUIRE(sum == 3 * 1.5 * 1.5 + 7);
  // Compares with the value member by member.
  REQUIRE(polywire::bench::digest_of(view) == polywire::bench::digest_of(drawing()));
  std::string names;
  view.best()->visit_members([&](std::string_view name, auto) { names += name; });
  REQUIRE(names == "xy");
  return true;
}

bool checked(bytes message) {
  polywire::shared_input from(message);
  const auto view = polywire::capnp::checked<shapes::Drawing>(from);
  REQUIRE(view);
  const auto name = view->name();
  REQUIRE(name && *name == "house");
  const auto list = view->shapes();
  REQUIRE(list && list->size() == 3);
  double sum = 0;
  for (const auto& shape : *list) {
    REQUIRE(shape);
    const polywire::error wrong =
        shape->which().visit([&](auto held, const auto&... value) { sum += area(held, value...); });
    REQUIRE(!wrong);
  }
  REQUIRE(sum == 3 * 1.5 * 1.5 + 7);
  const auto sizes = view->sizes();
  REQUIRE(sizes && *(*sizes)[2] == 2);
  REQUIRE((*sizes)[3].error().code == polywire::error_code::out_of_range);
  return true;
}

/// A malformed message is refused as a whole by a validator, and on access by a checked view.
bool broken(bytes message) {
  std::vector<std::uint8_t> copy(message.begin(), message.end());
  const std::string_view all = polywire::as_text(message);
  copy[all.find("wall")] = 0xff;
  const auto refused = polywire::capnp::validated<shapes::Drawing>(copy);
  REQUIRE(!refused && refused.error().code == polywire::error_code::invalid_utf8);
  polywire::shared_input from(copy);
  const auto view = polywire::capnp::checked<shapes::Drawing>(from);
  REQUIRE(view && *view->name() == "house");
  const auto words = view->words();
  REQUIRE(words && *(*words)[0] == "roof");
  REQUIRE((*words)[2].error().code == polywire::error_code::invalid_utf8);
  polywire::shared_input little(message, {.budget = 100});
  const auto poor = polywire::capnp::checked<shapes::Drawing>(little);
  REQUIRE(poor);
  polywire::error wrong;
  for (int times = 0; times < 100 && !wrong; ++times) wrong = poor->name().error();
  REQUIRE(wrong.code == polywire::error_code::budget_exceeded);
  return true;
}

/// Following a struct that points to itself ends at the depth limit.
bool endless() {
  const std::vector<std::uint8_t> message = self_pointing();
  REQUIRE(!polywire::capnp::validated<shapes::Node>(message));
  polywire::shared_input from(message);
  auto node = polywire::capnp::checked<shapes::Node>(from);
  REQUIRE(node);
  int depth = 0;
  for (;; ++depth) {
    const auto next = node->next();
    if (!next) {
      REQUIRE(next.error().code == polywire::error_code::too_deep);
      break;
    }
    REQUIRE(next->has_value());
    node = **next;
  }
  REQUIRE(depth > 90 && depth <= 100);
  return true;
}

}  // namespace

int main() {
  polywire::buffer output;
  if (polywire::capnp::encode(drawing(), output)) return 1;
  const bool right =
      validated(output.span()) && checked(output.span()) && broken(output.span()) && endless();
  return right ? 0 : 1;
}
