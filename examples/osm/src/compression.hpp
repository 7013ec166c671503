// Compression of a blob's data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fileformat.hpp"

namespace osm_convert {

/// The cases of a blob's data.
using Compression = osm::Blob_data::Case;

/// Decompresses data of exactly this many bytes, or fails.
void decompress(Compression compression, std::span<const std::uint8_t> stored, std::size_t size,
                std::vector<std::uint8_t>& data);

void compress(Compression compression, std::span<const std::uint8_t> data,
              std::vector<std::uint8_t>& stored);

}  // namespace osm_convert
