//! Small models of the corner cases of wire formats, one file each. Tests of lowerings and engines share them.

mod avro_blocks;
mod avro_resolution;
mod capnp_defaults;
mod capnp_far;
mod capnp_groups;
mod capnp_lists;
mod capnp_locked;
mod capnp_opaque;
mod capnp_unions;
mod cdr_nested;
mod closed_enum_packed;
mod dynamic;

mod flatbuffers_nested;
mod flatbuffers_shared_vtable;
mod flatbuffers_sorted;
mod json_members;
mod locked;
pub mod make;
mod map_count;
mod map_entries;
mod maps;
mod message_set;
mod oneof_group;
mod order_locked;
mod protobuf_lists;
mod required_in_itself;
mod sbe_nested;
mod text_tokens;
mod unverified_text;
mod well_known;

use polywire_model::Model;

/// A corner case.
pub struct Corner {
    /// Name, also of its file of cases.
    pub name: &'static str,
    /// The schema.
    pub model: Model,
    /// The formats that it is about.
    pub formats: &'static [&'static str],
}

/// All corner cases, by name.
pub fn models() -> Vec<Corner> {
    vec![
        avro_blocks::corner(),
        avro_resolution::corner(),
        capnp_defaults::corner(),
        capnp_far::corner(),
        capnp_groups::corner(),
        capnp_lists::corner(),
        capnp_locked::corner(),
        capnp_opaque::corner(),
        capnp_unions::corner(),
        cdr_nested::corner(),
        closed_enum_packed::corner(),
        flatbuffers_nested::corner(),
        flatbuffers_shared_vtable::corner(),
        flatbuffers_sorted::corner(),
        json_members::corner(),
        map_count::corner(),
        map_entries::corner(),
        maps::corner(),
        message_set::corner(),
        oneof_group::corner(),
        order_locked::corner(),
        protobuf_lists::corner(),
        required_in_itself::corner(),
        sbe_nested::corner(),
        dynamic::corner(),
        text_tokens::corner(),
        unverified_text::corner(),
        well_known::corner(),
    ]
}

/// The corner case of this name.
pub fn find(name: &str) -> Option<Corner> {
    models().into_iter().find(|corner| corner.name == name)
}
