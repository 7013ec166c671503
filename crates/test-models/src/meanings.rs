use crate::TestModel;
use crate::make::{case, declare, flags, map, record, text, union};
use polywire_model::{Field, Literal, Meaning, Model, Presence, TimeUnit, Type};

/// Integers with a meaning, wherever a type can hold a value: members, optional ones, lists, arrays, maps and unions.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let seconds = meant(64, true, Meaning::Timestamp(TimeUnit::Seconds));
    let moment = [
        case("at", meant(64, true, Meaning::Timestamp(TimeUnit::Nanoseconds))),
        case("after", meant(64, true, Meaning::Duration(TimeUnit::Milliseconds))),
        case("price", price()),
        case("letter", meant(8, false, Meaning::Character)),
        case("half", meant(16, false, Meaning::Float16)),
    ];
    let moment = declare(&mut model, "Moment", union(moment.into()));
    let scalars = declare(&mut model, "Scalars", record(scalars()));
    let prices = map(&mut model, "Everything", "prices", (date(), price()));
    let noted = map(&mut model, "Everything", "noted", (seconds.clone(), text()));
    let rights = flags(&[("read", 1), ("write", 2), ("both", 3), ("top", 128)]);
    let rights = meant(8, false, Meaning::Flags(declare(&mut model, "Rights", rights)));
    let fields = vec![
        Field::new("scalars", Type::Named(scalars)),
        optional("day", date()),
        optional("fee", price()),
        optional("start", meant(64, false, Meaning::Timestamp(TimeUnit::Nanoseconds))),
        Field::new("days", Type::list(date())),
        Field::new("stamps", Type::list(meant(64, true, Meaning::Timestamp(TimeUnit::Microseconds)))),
        Field::new("letters", Type::list(meant(8, false, Meaning::Character))),
        Field::new("halves", Type::list(meant(16, false, Meaning::Float16))),
        Field::new("rights", rights.clone()),
        optional("maybe_rights", rights.clone()),
        Field::new("all_rights", Type::list(rights)),
        Field::new("prices", prices),
        Field::new("noted", noted),
        Field::new("moment", Type::Named(moment)),
    ];
    declare(&mut model, "Everything", record(fields));
    TestModel { name: "meanings", model, formats: FORMATS }
}

const FORMATS: &[&str] =
    &["avro", "cdr", "flatbuffers", "json", "json_plain", "msgpack", "protobuf", "protobuf_text", "raw", "sbe"];

/// A member of each type.
fn scalars() -> Vec<Field> {
    let letters = [8, 16, 32].map(|bits| Field::new(&format!("letter{bits}"), meant(bits, false, Meaning::Character)));
    let decimals = [8, 16, 32, 64].map(|bits| {
        let scale = bits / 8;
        Field::new(&format!("decimal{bits}"), meant(bits, true, Meaning::Decimal { scale }))
    });
    let timed = TimeUnit::ALL.into_iter().flat_map(|unit| {
        let member =
            |name: &str, bits, meaning| Field::new(&format!("{name}_{}", unit.symbol()), meant(bits, true, meaning));
        let bits = if unit <= TimeUnit::Milliseconds { 32 } else { 64 };
        [
            member("time", bits, Meaning::TimeOfDay(unit)),
            member("stamp", 64, Meaning::Timestamp(unit)),
            member("local", 64, Meaning::LocalTimestamp(unit)),
            member("span", 64, Meaning::Duration(unit)),
        ]
    });
    let mut since = Field::new("since", date());
    since.default = Some(Literal::Int(11_016));
    let unsigned = meant(64, false, Meaning::Timestamp(TimeUnit::Nanoseconds));
    let others = [
        since,
        Field::new("day", date()),
        Field::new("half", meant(16, false, Meaning::Float16)),
        Field::new("unsigned", unsigned),
    ];
    letters.into_iter().chain(decimals).chain(timed).chain(others).collect()
}

fn date() -> Type {
    meant(32, true, Meaning::Date)
}

fn price() -> Type {
    meant(64, true, Meaning::Decimal { scale: 4 })
}

fn meant(bits: u8, signed: bool, meaning: Meaning) -> Type {
    Type::Int { bits, signed, meaning }
}

fn optional(name: &str, ty: Type) -> Field {
    Field { presence: Presence::Optional, ..Field::new(name, ty) }
}
