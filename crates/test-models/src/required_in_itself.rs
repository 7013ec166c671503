use crate::TestModel;
use crate::make::{declare, protobuf, record, text};
use polywire_model::{DeclId, Field, Model, Presence, Type};

/// A message that requires itself, so it has no finite value: an encoder must detect that before it
/// accesses the missing member.
///
/// ```proto
/// syntax = "proto2";
/// message Endless { required string name = 1; required Endless next = 2; }
/// ```
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let mut name = Field::new("name", text());
    name.presence = Presence::Required;
    name.attrs.protobuf = Some(protobuf(1));
    let mut next = Field::new("next", Type::Named(DeclId(0)));
    next.presence = Presence::Required;
    next.boxed = true;
    next.attrs.protobuf = Some(protobuf(2));
    declare(&mut model, "Endless", record(vec![name, next]));
    TestModel { name: "required_in_itself", model, formats: &["protobuf", "json", "msgpack"] }
}
