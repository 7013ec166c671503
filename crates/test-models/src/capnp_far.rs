use crate::TestModel;
use crate::make::{declare, record, text};
use polywire_model::{Field, Model, Presence, Type};

/// A Cap'n Proto struct with every kind of pointer, all of which can be far pointers in messages of several segments.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let int32 = || Type::int(32, true);
    let point = record(vec![Field::new("x", int32()), Field::new("y", int32()), Field::new("name", text())]);
    let point = declare(&mut model, "Point", point);
    let fields = vec![
        Field::new("id", Type::int(64, false)),
        Field::new("name", text()),
        Field { presence: Presence::Optional, ..Field::new("place", Type::Named(point)) },
        Field::new("path", Type::list(Type::Named(point))),
        Field::new("tags", Type::list(text())),
        Field::new("data", Type::Bytes),
        Field::new("bits", Type::list(Type::Bool)),
        Field::new("rows", Type::list(Type::list(int32()))),
    ];
    declare(&mut model, "Route", record(fields));
    TestModel { name: "capnp_far", model, formats: &["capnp", "capnp_packed"] }
}
