// The interface of input formats.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "entities.hpp"
#include "entity_writer.hpp"

namespace osm_convert {

/// A part of a file that can be converted independently.
struct Chunk {
  std::vector<std::uint8_t> bytes;
  /// Offset in the file.
  std::uint64_t offset = 0;
};

/// Extracts the entities of chunks. Each thread has its own.
class EntityReader {
 public:
  virtual ~EntityReader() = default;
  virtual void read(const Chunk& chunk, EntityWriter& writer, OutputBuffer& output) = 0;
};

/// A file, cut into chunks.
class Source {
 public:
  virtual ~Source() = default;

  /// Must be called once, before anything else.
  virtual entities::Header read_header() = 0;

  /// Returns false at the end of the file.
  virtual bool next(Chunk& chunk) = 0;

  virtual std::unique_ptr<EntityReader> make_reader() const = 0;
};

}  // namespace osm_convert
