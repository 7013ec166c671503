use crate::TestModel;
use crate::make::{declare, record, text};
use polywire_model::{Field, Literal, Model, Presence, Type};

/// FlatBuffers tables in a vector that share their vtable unless they lack different fields.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let weight = Field {
        presence: Presence::Optional,
        default: Some(Literal::Float(2.5f64.to_bits())),
        ..Field::new("weight", Type::Float { bits: 64 })
    };
    let inner = declare(&mut model, "Inner", record(vec![Field::new("flag", Type::Bool), weight]));
    let optional = |name, ty| Field { presence: Presence::Optional, ..Field::new(name, ty) };
    let item = record(vec![
        Field::new("id", Type::int(16, false)),
        optional("label", text()),
        optional("inner", Type::Named(inner)),
        Field::new("always", Type::Named(inner)),
    ]);
    let item = declare(&mut model, "Item", item);
    let fields = vec![
        Field::new("items", Type::list(Type::Named(item))),
        Field::new("numbers", Type::list(Type::int(64, true))),
        Field::new("names", Type::list(text())),
        optional("note", text()),
    ];
    declare(&mut model, "Box", record(fields));
    TestModel { name: "flatbuffers_shared_vtable", model, formats: &["flatbuffers", "flatbuffers_size_prefixed"] }
}
