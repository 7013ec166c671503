// A `.osm.pbf` file as a sequence of blobs: the length of a header, the header, the blob.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "compression.hpp"
#include "fileformat.protobuf.hpp"
#include "files.hpp"
#include "output_buffer.hpp"

namespace osm_convert {

inline constexpr std::size_t max_blob_header_size = 64 << 10;
/// Applies to a blob, and to its decompressed data.
inline constexpr std::size_t max_blob_size = 32 << 20;

inline constexpr std::string_view header_type = "OSMHeader";
inline constexpr std::string_view data_type = "OSMData";

/// Reads blobs from a file without decoding them.
class BlobReader {
 public:
  explicit BlobReader(InputFile& file) : file_(file) {}

  /// Returns false at the end of the file.
  bool next(std::string_view expected_type, std::vector<std::uint8_t>& blob);

 private:
  /// Returns zero at the end of the file.
  std::size_t read_header_size();
  std::size_t read_header(std::size_t size, std::string_view expected_type);
  void read_all(std::vector<std::uint8_t>& bytes, std::size_t size);

  InputFile& file_;
  std::vector<std::uint8_t> header_bytes_;
  osm::BlobHeader header_;
};

/// Extracts the data of blobs.
class BlobDecoder {
 public:
  /// The data stays valid until the next call.
  std::span<const std::uint8_t> decode(std::span<const std::uint8_t> blob);

 private:
  std::span<const std::uint8_t> stored() const;

  osm::Blob blob_;
  std::vector<std::uint8_t> data_;
};

/// Puts data into blobs.
class BlobEncoder {
 public:
  explicit BlobEncoder(Compression compression) : compression_(compression) {}

  void encode(std::string_view type, std::span<const std::uint8_t> data, OutputBuffer& output);

 private:
  void store(std::span<const std::uint8_t> data);

  Compression compression_;
  osm::Blob blob_;
  osm::BlobHeader header_;
  polywire::buffer blob_bytes_;
  polywire::buffer header_bytes_;
};

}  // namespace osm_convert
