//! Small models of special cases of wire formats, one file each. Tests of lowerings and engines share them.

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
mod corba_kitchen;
mod corba_values;
mod dynamic;
mod fbe_trade;

mod flatbuffers_kitchen;
mod flatbuffers_nested;
mod flatbuffers_shared_vtable;
mod flatbuffers_sorted;
mod flatbuffers_wrapped;
mod giop;
mod json_members;
mod labelled_unions;
mod limited_numbers;
mod locked;
pub mod make;
mod map_count;
mod map_entries;
mod maps;
mod meanings;
mod memory_kitchen;
mod message_set;
mod nullable;
mod oneof_group;
mod order_locked;
mod protobuf_lists;
mod required_in_itself;
mod rpc;
mod sbe_nested;
mod sbe_own;
mod sbe_unions;
mod sets;
mod sixteen_bytes;
mod text_tokens;
mod unverified_text;
mod well_known;
mod xcdr_kitchen;
mod xml_kitchen;
mod xml_tree;

use polywire_model::Model;

/// A special case.
pub struct TestModel {
    /// The name, also of its file of cases.
    pub name: &'static str,
    /// The schema.
    pub model: Model,
    /// The formats concerned.
    pub formats: &'static [&'static str],
}

/// Returns those whose types have values: all but one, in which a struct always contains itself.
pub fn finite() -> impl Iterator<Item = TestModel> {
    models().into_iter().filter(|it| it.name != "required_in_itself")
}

/// Returns all test models by name.
pub fn models() -> Vec<TestModel> {
    vec![
        avro_blocks::test_model(),
        avro_resolution::test_model(),
        capnp_defaults::test_model(),
        capnp_far::test_model(),
        capnp_groups::test_model(),
        capnp_lists::test_model(),
        capnp_locked::test_model(),
        capnp_opaque::test_model(),
        capnp_unions::test_model(),
        cdr_nested::test_model(),
        closed_enum_packed::test_model(),
        corba_kitchen::test_model(),
        corba_values::test_model(),
        fbe_trade::test_model(),
        flatbuffers_kitchen::test_model(),
        flatbuffers_nested::test_model(),
        flatbuffers_shared_vtable::test_model(),
        flatbuffers_sorted::test_model(),
        flatbuffers_wrapped::test_model(),
        giop::test_model(),
        giop::called(),
        giop::url(),
        rpc::test_model(),
        json_members::test_model(),
        labelled_unions::test_model(),
        limited_numbers::test_model(),
        map_count::test_model(),
        map_entries::test_model(),
        maps::test_model(),
        meanings::test_model(),
        memory_kitchen::test_model(),
        memory_kitchen::big(),
        memory_kitchen::microsoft(),
        message_set::test_model(),
        nullable::test_model(),
        oneof_group::test_model(),
        order_locked::test_model(),
        protobuf_lists::test_model(),
        required_in_itself::test_model(),
        sbe_nested::test_model(),
        sbe_own::test_model(),
        sbe_unions::test_model(),
        sets::test_model(),
        sixteen_bytes::test_model(),
        dynamic::test_model(),
        text_tokens::test_model(),
        unverified_text::test_model(),
        well_known::test_model(),
        xcdr_kitchen::test_model(),
        xml_kitchen::test_model(),
        xml_tree::test_model(),
    ]
}

/// Returns the test model with this name.
pub fn find(name: &str) -> Option<TestModel> {
    models().into_iter().find(|test_model| test_model.name == name)
}
