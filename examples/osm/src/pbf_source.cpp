#include "pbf_source.hpp"

#include "block_reader.hpp"
#include "checks.hpp"
#include "header.hpp"
#include "osmformat.protobuf.hpp"

namespace osm_convert {

namespace {

entities::Header decode_header(const std::vector<std::uint8_t>& blob) {
  BlobDecoder decoder;
  osm::HeaderBlock block;
  check_decoded(polywire::protobuf::decode(block, decoder.decode(blob)), "the file's header");
  return unpack_header(block);
}

}  // namespace

entities::Header PbfSource::read_header() {
  entities::Header header;
  at_place("blob", 0, [&] {
    std::vector<std::uint8_t> blob;
    if (!blobs_.next(header_type, blob)) refuse("the file is empty; download it again");
    header = decode_header(blob);
  });
  return header;
}

bool PbfSource::next(Chunk& chunk) {
  bool found = false;
  chunk.offset = file_.position();
  at_place("blob", chunk.offset, [&] { found = blobs_.next(data_type, chunk.bytes); });
  return found;
}

std::unique_ptr<EntityReader> PbfSource::make_reader() const {
  return std::make_unique<BlockReader>();
}

}  // namespace osm_convert
