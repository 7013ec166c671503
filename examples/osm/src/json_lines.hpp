// JSON lines: each is a record of entities.proto.
#pragma once

#include <memory>

#include "entity_writer.hpp"
#include "files.hpp"
#include "polywire/buffer.hpp"
#include "source.hpp"

namespace osm_convert {

class JsonWriter final : public EntityWriter {
 public:
  void begin(const entities::Header& header, OutputBuffer& output) override;
  void write(const entities::Record& record, OutputBuffer& output) override;

 private:
  polywire::buffer line_;
};

/// Each chunk consists of whole lines.
class JsonSource final : public Source {
 public:
  explicit JsonSource(InputFile& file) : file_(file) {}

  entities::Header read_header() override;
  bool next(Chunk& chunk) override;
  std::unique_ptr<EntityReader> make_reader() const override;

 private:
  /// Returns the length of the pending whole lines; at least one, unless the file ends.
  std::size_t fill();

  /// Removes bytes from the pending input.
  std::vector<std::uint8_t> take(std::size_t size);

  InputFile& file_;
  std::vector<std::uint8_t> pending_;
  /// Offset in the file.
  std::uint64_t offset_ = 0;
  bool at_end_ = false;
};

}  // namespace osm_convert
