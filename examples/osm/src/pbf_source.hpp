// A `.osm.pbf` file as a source: each blob is a chunk.
#pragma once

#include <memory>

#include "blob.hpp"
#include "source.hpp"

namespace osm_convert {

class PbfSource final : public Source {
 public:
  explicit PbfSource(InputFile& file) : blobs_(file), file_(file) {}

  entities::Header read_header() override;
  bool next(Chunk& chunk) override;
  std::unique_ptr<EntityReader> make_reader() const override;

 private:
  BlobReader blobs_;
  InputFile& file_;
};

}  // namespace osm_convert
