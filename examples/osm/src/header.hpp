// The header of a file and of its `.osm.pbf` form.
#pragma once

#include "entities.hpp"
#include "osmformat.hpp"

namespace osm_convert {

/// The name by which this program calls itself in files that it writes.
inline constexpr char program_name[] = "polywire osm-convert";

/// Refuses a file that needs more of its readers than this program knows.
entities::Header unpack_header(const osm::HeaderBlock& block);

osm::HeaderBlock pack_header(const entities::Header& header);

}  // namespace osm_convert
