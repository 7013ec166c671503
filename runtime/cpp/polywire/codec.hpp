// Support for all generated codecs; some need additional headers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "polywire/arithmetic.hpp"
#include "polywire/buffer.hpp"
#include "polywire/bytes.hpp"
#include "polywire/context.hpp"
#include "polywire/error.hpp"
#include "polywire/leaves/fault.hpp"
#include "polywire/leaves/memory.hpp"
#include "polywire/leaves/text.hpp"
#include "polywire/leaves/varint.hpp"
#include "polywire/limits.hpp"
#include "polywire/memo.hpp"
#include "polywire/place.hpp"
#include "polywire/reader.hpp"
#include "polywire/types.hpp"
#include "polywire/writer.hpp"
