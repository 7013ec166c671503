// Columns that store each number as the difference from the previous one.
#pragma once

#include <cstdint>

namespace osm_convert {

/// Wraps on overflow, which damaged files may cause.
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
