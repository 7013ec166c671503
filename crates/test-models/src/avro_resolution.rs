use crate::TestModel;
use crate::make::{case, declare, enumeration, record, text, union};
use polywire_model::{DeclKind, Field, Literal, Model, Presence, Type};

/// An Avro record written with another schema: fields reordered, missing, unknown or promoted, an enum resolved by
/// symbols, and unions on either side.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let mut suit = enumeration(true, &[("CLUBS", 7), ("HEARTS", 3), ("SPADES", 5)]);
    if let DeclKind::Enum(it) = &mut suit {
        it.attrs.order = vec![7, 3, 5];
    }
    let suit = declare(&mut model, "Suit", suit);
    let inner = declare(&mut model, "Inner", record(vec![Field::new("x", Type::Float { bits: 32 })]));
    let pick = union(vec![case("whole", Type::int(64, true)), case("text", text()), case("inner", Type::Named(inner))]);
    let pick = declare(&mut model, "Pick", pick);
    let mut preset = Field::new("preset", Type::int(32, true));
    preset.default = Some(Literal::Int(42));
    let optional = |name: &str, ty| Field { presence: Presence::Optional, ..Field::new(name, ty) };
    let must = Field { presence: Presence::Required, ..Field::new("must", Type::int(32, true)) };
    let fields = vec![
        Field::new("wide", Type::int(64, true)),
        Field::new("real", Type::Float { bits: 64 }),
        Field::new("name", text()),
        Field::new("blob", Type::Bytes),
        Field::new("suit", Type::Named(suit)),
        preset,
        optional("maybe", text()),
        Field::new("pick", Type::Named(pick)),
        Field::new("list", Type::list(Type::Named(inner))),
        must,
    ];
    declare(&mut model, "Reader", record(fields));
    TestModel { name: "avro_resolution", model, formats: &["avro", "avro_resolved"] }
}
