use crate::TestModel;
use crate::make::{declare, map, record, text};
use polywire_model::attr::SbeMessage;
use polywire_model::{DeclId, DeclKind, Field, Literal, Model, Presence, Type};

/// Texts and lists in structs that are in SBE's block, in groups and in the values of maps: they become groups and data
/// of the message or entry. Optional structs have nothing in the block, null values, or texts that are not empty when
/// they are new.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let contact = record(vec![
        Field::new("mail", text()),
        optional("phone", text()),
        Field::new("calls", Type::list(Type::int(32, true))),
    ]);
    let contact = declare(&mut model, "Contact", contact);
    let person = record(vec![
        optional("age", Type::int(8, false)),
        Field::new("name", text()),
        optional("contact", Type::Named(contact)),
    ]);
    let person = declare(&mut model, "Person", person);
    let place = record(vec![
        Field::new("floor", Type::int(16, true)),
        Field { default: Some(Literal::Text("Rome".to_owned())), ..Field::new("city", text()) },
        Field { presence: Presence::Required, ..Field::new("street", text()) },
        optional("owner", Type::Named(person)),
    ]);
    let place = declare(&mut model, "Place", place);
    let seats = map(&mut model, "Meeting", "seats", (text(), Type::Named(person)));
    let fields = vec![
        Field::new("id", Type::int(32, true)),
        optional("host", Type::Named(person)),
        optional("place", Type::Named(place)),
        Field::new("guests", Type::list(Type::Named(person))),
        Field::new("seats", seats),
        Field::new("desk", Type::Named(contact)),
        Field::new("note", text()),
    ];
    let meeting = declare(&mut model, "Meeting", record(fields));
    identify(&mut model, meeting, 7);
    let body = declare(&mut model, "Body", record(vec![Field::new("text", text())]));
    let body = Field { presence: Presence::Required, ..Field::new("body", Type::Named(body)) };
    let page = declare(&mut model, "Page", record(vec![body, Field::new("mark", text())]));
    let note = declare(&mut model, "Note", record(vec![optional("page", Type::Named(page))]));
    identify(&mut model, note, 6);
    TestModel { name: "sbe_nested", model, formats: &["sbe"] }
}

fn identify(model: &mut Model, id: DeclId, template_id: u16) {
    if let DeclKind::Struct(it) = &mut model.decls[id.0 as usize].kind {
        it.attrs.sbe_message = Some(SbeMessage { template_id, schema_id: 1, version: 1 });
    }
}

fn optional(name: &str, ty: Type) -> Field {
    Field { presence: Presence::Optional, ..Field::new(name, ty) }
}
