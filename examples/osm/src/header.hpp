// The header of a file and of its `.osm.pbf` form.
#pragma once

#include "entities.hpp"
#include "osmformat.hpp"

namespace osm_convert {

/// The program's name in the files that it writes.
inline constexpr char program_name[] = "polywire osm-convert";

/// Rejects a file that requires features unknown to this program.
entities::Header unpack_header(const osm::HeaderBlock& block);

osm::HeaderBlock pack_header(const entities::Header& header);

}  // namespace osm_convert
