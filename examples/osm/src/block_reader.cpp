#include "block_reader.hpp"

#include <algorithm>
#include <limits>

#include "checks.hpp"
#include "delta.hpp"
#include "osmformat.protobuf.hpp"
#include "records.hpp"

namespace osm_convert {

namespace {

constexpr std::int64_t milliseconds_per_second = 1000;
/// Unpacked coordinates of blocks are in billionths of a degree.
constexpr std::int64_t units_per_step = 100;

/// Wraps on overflow, which damaged files may cause.
std::int64_t scaled(std::int64_t value, std::int64_t factor, std::int64_t offset) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) *
                                       static_cast<std::uint64_t>(factor) +
                                   static_cast<std::uint64_t>(offset));
}

/// Optional columns of dense nodes may end early.
template <class Column>
bool reaches(const Column& column, std::size_t at) {
  return at < column.size();
}

/// Tags of dense nodes: key, value, …, 0.
class DenseTags {
 public:
  explicit DenseTags(const std::vector<std::int32_t>& indices) : indices_(indices) {}

  /// Returns the number of tags of the next node, whose indices `next` yields.
  std::size_t count() const {
    std::size_t end = at_;
    while (end < indices_.size() && indices_[end] != 0) {
      end += 2;
      if (end > indices_.size()) refuse_damaged("a tag of a node has a key, but no value");
    }
    return (end - at_) / 2;
  }
  std::int32_t next() { return indices_[at_++]; }
  void end_node() {
    if (at_ < indices_.size()) ++at_;
  }

 private:
  const std::vector<std::int32_t>& indices_;
  std::size_t at_ = 0;
};

/// Drops information that a block has for other entities but not for this one.
void drop_if_empty(std::optional<entities::Info>& info) {
  const entities::Info& said = *info;
  if (!said.version && !said.timestamp && !said.changeset && !said.uid && !said.user &&
      !said.visible) {
    info.reset();
  }
}

void set_uid(std::int64_t uid, entities::Info& info) {
  const auto number = static_cast<std::int32_t>(uid);
  if (number > 0) info.uid = number;
}

bool is_deleted(const std::optional<entities::Info>& info) {
  return info && info->visible == false;
}

}  // namespace

void BlockReader::read(const Chunk& chunk, EntityWriter& writer, OutputBuffer& output) {
  at_place("blob", chunk.offset, [&] { read_block(chunk, writer, output); });
}

void BlockReader::read_block(const Chunk& chunk, EntityWriter& writer, OutputBuffer& output) {
  check_decoded(polywire::protobuf::decode(block_, blobs_.decode(chunk.bytes)), "its block");
  texts_ = block_.stringtable->s;
  all_utf8_ = std::all_of(texts_.begin(), texts_.end(), is_utf8);
  granularity_ = block_.granularity.value_or(osm::PrimitiveBlock::default_granularity);
  date_granularity_ =
      block_.date_granularity.value_or(osm::PrimitiveBlock::default_date_granularity);
  lat_offset_ = block_.lat_offset.value_or(0);
  lon_offset_ = block_.lon_offset.value_or(0);
  for (const osm::PrimitiveGroup& group : block_.primitivegroup) {
    read_all(group.nodes, writer, output);
    if (group.dense) read_dense_nodes(*group.dense, writer, output);
    read_all(group.ways, writer, output);
    read_all(group.relations, writer, output);
  }
}

template <class Entities>
void BlockReader::read_all(const Entities& packed, EntityWriter& writer, OutputBuffer& output) {
  for (const auto& entity : packed) {
    read(entity);
    writer.write(record_, output);
  }
}

void BlockReader::read_dense_nodes(const osm::DenseNodes& nodes, EntityWriter& writer,
                                   OutputBuffer& output) {
  const std::size_t count = nodes.id.size();
  if (nodes.lat.size() < count || nodes.lon.size() < count) {
    refuse_damaged("there are " + std::to_string(count) + " nodes, but " +
                   std::to_string(nodes.lat.size()) + " latitudes and " +
                   std::to_string(nodes.lon.size()) + " longitudes");
  }
  DeltaDecoder id, lat, lon, timestamp, changeset, uid, user;
  DenseTags indices(nodes.keys_vals);
  entities::Node& node = hold<entities::Node>(record_);
  for (std::size_t at = 0; at < count; ++at) {
    node.id = id.next(nodes.id[at]);
    node.info.reset();
    if (nodes.denseinfo) {
      const osm::DenseInfo& columns = *nodes.denseinfo;
      entities::Info& info = node.info.emplace();
      if (reaches(columns.version, at)) set_version(columns.version[at], info);
      if (reaches(columns.timestamp, at)) {
        set_timestamp(timestamp.next(columns.timestamp[at]), info);
      }
      if (reaches(columns.changeset, at)) {
        set_changeset(changeset.next(columns.changeset[at]), info);
      }
      if (reaches(columns.uid, at)) set_uid(uid.next(columns.uid[at]), info);
      if (reaches(columns.user_sid, at)) set_user(user.next(columns.user_sid[at]), info);
      if (reaches(columns.visible, at)) info.visible = columns.visible[at];
      drop_if_empty(node.info);
    }
    // In the columns, deleted nodes have a meaningless location.
    const std::int64_t node_lat = lat.next(nodes.lat[at]);
    const std::int64_t node_lon = lon.next(nodes.lon[at]);
    node.location.reset();
    if (!is_deleted(node.info)) set_location(node_lat, node_lon, node.location);
    node.tags.resize(indices.count());
    for (entities::Tag& tag : node.tags) {
      tag.k = text(indices.next());
      tag.v = text(indices.next());
    }
    indices.end_node();
    writer.write(record_, output);
  }
}

void BlockReader::read(const osm::Node& packed) {
  entities::Node& node = hold<entities::Node>(record_);
  node.id = *packed.id;
  set_info(packed.info, node.info);
  node.location.reset();
  if (!is_deleted(node.info)) set_location(*packed.lat, *packed.lon, node.location);
  set_tags(packed, node.tags);
}

void BlockReader::read(const osm::Way& packed) {
  entities::Way& way = hold<entities::Way>(record_);
  way.id = *packed.id;
  set_info(packed.info, way.info);
  set_tags(packed, way.tags);
  const bool has_locations = !packed.lat.empty();
  std::size_t count = packed.refs.size();
  if (has_locations) count = std::min({count, packed.lat.size(), packed.lon.size()});
  way.nodes.resize(count);
  DeltaDecoder ref, lat, lon;
  for (std::size_t at = 0; at < count; ++at) {
    entities::WayNode& node = way.nodes[at];
    node.ref = ref.next(packed.refs[at]);
    node.location.reset();
    if (has_locations) {
      set_location(lat.next(packed.lat[at]), lon.next(packed.lon[at]), node.location);
    }
  }
}

void BlockReader::read(const osm::Relation& packed) {
  if (packed.types.size() < packed.memids.size() && !packed.unknown_fields.empty()) {
    refuse_damaged("a member of a relation is neither node nor way nor relation");
  }
  entities::Relation& relation = hold<entities::Relation>(record_);
  relation.id = *packed.id;
  set_info(packed.info, relation.info);
  set_tags(packed, relation.tags);
  const std::size_t count =
      std::min({packed.memids.size(), packed.roles_sid.size(), packed.types.size()});
  relation.members.resize(count);
  DeltaDecoder ids;
  for (std::size_t at = 0; at < count; ++at) {
    entities::Member& member = relation.members[at];
    member.role = text(packed.roles_sid[at]);
    const std::int64_t id = ids.next(packed.memids[at]);
    switch (packed.types[at]) {
      case osm::Relation_MemberType::NODE: refer<MemberCase::node>(member.ref, id); break;
      case osm::Relation_MemberType::WAY: refer<MemberCase::way>(member.ref, id); break;
      case osm::Relation_MemberType::RELATION: refer<MemberCase::relation>(member.ref, id); break;
    }
  }
}

void BlockReader::set_info(const std::optional<osm::Info>& packed,
                           std::optional<entities::Info>& info) const {
  info.reset();
  if (!packed) return;
  entities::Info& said = info.emplace();
  if (packed->version) set_version(*packed->version, said);
  if (packed->timestamp) set_timestamp(*packed->timestamp, said);
  if (packed->changeset) set_changeset(*packed->changeset, said);
  if (packed->uid) set_uid(*packed->uid, said);
  if (packed->user_sid) set_user(*packed->user_sid, said);
  said.visible = packed->visible;
  drop_if_empty(info);
}

template <class Packed>
void BlockReader::set_tags(const Packed& packed, std::vector<entities::Tag>& tags) const {
  tags.resize(std::min(packed.keys.size(), packed.vals.size()));
  for (std::size_t at = 0; at < tags.size(); ++at) {
    tags[at].k = text(packed.keys[at]);
    tags[at].v = text(packed.vals[at]);
  }
}

void BlockReader::set_location(std::int64_t lat, std::int64_t lon,
                               std::optional<entities::Location>& location) const {
  const auto to_steps = [this](std::int64_t value, std::int64_t offset) {
    return static_cast<std::int32_t>(scaled(value, granularity_, offset) / units_per_step);
  };
  const std::int32_t lat_steps = to_steps(lat, lat_offset_);
  const std::int32_t lon_steps = to_steps(lon, lon_offset_);
  if (lat_steps == no_coordinate || lon_steps == no_coordinate) return;
  entities::Location& held = hold(location);
  held.lat = degrees(lat_steps);
  held.lon = degrees(lon_steps);
}

void BlockReader::set_version(std::int32_t version, entities::Info& info) const {
  if (version < -1) refuse_damaged("an entity has the version " + std::to_string(version));
  if (version > 0) info.version = static_cast<std::uint32_t>(version);
}

void BlockReader::set_timestamp(std::int64_t timestamp, entities::Info& info) const {
  const auto seconds =
      static_cast<std::uint32_t>(scaled(timestamp, date_granularity_, 0) / milliseconds_per_second);
  if (seconds > 0) info.timestamp.emplace().seconds = seconds;
}

void BlockReader::set_changeset(std::int64_t changeset, entities::Info& info) const {
  if (changeset < -1 || changeset >= std::numeric_limits<std::uint32_t>::max()) {
    refuse_damaged("an entity has the changeset " + std::to_string(changeset) +
                   ", where 0 to 4294967294 are allowed");
  }
  if (changeset > 0) info.changeset = static_cast<std::uint32_t>(changeset);
}

void BlockReader::set_user(std::int64_t index, entities::Info& info) const {
  const std::string& user = text(index);
  if (!user.empty()) info.user = user;
}

const std::string& BlockReader::text(std::int64_t index) const {
  if (index < 0 || static_cast<std::uint64_t>(index) >= texts_.size()) {
    refuse_damaged("text " + std::to_string(index) + " is used, and there are " +
                   std::to_string(texts_.size()));
  }
  const std::string& found = texts_[static_cast<std::size_t>(index)];
  if (!all_utf8_ && !is_utf8(found)) {
    refuse_damaged("text " + std::to_string(index) + " is not valid UTF-8");
  }
  return found;
}

}  // namespace osm_convert
