//! Small models of the corner cases of wire formats, one file each. Tests of lowerings and engines share them.

mod avro_blocks;
mod avro_resolution;
mod capnp_far;
mod capnp_lists;
mod capnp_unions;
mod cdr_nested;
mod closed_enum_packed;
mod flatbuffers_nested;
mod flatbuffers_shared_vtable;
mod flatbuffers_sorted;
mod json_members;
pub mod make;
mod map_count;
mod oneof_group;

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
        capnp_far::corner(),
        capnp_lists::corner(),
        capnp_unions::corner(),
        cdr_nested::corner(),
        closed_enum_packed::corner(),
        flatbuffers_nested::corner(),
        flatbuffers_shared_vtable::corner(),
        flatbuffers_sorted::corner(),
        json_members::corner(),
        map_count::corner(),
        oneof_group::corner(),
    ]
}

/// The corner case of this name.
pub fn find(name: &str) -> Option<Corner> {
    models().into_iter().find(|corner| corner.name == name)
}
