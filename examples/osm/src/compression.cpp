#include "compression.hpp"

#include <bzlib.h>
#include <lz4.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <limits>
#include <string>

#include "failure.hpp"

namespace osm_convert {

namespace {

using Bytes = std::span<const std::uint8_t>;
using Memory = std::vector<std::uint8_t>;

// bzip2 and LZ4 take even read-only data as `char*`.
char* chars(const std::uint8_t* bytes) {
  return reinterpret_cast<char*>(const_cast<std::uint8_t*>(bytes));
}

// Blobs have at most 32 MiB.
int int_size(std::size_t size) {
  return static_cast<int>(size);
}
unsigned unsigned_size(std::size_t size) {
  return static_cast<unsigned>(size);
}

// Each of these functions returns true if the data is complete and has exactly the size of the
// memory.

bool decompress_zlib(Bytes stored, Memory& data) {
  uLongf size = data.size();
  return uncompress(data.data(), &size, stored.data(), stored.size()) == Z_OK &&
         size == data.size();
}

// Reads `.xz` and the older `.lzma`.
bool decompress_lzma(Bytes stored, Memory& data) {
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_auto_decoder(&stream, std::numeric_limits<std::uint64_t>::max(), 0) != LZMA_OK) {
    return false;
  }
  stream.next_in = stored.data();
  stream.avail_in = stored.size();
  stream.next_out = data.data();
  stream.avail_out = data.size();
  const lzma_ret outcome = lzma_code(&stream, LZMA_FINISH);
  lzma_end(&stream);
  return outcome == LZMA_STREAM_END && stream.total_out == data.size();
}

bool decompress_bzip2(Bytes stored, Memory& data) {
  unsigned size = unsigned_size(data.size());
  return BZ2_bzBuffToBuffDecompress(chars(data.data()), &size, chars(stored.data()),
                                    unsigned_size(stored.size()), 0, 0) == BZ_OK &&
         size == data.size();
}

bool decompress_lz4(Bytes stored, Memory& data) {
  return LZ4_decompress_safe(chars(stored.data()), chars(data.data()), int_size(stored.size()),
                             int_size(data.size())) == int_size(data.size());
}

bool decompress_zstd(Bytes stored, Memory& data) {
  return ZSTD_decompress(data.data(), data.size(), stored.data(), stored.size()) == data.size();
}

bool decompress_as(Compression compression, Bytes stored, Memory& data) {
  switch (compression) {
    case Compression::zlib_data: return decompress_zlib(stored, data);
    case Compression::lzma_data: return decompress_lzma(stored, data);
    case Compression::OBSOLETE_bzip2_data: return decompress_bzip2(stored, data);
    case Compression::lz4_data: return decompress_lz4(stored, data);
    case Compression::zstd_data: return decompress_zstd(stored, data);
    case Compression::none:
    case Compression::raw: break;
  }
  return false;
}

// Each of these functions returns the compressed size, or 0 if it failed, which only happens when
// memory is exhausted.

std::size_t compress_zlib(Bytes data, Memory& stored) {
  uLongf size = compressBound(data.size());
  stored.resize(size);
  return ::compress(stored.data(), &size, data.data(), data.size()) == Z_OK ? size : 0;
}

std::size_t compress_lzma(Bytes data, Memory& stored) {
  std::size_t size = 0;
  stored.resize(lzma_stream_buffer_bound(data.size()));
  const lzma_ret outcome =
      lzma_easy_buffer_encode(LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC32, nullptr, data.data(),
                              data.size(), stored.data(), &size, stored.size());
  return outcome == LZMA_OK ? size : 0;
}

std::size_t compress_bzip2(Bytes data, Memory& stored) {
  // The bound given in the manual.
  unsigned size = unsigned_size(data.size() + data.size() / 100 + 600);
  stored.resize(size);
  constexpr int largest_blocks = 9;
  return BZ2_bzBuffToBuffCompress(chars(stored.data()), &size, chars(data.data()),
                                  unsigned_size(data.size()), largest_blocks, 0, 0) == BZ_OK
             ? size
             : 0;
}

std::size_t compress_lz4(Bytes data, Memory& stored) {
  stored.resize(static_cast<std::size_t>(LZ4_compressBound(int_size(data.size()))));
  return static_cast<std::size_t>(LZ4_compress_default(
      chars(data.data()), chars(stored.data()), int_size(data.size()), int_size(stored.size())));
}

std::size_t compress_zstd(Bytes data, Memory& stored) {
  stored.resize(ZSTD_compressBound(data.size()));
  const std::size_t size =
      ZSTD_compress(stored.data(), stored.size(), data.data(), data.size(), ZSTD_CLEVEL_DEFAULT);
  return ZSTD_isError(size) != 0 ? 0 : size;
}

std::size_t compress_as(Compression compression, Bytes data, Memory& stored) {
  switch (compression) {
    case Compression::zlib_data: return compress_zlib(data, stored);
    case Compression::lzma_data: return compress_lzma(data, stored);
    case Compression::OBSOLETE_bzip2_data: return compress_bzip2(data, stored);
    case Compression::lz4_data: return compress_lz4(data, stored);
    case Compression::zstd_data: return compress_zstd(data, stored);
    case Compression::none:
    case Compression::raw: break;
  }
  return 0;
}

}  // namespace

void decompress(Compression compression, Bytes stored, std::size_t size, Memory& data) {
  data.resize(size);
  if (!decompress_as(compression, stored, data)) {
    refuse_damaged("its data cannot be decompressed to the " + std::to_string(size) +
                   " bytes that it should have");
  }
}

void compress(Compression compression, Bytes data, Memory& stored) {
  const std::size_t size = compress_as(compression, data, stored);
  if (size == 0) throw Failure(ExitCode::files, "there is not enough memory to compress a block");
  stored.resize(size);
}

}  // namespace osm_convert
