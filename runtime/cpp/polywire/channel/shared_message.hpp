// A message in memory that another process can change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace polywire::channels {

/// A message in memory that another process can change, for views that check each access.
class shared_message {
 public:
  shared_message() noexcept = default;
  explicit shared_message(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}

  std::size_t size() const noexcept { return bytes_.size(); }

  /// Returns the input of such views, `polywire::shared_input`, which may have settings.
  template <class Input, class... Settings>
  Input input(const Settings&... settings) const noexcept {
    return Input(bytes_, settings...);
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

}  // namespace polywire::channels
