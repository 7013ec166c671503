//! Types with a special form in JSON.

use super::height::Shapes;
use super::value::{DEEP, members, value};
use super::{Random, float, text};
use polywire_model::attr::WellKnown;
use polywire_model::{DeclKind, Presence, Struct};
use serde_json::{Map, Value};

/// Returns a value of a struct that is a well-known type.
pub(super) fn well_known(
    model: &Shapes<'_>,
    (mark, it): (WellKnown, &Struct),
    random: &mut Random,
    depth: usize,
) -> Value {
    match mark {
        WellKnown::Any => any(model, random, depth),
        WellKnown::Duration => duration(random).into(),
        WellKnown::Empty => Value::Object(Map::new()),
        WellKnown::FieldMask => ["", "id", "wallet.amountPaid,orders"][random.below(3)].into(),
        WellKnown::ListValue => list(random, depth),
        WellKnown::NullValue => Value::Null,
        WellKnown::Struct => object(random, depth),
        WellKnown::Timestamp => timestamp(random).into(),
        WellKnown::Value => dynamic(random, depth),
        WellKnown::Wrapper => it.fields.first().map_or(Value::Null, |field| value(model, &field.ty, random, depth)),
    }
}

/// Returns a message of a plain type of the schema without required fields, or an empty `Any`.
fn any(model: &Shapes<'_>, random: &mut Random, depth: usize) -> Value {
    let plain = model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Struct(it) if it.attrs.well_known.is_none() && it.is_declared() && !needs_fields(it) => {
            Some((decl.path(), it))
        }
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => None,
    });
    let plain: Vec<(String, &Struct)> = plain.collect();
    if depth > DEEP || plain.is_empty() {
        return Value::Object(Map::new());
    }
    let (path, it) = &plain[random.below(plain.len())];
    let mut any = members(model, it, random, depth + 2);
    any.insert("@type".to_owned(), format!("type.example.com/{path}").into());
    Value::Object(any)
}

fn needs_fields(it: &Struct) -> bool {
    it.fields.iter().any(|field| field.presence == Presence::Required)
}

fn duration(random: &mut Random) -> String {
    let sign = ["", "-"][random.below(2)];
    format!("{sign}{}{}s", random.below(315_576_000_000), fraction(random))
}

fn timestamp(random: &mut Random) -> String {
    let (year, month, day) = (1 + random.below(9999), 1 + random.below(12), 1 + random.below(28));
    let (hour, minute, second) = (random.below(24), random.below(60), random.below(60));
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{}Z", fraction(random))
}

/// Returns zero, three, six or nine digits.
fn fraction(random: &mut Random) -> String {
    let digits = 3 * random.below(4);
    let billionths = format!("{:09}", random.below(1_000_000_000));
    if digits == 0 { String::new() } else { format!(".{}", &billionths[..digits]) }
}

fn dynamic(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth > DEEP { 4 } else { 6 }) {
        0 => Value::Null,
        1 => (random.below(2) == 0).into(),
        2 => float(random).into(),
        3 => text(random, 10).into(),
        4 => list(random, depth),
        _ => object(random, depth),
    }
}

fn list(random: &mut Random, depth: usize) -> Value {
    (0..random.below(4)).map(|_| dynamic(random, depth + 1)).collect()
}

fn object(random: &mut Random, depth: usize) -> Value {
    let members = (0..random.below(4)).map(|_| (text(random, 6), dynamic(random, depth + 1)));
    Value::Object(members.collect())
}
