// Columns that store each number as its difference from the one before.
#pragma once

#include <cstdint>

namespace osm_convert {

/// Damaged files may overflow; it is not their numbers that are checked.
class DeltaDecoder {
 public:
  std::int64_t next(std::int64_t difference) noexcept {
    value_ += static_cast<std::uint64_t>(difference);
    return static_cast<std::int64_t>(value_);
  }

 private:
  std::uint64_t value_ = 0;
};

class DeltaEncoder {
 public:
  std::int64_t next(std::int64_t value) noexcept {
    const auto difference = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(last_);
    last_ = value;
    return static_cast<std::int64_t>(difference);
  }

 private:
  std::int64_t last_ = 0;
};

}  // namespace osm_convert
