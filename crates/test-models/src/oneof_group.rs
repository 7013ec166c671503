use crate::TestModel;
use crate::make::{case, declare, protobuf, record, text, union};
use polywire_model::attr::ProtobufField;
use polywire_model::{Field, Model, Type};

/// A Protobuf group inside a oneof: a repeated occurrence is merged, another case of the oneof replaces it, and unknown
/// fields
/// of the group or the message are kept.
///
/// ```proto
/// syntax = "proto2";
/// message Pick { oneof choice { group Pair = 2 { optional int32 left = 3; repeated int32 right = 4; } string name = 5; } optional int32 last = 6; }
/// ```
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let mut left = Field::new("left", Type::int(32, true));
    left.presence = polywire_model::Presence::Optional;
    left.attrs.protobuf = Some(protobuf(3));
    let mut right = Field::new("right", Type::list(Type::int(32, true)));
    right.attrs.protobuf = Some(protobuf(4));
    let pair = declare(&mut model, "Pair", record(vec![left, right]));
    let mut pair = case("pair", Type::Named(pair));
    pair.attrs.protobuf = Some(ProtobufField { group: true, ..protobuf(2) });
    let mut name = case("name", text());
    name.attrs.protobuf = Some(protobuf(5));
    let choice = declare(&mut model, "Choice", union(vec![pair, name]));
    let mut last = Field::new("last", Type::int(32, true));
    last.presence = polywire_model::Presence::Optional;
    last.attrs.protobuf = Some(protobuf(6));
    declare(&mut model, "Pick", record(vec![Field::new("choice", Type::Named(choice)), last]));
    TestModel { name: "oneof_group", model, formats: &["protobuf"] }
}
