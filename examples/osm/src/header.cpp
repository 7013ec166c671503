#include "header.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "checks.hpp"

namespace osm_convert {

namespace {

constexpr std::string_view schema_feature = "OsmSchema-V0.6";
constexpr std::string_view dense_nodes_feature = "DenseNodes";
constexpr std::string_view history_feature = "HistoricalInformation";

constexpr double units_per_degree = 1e9;

double degrees(std::int64_t units) {
  return static_cast<double>(units) / units_per_degree;
}
std::int64_t units(double degrees) {
  return std::llround(degrees * units_per_degree);
}

entities::Area unpack_area(const osm::HeaderBBox& box) {
  entities::Area area;
  area.left = degrees(*box.left);
  area.right = degrees(*box.right);
  area.top = degrees(*box.top);
  area.bottom = degrees(*box.bottom);
  return area;
}

osm::HeaderBBox pack_area(const entities::Area& area) {
  osm::HeaderBBox box;
  box.left = units(area.left);
  box.right = units(area.right);
  box.top = units(area.top);
  box.bottom = units(area.bottom);
  return box;
}

/// Drops descriptions of the map that are not valid text.
std::optional<std::string> readable(const std::optional<std::string>& text) {
  return text && is_utf8(*text) ? text : std::nullopt;
}

entities::Replication unpack_replication(const osm::HeaderBlock& block) {
  entities::Replication replication;
  if (const auto& seconds = block.osmosis_replication_timestamp) {
    replication.timestamp.emplace().seconds = *seconds;
  }
  replication.sequence_number = block.osmosis_replication_sequence_number;
  replication.base_url = readable(block.osmosis_replication_base_url);
  return replication;
}

}  // namespace

entities::Header unpack_header(const osm::HeaderBlock& block) {
  entities::Header header;
  for (const std::string& feature : block.required_features) {
    if (feature == history_feature) {
      header.history = true;
    } else if (feature != schema_feature && feature != dense_nodes_feature) {
      refuse("the file needs a reader that knows \"" + feature +
             "\", which this program does not; have it written without");
    }
  }
  if (block.bbox) header.area = unpack_area(*block.bbox);
  std::copy_if(block.optional_features.begin(), block.optional_features.end(),
               std::back_inserter(header.optional_features), is_utf8);
  header.writing_program = readable(block.writingprogram);
  header.source = readable(block.source);
  const entities::Replication replication = unpack_replication(block);
  if (replication != entities::Replication{}) header.replication = replication;
  return header;
}

osm::HeaderBlock pack_header(const entities::Header& header) {
  osm::HeaderBlock block;
  if (header.area) block.bbox = pack_area(*header.area);
  block.required_features = {std::string(schema_feature), std::string(dense_nodes_feature)};
  if (header.history) block.required_features.emplace_back(history_feature);
  block.optional_features = header.optional_features;
  block.writingprogram = program_name;
  block.source = header.source;
  if (const auto& replication = header.replication) {
    if (replication->timestamp) {
      block.osmosis_replication_timestamp = replication->timestamp->seconds;
    }
    block.osmosis_replication_sequence_number = replication->sequence_number;
    block.osmosis_replication_base_url = replication->base_url;
  }
  return block;
}

}  // namespace osm_convert
