// Helpers to fill entities that are reused.
//
// Design: docs/decisions/0048-openstreetmap.md
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "entities.hpp"
#include "failure.hpp"

namespace osm_convert {

/// Makes a record hold an entity of this type; reuses the current one if possible.
template <class Entity>
Entity& hold(entities::Record& record) {
  if (auto* held = std::get_if<Entity>(&record.content.value)) return *held;
  return record.content.value.emplace<Entity>();
}

/// Ensures that an optional has a value, and returns it; an existing one is reused.
template <class Value>
Value& hold(std::optional<Value>& place) {
  if (!place) place.emplace();
  return *place;
}

using MemberCase = entities::Member_ref::Case;

template <MemberCase Case>
void refer(entities::Member_ref& member, std::int64_t id) {
  member.value.emplace<static_cast<std::size_t>(Case)>(id);
}

/// Returns the id of the referenced entity.
inline std::int64_t id_of(const entities::Member_ref& member) {
  struct Id {
    std::int64_t operator()(std::int64_t id) const { return id; }
    std::int64_t operator()(std::monostate) const {
      refuse("a member of a relation is neither node nor way nor relation; say which");
    }
  };
  return std::visit(Id{}, member.value);
}

/// Coordinates are stored in 1e-7 degrees.
inline constexpr double steps_per_degree = 1e7;

/// Marks an absent coordinate.
inline constexpr std::int32_t no_coordinate = std::numeric_limits<std::int32_t>::max();

/// Exact for all steps.
inline double degrees(std::int32_t steps) {
  return steps / steps_per_degree;
}

/// The nearest step.
inline std::int32_t steps(double degrees) {
  const double scaled = degrees * steps_per_degree;
  if (!(std::abs(scaled) < no_coordinate)) {
    refuse("a coordinate is " + std::to_string(degrees) +
           " degrees, which OpenStreetMap cannot store; correct it");
  }
  return static_cast<std::int32_t>(scaled + std::copysign(0.5, scaled));
}

}  // namespace osm_convert
