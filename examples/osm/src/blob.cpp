#include "blob.hpp"

#include <array>
#include <string>

#include "checks.hpp"

namespace osm_convert {

namespace {

using Memory = std::vector<std::uint8_t>;

// Returns the alternative at this index.
template <Compression Case>
Memory& hold(osm::Blob_data& data) {
  return data.value.emplace<static_cast<std::size_t>(Case)>();
}

Memory& hold(osm::Blob_data& data, Compression compression) {
  switch (compression) {
    case Compression::none:
    case Compression::raw: return hold<Compression::raw>(data);
    case Compression::zlib_data: return hold<Compression::zlib_data>(data);
    case Compression::lzma_data: return hold<Compression::lzma_data>(data);
    case Compression::OBSOLETE_bzip2_data: return hold<Compression::OBSOLETE_bzip2_data>(data);
    case Compression::lz4_data: return hold<Compression::lz4_data>(data);
    case Compression::zstd_data: return hold<Compression::zstd_data>(data);
  }
  return hold<Compression::raw>(data);
}

struct View {
  std::span<const std::uint8_t> operator()(const Memory& bytes) const { return bytes; }
  std::span<const std::uint8_t> operator()(std::monostate) const {
    refuse_damaged("it contains no data");
  }
};

}  // namespace

bool BlobReader::next(std::string_view expected_type, Memory& blob) {
  const std::size_t header_size = read_header_size();
  if (header_size == 0) return false;
  read_all(blob, read_header(header_size, expected_type));
  return true;
}

std::size_t BlobReader::read_header_size() {
  std::array<std::uint8_t, 4> bytes{};
  const std::size_t count = file_.read(bytes);
  if (count == 0) return 0;
  if (count < bytes.size()) refuse_damaged("the file ends inside the length of a header");
  std::size_t size = 0;
  for (const std::uint8_t byte : bytes) size = size << 8 | byte;
  if (size == 0) refuse_damaged("its header has no bytes");
  if (size > max_blob_header_size) {
    refuse("its header has " + std::to_string(size) + " bytes, but at most " +
           std::to_string(max_blob_header_size) +
           " are allowed; the file is damaged or not a .osm.pbf");
  }
  return size;
}

std::size_t BlobReader::read_header(std::size_t size, std::string_view expected_type) {
  read_all(header_bytes_, size);
  check_decoded(polywire::protobuf::decode(header_, header_bytes_), "its header");
  if (header_.type != expected_type) {
    refuse("it is of type \"" + header_.type.value_or("") + "\" instead of \"" +
           std::string(expected_type) +
           "\": a file has one OSMHeader, then OSMData; the file is damaged, or of a newer "
           "version that this program does not support");
  }
  const std::int32_t blob_size = header_.datasize.value_or(0);
  if (blob_size <= 0 || static_cast<std::size_t>(blob_size) > max_blob_size) {
    refuse_damaged("its size is " + std::to_string(blob_size) + " bytes, but only 1 to " +
                   std::to_string(max_blob_size) + " are allowed");
  }
  return static_cast<std::size_t>(blob_size);
}

void BlobReader::read_all(Memory& bytes, std::size_t size) {
  bytes.resize(size);
  const std::size_t count = file_.read(bytes);
  if (count == size) return;
  refuse("the file ends " + std::to_string(size - count) +
         " bytes too early; it is truncated, download it again");
}

std::span<const std::uint8_t> BlobDecoder::decode(std::span<const std::uint8_t> blob) {
  check_decoded(polywire::protobuf::decode(blob_, blob), "its message");
  if (!blob_.unknown_fields.empty()) {
    refuse("its compression method is not supported; write the file with zlib");
  }
  const std::span<const std::uint8_t> bytes = stored();
  if (blob_.data.which() == Compression::raw) return bytes;
  const std::int32_t size = blob_.raw_size.value_or(0);
  if (size <= 0 || static_cast<std::size_t>(size) > max_blob_size) {
    refuse_damaged("its data has " + std::to_string(size) + " bytes, but only 1 to " +
                   std::to_string(max_blob_size) + " are allowed");
  }
  decompress(blob_.data.which(), bytes, static_cast<std::size_t>(size), data_);
  return data_;
}

std::span<const std::uint8_t> BlobDecoder::stored() const {
  return std::visit(View{}, blob_.data.value);
}

void BlobEncoder::encode(std::string_view type, std::span<const std::uint8_t> data,
                         OutputBuffer& output) {
  store(data);
  check_encoded(polywire::protobuf::encode(blob_, blob_bytes_));
  header_.type = type;
  header_.datasize = static_cast<std::int32_t>(blob_bytes_.size());
  check_encoded(polywire::protobuf::encode(header_, header_bytes_));

  std::array<char, 4> size{};
  for (std::size_t place = 0; place < size.size(); ++place) {
    size[place] = static_cast<char>(header_bytes_.size() >> (8 * (size.size() - 1 - place)) & 0xff);
  }
  output.append({size.data(), size.size()});
  output.append(polywire::as_text(header_bytes_.span()));
  output.append(polywire::as_text(blob_bytes_.span()));
}

void BlobEncoder::store(std::span<const std::uint8_t> data) {
  Memory& stored = hold(blob_.data, compression_);
  if (compression_ == Compression::raw) {
    blob_.raw_size.reset();
    stored.assign(data.begin(), data.end());
  } else {
    blob_.raw_size = static_cast<std::int32_t>(data.size());
    compress(compression_, data, stored);
  }
}

}  // namespace osm_convert
