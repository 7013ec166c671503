// Support for generated types.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "polywire/box.hpp"
#include "polywire/unknown.hpp"
#include "polywire/version.hpp"
