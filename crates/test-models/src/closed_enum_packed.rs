use crate::TestModel;
use crate::make::{declare, enumeration, protobuf, record};
use polywire_model::attr::ProtobufField;
use polywire_model::{Field, Model, Type};

/// Numbers that a closed Protobuf enum lacks, in a packed field: each is kept as an unknown field in its own record.
///
/// ```proto
/// syntax = "proto2";
/// enum Colour { RED = 1; GREEN = 2; BLUE = -3; }
/// message Palette { repeated Colour colours = 4 [packed = true]; optional Colour main = 5 [default = GREEN]; }
/// ```
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let colour = declare(&mut model, "Colour", enumeration(false, &[("RED", 1), ("GREEN", 2), ("BLUE", -3)]));
    let mut colours = Field::new("colours", Type::list(Type::Named(colour)));
    colours.attrs.protobuf = Some(ProtobufField { packed: true, ..protobuf(4) });
    let mut main = Field::new("main", Type::Named(colour));
    main.presence = polywire_model::Presence::Optional;
    main.default = Some(polywire_model::Literal::Int(2));
    main.attrs.protobuf = Some(protobuf(5));
    declare(&mut model, "Palette", record(vec![colours, main]));
    TestModel { name: "closed_enum_packed", model, formats: &["protobuf"] }
}
