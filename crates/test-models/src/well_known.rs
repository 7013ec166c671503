use crate::TestModel;
use crate::make::{declare, known, record, text};
use polywire_model::attr::WellKnown;
use polywire_model::{DeclId, Field, Model, Presence, Type};

/// Well-known types: times, field masks, wrappers, and messages with the name of their type.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let time = || vec![Field::new("seconds", Type::int(64, true)), Field::new("nanos", Type::int(32, true))];
    let mut add = |name: &str, mark: WellKnown, fields: Vec<Field>| declare(&mut model, name, known(mark, fields));
    let instant = add("Instant", WellKnown::Timestamp, time());
    let span = add("Span", WellKnown::Duration, time());
    let mask = add("Mask", WellKnown::FieldMask, vec![Field::new("paths", Type::list(text()))]);
    let wide = add("Wide", WellKnown::Wrapper, vec![Field::new("value", Type::int(64, true))]);
    let label = add("Label", WellKnown::Wrapper, vec![Field::new("value", text())]);
    let nothing = add("Nothing", WellKnown::Empty, vec![]);
    let any = vec![Field::new("type_url", text()), Field::new("value", Type::Bytes)];
    let any = add("Any", WellKnown::Any, any);
    let note = DeclId(model.decls.len() as u32);
    let fields = vec![
        Field::new("id", Type::int(32, true)),
        optional("instant", instant),
        optional("span", span),
        optional("mask", mask),
        optional("wide", wide),
        optional("label", label),
        optional("nothing", nothing),
        optional("any", any),
        Field::new("anys", Type::list(Type::Named(any))),
        Field::new("instants", Type::list(Type::Named(instant))),
        optional("child", note),
    ];
    declare(&mut model, "Note", record(fields));
    model.cut_cycles();
    TestModel {
        name: "well_known",
        model,
        formats: &["json", "json_pretty", "json_plain", "protobuf", "protobuf_text"],
    }
}

fn optional(name: &str, ty: DeclId) -> Field {
    Field { presence: Presence::Optional, ..Field::new(name, Type::Named(ty)) }
}
