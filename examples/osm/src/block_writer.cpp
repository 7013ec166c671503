#include "block_writer.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "checks.hpp"
#include "header.hpp"
#include "osmformat.protobuf.hpp"
#include "records.hpp"

namespace osm_convert {

namespace {

constexpr std::size_t max_entities = 8000;
/// Leaves space in a blob for the last entity.
constexpr std::size_t full_size = max_blob_size / 2;
constexpr std::size_t max_number_size = 10;
/// Of an entity's own numbers, with their tags and lengths.
constexpr std::size_t max_base_size = 150;

const entities::Info no_info;

std::int32_t steps_of(const std::optional<entities::Location>& location,
                      double entities::Location::*coordinate) {
  return location ? steps((*location).*coordinate) : no_coordinate;
}

std::int64_t seconds(const entities::Info& info) {
  return info.timestamp ? info.timestamp->seconds : 0;
}

osm::Relation_MemberType type_of(const entities::Member_ref& member) {
  switch (member.which()) {
    case MemberCase::way: return osm::Relation_MemberType::WAY;
    case MemberCase::relation: return osm::Relation_MemberType::RELATION;
    case MemberCase::node:
    case MemberCase::none: break;
  }
  return osm::Relation_MemberType::NODE;
}

}  // namespace

std::uint32_t TextTable::add(std::string_view text) {
  const std::size_t hash = std::hash<std::string_view>{}(text);
  Slot& slot = find(hash, text);
  if (slot.index != 0) return slot.index;
  const auto index = static_cast<std::uint32_t>(texts_.size());
  slot = {hash, index};
  texts_.emplace_back(text);
  size_ += text.size() + max_number_size;
  if (2 * texts_.size() > slots_.size()) grow();
  return index;
}

TextTable::Slot& TextTable::find(std::size_t hash, std::string_view text) {
  for (std::size_t at = hash;; ++at) {
    Slot& slot = slots_[at & (slots_.size() - 1)];
    if (slot.index == 0 || (slot.hash == hash && texts_[slot.index] == text)) return slot;
  }
}

void TextTable::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.index != 0) find(slot.hash, texts_[slot.index]) = slot;
  }
}

void TextTable::move_to(osm::StringTable& table) {
  table.s = std::move(texts_);
  texts_.assign(1, {});
  std::fill(slots_.begin(), slots_.end(), Slot{});
  size_ = 0;
}

void BlockWriter::begin(const entities::Header& header, OutputBuffer& output) {
  check_encoded(polywire::protobuf::encode(pack_header(header), bytes_));
  blobs_.encode(header_type, bytes_.span(), output);
}

void BlockWriter::write(const entities::Record& record, OutputBuffer& output) {
  if (is_full()) finish_chunk(output);
  if (const auto* node = std::get_if<entities::Node>(&record.content.value)) {
    add(*node);
  } else if (const auto* way = std::get_if<entities::Way>(&record.content.value)) {
    add(*way);
  } else if (const auto* relation = std::get_if<entities::Relation>(&record.content.value)) {
    add(*relation);
  }
  ++count_;
  size_ += max_base_size;
}

void BlockWriter::finish_chunk(OutputBuffer& output) {
  if (count_ == 0) return;
  texts_.move_to(block_.stringtable.emplace());
  check_encoded(polywire::protobuf::encode(block_, bytes_));
  if (bytes_.size() > max_blob_size) {
    refuse("an entity is too large for a block of a .osm.pbf; divide it");
  }
  blobs_.encode(data_type, bytes_.span(), output);
  block_.primitivegroup.clear();
  kind_ = Kind::none;
  count_ = 0;
  size_ = 0;
}

bool BlockWriter::is_full() const noexcept {
  return count_ == max_entities || size_ + texts_.size() >= full_size;
}

osm::PrimitiveGroup& BlockWriter::group(Kind kind) {
  if (kind_ != kind) {
    kind_ = kind;
    columns_ = {};
    block_.primitivegroup.emplace_back();
  }
  return block_.primitivegroup.back();
}

void BlockWriter::add(const entities::Node& node) {
  osm::DenseNodes& nodes = hold(group(Kind::nodes).dense);
  if (node.info && !nodes.denseinfo) add_dense_info_from_here(nodes);
  nodes.id.push_back(columns_.id.next(node.id));
  nodes.lat.push_back(columns_.lat.next(steps_of(node.location, &entities::Location::lat)));
  nodes.lon.push_back(columns_.lon.next(steps_of(node.location, &entities::Location::lon)));
  if (nodes.denseinfo) add_dense_info(node.info ? *node.info : no_info, *nodes.denseinfo);
  for (const entities::Tag& tag : node.tags) {
    nodes.keys_vals.push_back(static_cast<std::int32_t>(texts_.add(tag.k)));
    nodes.keys_vals.push_back(static_cast<std::int32_t>(texts_.add(tag.v)));
  }
  nodes.keys_vals.push_back(0);
  size_ += 2 * max_number_size * node.tags.size();
}

void BlockWriter::add(const entities::Way& way) {
  osm::Way& packed = group(Kind::ways).ways.emplace_back();
  packed.id = way.id;
  set_info(way.info, packed.info);
  set_tags(way.tags, packed);
  bool has_locations = false;
  for (const entities::WayNode& node : way.nodes) has_locations |= node.location.has_value();
  DeltaEncoder ref, lat, lon;
  packed.refs.reserve(way.nodes.size());
  for (const entities::WayNode& node : way.nodes) {
    packed.refs.push_back(ref.next(node.ref));
    if (!has_locations) continue;
    packed.lat.push_back(lat.next(steps_of(node.location, &entities::Location::lat)));
    packed.lon.push_back(lon.next(steps_of(node.location, &entities::Location::lon)));
  }
  size_ += 3 * max_number_size * way.nodes.size();
}

void BlockWriter::add(const entities::Relation& relation) {
  osm::Relation& packed = group(Kind::relations).relations.emplace_back();
  packed.id = relation.id;
  set_info(relation.info, packed.info);
  set_tags(relation.tags, packed);
  DeltaEncoder ids;
  for (const entities::Member& member : relation.members) {
    packed.roles_sid.push_back(static_cast<std::int32_t>(texts_.add(member.role)));
    packed.memids.push_back(ids.next(id_of(member.ref)));
    packed.types.push_back(type_of(member.ref));
  }
  size_ += 3 * max_number_size * relation.members.size();
}

// Columns have an element for every node, including those before the first with an info.
void BlockWriter::add_dense_info_from_here(osm::DenseNodes& nodes) {
  osm::DenseInfo& columns = nodes.denseinfo.emplace();
  for (std::size_t before = 0; before < nodes.id.size(); ++before) add_dense_info(no_info, columns);
}

void BlockWriter::add_dense_info(const entities::Info& info, osm::DenseInfo& columns) {
  columns.version.push_back(static_cast<std::int32_t>(info.version.value_or(0)));
  columns.timestamp.push_back(columns_.timestamp.next(seconds(info)));
  columns.changeset.push_back(columns_.changeset.next(info.changeset.value_or(0)));
  columns.uid.push_back(static_cast<std::int32_t>(columns_.uid.next(info.uid.value_or(0))));
  const std::int64_t user = info.user && !info.user->empty() ? texts_.add(*info.user) : 0;
  columns.user_sid.push_back(static_cast<std::int32_t>(columns_.user.next(user)));
  if (info.visible || !columns.visible.empty()) {
    columns.visible.resize(columns.version.size() - 1, true);
    columns.visible.push_back(info.visible.value_or(true));
  }
}

void BlockWriter::set_info(const std::optional<entities::Info>& info,
                           std::optional<osm::Info>& packed) {
  if (!info) return;
  osm::Info& said = packed.emplace();
  if (info->version) said.version = static_cast<std::int32_t>(*info->version);
  if (info->timestamp) said.timestamp = seconds(*info);
  if (info->changeset) said.changeset = *info->changeset;
  said.uid = info->uid;
  if (info->user) said.user_sid = texts_.add(*info->user);
  said.visible = info->visible;
}

template <class Packed>
void BlockWriter::set_tags(const std::vector<entities::Tag>& tags, Packed& packed) {
  packed.keys.reserve(tags.size());
  packed.vals.reserve(tags.size());
  for (const entities::Tag& tag : tags) {
    packed.keys.push_back(texts_.add(tag.k));
    packed.vals.push_back(texts_.add(tag.v));
  }
  size_ += 2 * max_number_size * tags.size();
}

}  // namespace osm_convert
