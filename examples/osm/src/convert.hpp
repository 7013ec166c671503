// Converts a map from one file to another.
#pragma once

#include "files.hpp"
#include "options.hpp"

namespace osm_convert {

void convert(InputFile& input, const Options& options);

}  // namespace osm_convert
