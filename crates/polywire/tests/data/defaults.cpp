// The values of absent fields.
#include "defaults.hpp"

using defaults::All;
using namespace std::string_view_literals;

// A field already has this name.
static_assert(All::default_limit_2 == 5);
static_assert(All::default_name == "x\"\0y"sv);
static_assert(All::default_raw == std::array<std::uint8_t, 3>{'a', 'b', 1});
static_assert(All::default_ratio != All::default_ratio);
static_assert(All::default_least == -std::numeric_limits<float>::infinity());
static_assert(All::default_kind == defaults::Kind::B);
static_assert(All::default_flag);
static_assert(All::default_low == INT64_MIN);
static_assert(All::default_high == UINT64_MAX);

std::int32_t limit(const All& all) {
  return all.limit.value_or(All::default_limit_2);
}
