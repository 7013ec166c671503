// The interface of output formats.
#pragma once

#include "entities.hpp"
#include "output_buffer.hpp"

namespace osm_convert {

/// Writes a map in chunks. Several writers share the work, each with its own chunks.
class EntityWriter {
 public:
  virtual ~EntityWriter() = default;

  /// Writes the text before the first chunk.
  virtual void begin(const entities::Header& header, OutputBuffer& output) = 0;

  /// Writes a node, way or relation of a chunk.
  virtual void write(const entities::Record& record, OutputBuffer& output) = 0;

  /// Ends a chunk.
  virtual void finish_chunk(OutputBuffer& /*output*/) {}

  /// Writes the text after the last chunk.
  virtual void end(OutputBuffer& /*output*/) {}
};

}  // namespace osm_convert
