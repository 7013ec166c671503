use crate::TestModel;
use crate::make::{case, declare, enumeration, record, text, union};
use polywire_model::{Field, Model, Presence, Type};

/// JSON members: an escaped name, unknown members of any depth, `null`, names in two forms, a union's case as a member,
/// a recursive struct, and values that JSON represents as strings.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let mood = declare(&mut model, "Mood", enumeration(true, &[("CALM", 0), ("GLAD", 5), ("MERRY", 5)]));
    let item = union(vec![case("count_of", Type::int(32, true)), case("label", text())]);
    let item = declare(&mut model, "Item", item);
    let node = polywire_model::DeclId(model.decls.len() as u32);
    let mut maybe = Field::new("maybe_text", text());
    maybe.presence = Presence::Optional;
    let mut child = Field::new("child", Type::Named(node));
    child.presence = Presence::Optional;
    let fields = vec![
        Field::new("big_number", Type::int(64, true)),
        Field::new("mood", Type::Named(mood)),
        maybe,
        Field::new("blob", Type::Bytes),
        Field::new("ratio", Type::Float { bits: 32 }),
        Field::new("item", Type::Named(item)),
        Field::new("items", Type::list(Type::Named(item))),
        child,
        Field::new("flags", Type::list(Type::Bool)),
        Field::new("odd\"name", Type::int(8, false)),
    ];
    declare(&mut model, "Node", record(fields));
    model.cut_cycles();
    TestModel { name: "json_members", model, formats: &["json", "json_plain"] }
}
