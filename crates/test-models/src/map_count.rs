use crate::TestModel;
use crate::make::{case, declare, record, text, union};
use polywire_model::{Case, Field, Model, Presence, Type};

/// A MessagePack map whose header counts only the present members: optionals and a union beside a mandatory field.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let flag = Case { ty: None, ..case("u", Type::Bool) };
    let choice = declare(&mut model, "Choice", union(vec![case("t", text()), flag]));
    let optional = |name| Field { presence: Presence::Optional, ..Field::new(name, Type::int(32, true)) };
    let fields = vec![
        Field::new("a", Type::int(32, true)),
        optional("b"),
        optional("c"),
        Field::new("choice", Type::Named(choice)),
    ];
    declare(&mut model, "Sparse", record(fields));
    TestModel { name: "map_count", model, formats: &["msgpack", "zebrapack"] }
}
