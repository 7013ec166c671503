use crate::TestModel;
use crate::make::{case, declare, map, record, union};
use polywire_model::{Field, Literal, Model, NumberRange, Presence, Type};

/// Numbers with a range, wherever a field can hold a value, and optional ones with a null value.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let percent = limited("percent", Type::int(8, false), (None, Some(Literal::Int(100))));
    let degree = limited("degree", Type::int(16, true), (Some(Literal::Int(-90)), Some(Literal::Int(90))));
    let ratio = limited("ratio", Type::Float { bits: 64 }, (float(-1.0), float(0.0)));
    let narrow = limited("narrow", Type::Float { bits: 32 }, (float(0.5), None));
    let wide = limited("wide", Type::int(64, true), (Some(Literal::Int(i64::MIN.into())), Some(Literal::Int(-1))));
    let most = (Some(Literal::Int(1 << 62)), None);
    let fields = vec![
        percent,
        degree,
        ratio,
        Field { default: float(0.5), ..narrow },
        Field { default: Some(Literal::Int(-1)), ..wide },
        Field { presence: Presence::Optional, ..limited("most", Type::int(64, false), most) },
        optional("hole", Type::int(16, true), Literal::Int(-1)),
        optional("pause", Type::Float { bits: 32 }, Literal::Float(0)),
        optional("gap", Type::int(64, false), Literal::Int(0)),
    ];
    let inner = declare(&mut model, "Inner", record(fields));
    let held = declare(&mut model, "Held", union(vec![case("one", Type::Named(inner)), case("other", Type::Bool)]));
    let named = map(&mut model, "Outer", "named", (Type::int(32, true), Type::Named(inner)));
    let fields = vec![
        Field::new("all", Type::list(Type::Named(inner))),
        Field::new("named", named),
        Field::new("held", Type::Named(held)),
        Field { presence: Presence::Optional, ..Field::new("last", Type::Named(inner)) },
    ];
    declare(&mut model, "Outer", record(fields));
    TestModel { name: "limited_numbers", model, formats: FORMATS }
}

const FORMATS: &[&str] =
    &["avro", "cdr", "fbe", "flatbuffers", "json", "json_plain", "msgpack", "protobuf", "raw", "sbe"];

fn limited(name: &str, ty: Type, (min, max): (Option<Literal>, Option<Literal>)) -> Field {
    Field { range: NumberRange { min, max }, ..Field::new(name, ty) }
}

fn float(number: f64) -> Option<Literal> {
    Some(Literal::Float(number.to_bits()))
}

fn optional(name: &str, ty: Type, null: Literal) -> Field {
    Field { presence: Presence::Optional, null: Some(null), ..Field::new(name, ty) }
}
