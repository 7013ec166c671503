use crate::TestModel;
use crate::make::{case, declare, map, record, text, union};
use polywire_model::{Case, Field, Model, Presence, Type};

/// Values that FlatBuffers can only hold in tables of their own.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let part = declare(&mut model, "Part", record(vec![Field::new("number", Type::int(32, true))]));
    let cases = vec![
        case("number", Type::int(64, true)),
        case("flag", Type::Bool),
        case("blob", Type::Bytes),
        case("many", Type::list(Type::int(16, false))),
        case("part", Type::Named(part)),
        case("text", text()),
        Case { ty: None, ..case("nothing", text()) },
    ];
    let choice = declare(&mut model, "Choice", union(cases));
    let maybe = Field { presence: Presence::Optional, ..Field::new("maybe", Type::Named(choice)) };
    let maybe = declare(&mut model, "Maybe", record(vec![maybe]));
    let ranks = map(&mut model, "Wrapped", "ranks", (text(), Type::list(Type::Bytes)));
    let fields = vec![
        Field::new("blobs", Type::list(Type::Bytes)),
        Field::new("hashes", Type::list(Type::fixed_bytes(4))),
        Field::new("matrix", Type::list(Type::list(Type::int(32, true)))),
        Field::new("names", Type::list(Type::list(text()))),
        Field::new("parts", Type::list(Type::list(Type::Named(part)))),
        Field::new("pairs", Type::Array(Box::new(Type::Array(Box::new(Type::Float { bits: 64 }), 2)), 3)),
        Field::new("ranks", ranks),
        Field::new("choice", Type::Named(choice)),
        Field::new("choices", Type::list(Type::Named(choice))),
        Field::new("maybe", Type::Named(maybe)),
    ];
    declare(&mut model, "Wrapped", record(fields));
    TestModel { name: "flatbuffers_wrapped", model, formats: &["flatbuffers", "flatbuffers_size_prefixed"] }
}
