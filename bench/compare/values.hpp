// The value types of the comparison: those of the generated code if available, so that bounds,
// generated codecs and peers all fill the same ones.
#pragma once

#if __has_include("trade.hpp")
#include "trade.hpp"
#else
#include "../bounds/trade.hpp"
#endif
