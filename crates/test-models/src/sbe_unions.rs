use crate::TestModel;
use crate::make::{case, declare, map, record, text, union};
use polywire_model::attr::SbeMessage;
use polywire_model::{Case, DeclKind, Field, Model, Presence, Type};

/// Unions, which are groups in SBE: in messages, composites, entries of groups, and inside of each other.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let part = record(vec![Field::new("number", Type::int(32, true)), Field::new("note", text())]);
    let part = declare(&mut model, "Part", part);
    let inner = vec![case("left", Type::int(8, false)), case("right", Type::fixed_bytes(3))];
    let inner = declare(&mut model, "Inner", union(inner));
    let cases = vec![
        case("number", Type::int(64, true)),
        case("flag", Type::Bool),
        case("text", text()),
        case("many", Type::list(Type::int(16, false))),
        case("part", Type::Named(part)),
        Case { ty: None, ..case("nothing", text()) },
        case("inner", Type::Named(inner)),
    ];
    let choice = Type::Named(declare(&mut model, "Choice", union(cases)));
    let holder = record(vec![Field::new("count", Type::int(32, true)), Field::new("choice", choice.clone())]);
    let holder = declare(&mut model, "Holder", holder);
    let must = record(vec![required("choice", choice.clone()), Field::new("note", text())]);
    let must = declare(&mut model, "Must", must);
    let row = record(vec![Field::new("name", text()), Field::new("choice", choice.clone())]);
    let row = declare(&mut model, "Row", row);
    let named = map(&mut model, "Unions", "named", (text(), choice.clone()));
    let fields = vec![
        Field::new("id", Type::int(32, true)),
        Field::new("choice", choice.clone()),
        optional("maybe", choice.clone()),
        required("sure", choice.clone()),
        Field::new("held", Type::Named(holder)),
        optional("holder", Type::Named(holder)),
        optional("must", Type::Named(must)),
        Field::new("items", Type::list(choice)),
        Field::new("rows", Type::list(Type::Named(row))),
        Field::new("named", named),
        Field::new("tail", text()),
    ];
    let unions = declare(&mut model, "Unions", record(fields));
    if let DeclKind::Struct(it) = &mut model.decls[unions.0 as usize].kind {
        it.attrs.sbe_message = Some(SbeMessage { template_id: 9, schema_id: 1, version: 0 });
    }
    TestModel { name: "sbe_unions", model, formats: &["sbe"] }
}

fn optional(name: &str, ty: Type) -> Field {
    Field { presence: Presence::Optional, ..Field::new(name, ty) }
}

fn required(name: &str, ty: Type) -> Field {
    Field { presence: Presence::Required, ..Field::new(name, ty) }
}
