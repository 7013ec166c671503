use crate::TestModel;
use crate::make::{case, declare, enumeration, record, text, union};
use polywire_model::{Field, Model, Presence, Type};

/// A CDR encapsulation in both byte orders, whose padding depends on its start: it is in a sequence of octets after a
/// text, so that the same value is padded differently than in the enclosing message.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let tint = declare(&mut model, "Tint", enumeration(false, &[("PALE", 0), ("DEEP", 1)]));
    let part = union(vec![case("wide", Type::Float { bits: 64 }), case("name", text())]);
    let part = declare(&mut model, "Part", part);
    let inner = record(vec![
        Field::new("octet", Type::int(8, false)),
        Field::new("wide", Type::int(64, true)),
        Field::new("half", Type::int(16, true)),
        Field::new("tint", Type::Named(tint)),
        Field::new("parts", Type::list(Type::Named(part))),
    ]);
    let inner = declare(&mut model, "Inner", inner);
    let mut apart = Field::new("apart", Type::Named(inner));
    apart.attrs.cdr_encapsulated = true;
    let last = Field { presence: Presence::Optional, ..Field::new("last", Type::int(16, false)) };
    let fields = vec![Field::new("label", text()), apart, Field::new("within", Type::Named(inner)), last];
    declare(&mut model, "Outer", record(fields));
    TestModel { name: "cdr_nested", model, formats: &["cdr", "cdr_le"] }
}
