use crate::TestModel;
use crate::make::{case, declare, record, text, union};
use polywire_model::{Field, Model, Presence, Type};

/// A FlatBuffers buffer inside a buffer, with positions relative to its own start; and a union.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let payload = record(vec![
        Field::new("name", text()),
        Field::new("values", Type::list(Type::Float { bits: 64 })),
        Field::new("small", Type::int(8, true)),
    ]);
    let payload = declare(&mut model, "Payload", payload);
    let other = declare(&mut model, "Other", record(vec![Field::new("number", Type::int(64, false))]));
    let choice =
        union(vec![case("payload", Type::Named(payload)), case("other", Type::Named(other)), case("text", text())]);
    let choice = declare(&mut model, "Choice", choice);
    let mut inner = Field { presence: Presence::Optional, ..Field::new("inner", Type::Named(payload)) };
    inner.attrs.flatbuffers.nested_buffer = true;
    let fields = vec![
        Field::new("kind", Type::int(8, false)),
        inner,
        Field::new("choice", Type::Named(choice)),
        Field::new("blob", Type::Bytes),
    ];
    declare(&mut model, "Envelope", record(fields));
    TestModel { name: "flatbuffers_nested", model, formats: &["flatbuffers", "flatbuffers_size_prefixed"] }
}
