// The interface of a generated codec for test programs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "polywire/arena.hpp"
#include "polywire/buffer.hpp"
#include "polywire/bytes.hpp"
#include "polywire/error.hpp"
#include "polywire/limits.hpp"

namespace polywire::testing {

/// A format's codec of a type; null functions for operations that the format lacks.
template <class T>
struct codec {
  std::string format;
  error (*decode)(T& value, bytes input, bytes schema, const limits& at_most);
  error (*encode)(const T& value, buffer& output, const limits& at_most);
  std::optional<std::size_t> (*encoded_size)(const T& value, const limits& at_most);
  error (*validate)(bytes input, bytes schema, const limits& at_most);
};

/// Returns the memory that borrowing values refer to, apart from the input of a request.
inline std::optional<arena>& memory() {
  static std::optional<arena> memory(std::in_place);
  return memory;
}

}  // namespace polywire::testing
