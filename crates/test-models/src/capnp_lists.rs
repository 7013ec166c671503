use crate::TestModel;
use crate::make::{declare, record, text};
use polywire_model::{Field, Literal, Model, Type};

/// Cap'n Proto lists written with another schema: lists of structs that were lists of numbers, of texts or of smaller
/// structs, and lists of numbers and texts that became lists of structs.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let (uint16, int16) = (Type::int(16, false), Type::int(16, true));
    let item = declare(&mut model, "Item", record(vec![Field::new("a", uint16.clone()), Field::new("label", text())]));
    let note = record(vec![Field::new("text", text()), Field::new("n", Type::int(32, false))]);
    let note = declare(&mut model, "Note", note);
    let point = record(vec![
        Field::new("x", int16.clone()),
        Field::new("y", int16),
        Field { default: Some(Literal::Int(9)), ..Field::new("z", Type::int(32, true)) },
        Field::new("w", Type::int(64, true)),
    ]);
    let point = declare(&mut model, "Point", point);
    let fields = vec![
        Field::new("items", Type::list(Type::Named(item))),
        Field::new("notes", Type::list(Type::Named(note))),
        Field::new("points", Type::list(Type::Named(point))),
        Field::new("flags", Type::list(Type::Bool)),
        Field::new("numbers", Type::list(uint16)),
        Field::new("texts", Type::list(text())),
    ];
    declare(&mut model, "Lists", record(fields));
    TestModel { name: "capnp_lists", model, formats: &["capnp", "capnp_packed", "capnp_canonical"] }
}
