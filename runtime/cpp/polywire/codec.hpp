// Support for generated codecs.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "polywire/arithmetic.hpp"
#include "polywire/buffer.hpp"
#include "polywire/bytes.hpp"
#include "polywire/context.hpp"
#include "polywire/entry.hpp"
#include "polywire/error.hpp"
#include "polywire/leaves/leaves.hpp"
#include "polywire/limits.hpp"
#include "polywire/memo.hpp"
#include "polywire/place.hpp"
#include "polywire/reader.hpp"
#include "polywire/types.hpp"
#include "polywire/writer.hpp"
