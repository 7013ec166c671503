// OSM XML, as in https://wiki.openstreetmap.org/wiki/OSM_XML.
#pragma once

#include <optional>
#include <vector>

#include "entity_writer.hpp"

namespace osm_convert {

class XmlWriter final : public EntityWriter {
 public:
  void begin(const entities::Header& header, OutputBuffer& output) override;
  void write(const entities::Record& record, OutputBuffer& output) override;
  void end(OutputBuffer& output) override;
};

}  // namespace osm_convert
