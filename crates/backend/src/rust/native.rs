//! Native types as Rust types.

use super::names::{is_number, type_borrows, variant_of};
use super::scope::{Scope, Std};
use polywire_ir::types::{
    BytesMeaning, CaseType, EnumId, EnumType, FieldType, Literal, Meaning, Named, TimeUnit, Type,
};

/// The Rust type of a value.
pub(super) fn value_type(ty: &Type, scope: &Scope<'_>) -> String {
    match ty {
        Type::Bool => "bool".into(),
        Type::Int { meaning: Meaning::Flags(id), .. } => scope.path(Named::Enum(*id)),
        Type::Int { bits, signed, meaning } => meant(integer(*bits, *signed), *bits, *meaning),
        Type::Float { bits } => format!("f{bits}"),
        Type::Text { verified: true } if scope.is_borrowed => "&'a str".into(),
        Type::Text { verified: true } => scope.std(Std::String),
        Type::Text { .. } | Type::Bytes if scope.is_borrowed => "&'a [u8]".into(),
        Type::Text { .. } | Type::Bytes => format!("{}<u8>", scope.std(Std::Vec)),
        Type::FixedBytes(len, BytesMeaning::Bytes) => format!("[u8; {len}]"),
        Type::FixedBytes(_, BytesMeaning::Uuid) => "::polywire_runtime::Uuid".into(),
        Type::FixedBytes(_, BytesMeaning::Decimal) => "::polywire_runtime::Decimal128".into(),
        Type::FixedBytes(_, BytesMeaning::Float128) => "::polywire_runtime::Float128".into(),
        Type::Enum(id) => scope.path(Named::Enum(*id)),
        Type::Struct(id) if scope.types.record(*id).is_entry => {
            let (key, value) = scope.types.entry(*id);
            format!("({}, {})", value_type(key, scope), value_type(value, scope))
        }
        Type::Struct(id) => match scope.types.nullable(ty) {
            Some(field) => field_type(field, scope),
            None => named_type(Named::Struct(*id), scope),
        },
        Type::Union(id) => named_type(Named::Union(*id), scope),
        Type::List(element) => format!("{}<{}>", scope.std(Std::Vec), value_type(element, scope)),
        Type::Array(element, len) => format!("[{}; {len}]", value_type(element, scope)),
        Type::Map(id) if scope.types.is_set(*id) => {
            format!("{}<{}>", scope.std(Std::BTreeSet), value_type(scope.types.entry(*id).0, scope))
        }
        Type::Map(id) => {
            let (key, value) = scope.types.entry(*id);
            let map = scope.std(Std::BTreeMap);
            format!("{map}<{}, {}>", value_type(key, scope), value_type(value, scope))
        }
    }
}

fn named_type(named: Named, scope: &Scope<'_>) -> String {
    format!("{}{}", scope.path(named), lifetime(named, scope))
}

/// Returns `<'a>`, if the type has a lifetime in this module.
pub(super) fn lifetime(named: Named, scope: &Scope<'_>) -> &'static str {
    if scope.is_borrowed && scope.names.name(named).borrows { "<'a>" } else { "" }
}

/// Returns `i32` etc.
fn integer(bits: u8, signed: bool) -> String {
    format!("{}{bits}", if signed { "i" } else { "u" })
}

/// Returns the type of integers with a meaning; `number` is that of numbers.
fn meant(number: String, bits: u8, meaning: Meaning) -> String {
    let name = match meaning {
        Meaning::Number | Meaning::Character | Meaning::Flags(_) => return number,
        Meaning::Date => "Date".to_owned(),
        Meaning::TimeOfDay(unit) => format!("TimeOfDay{bits}<{}>", self::unit(unit)),
        Meaning::Timestamp(unit) => format!("Timestamp<{}>", self::unit(unit)),
        Meaning::LocalTimestamp(unit) => format!("LocalTimestamp<{}>", self::unit(unit)),
        Meaning::Duration(unit) => format!("Duration<{}>", self::unit(unit)),
        Meaning::Decimal { scale } => format!("DecimalNumber<{number}, {scale}>"),
        Meaning::Float16 => "Float16".to_owned(),
    };
    format!("::polywire_runtime::{name}")
}

fn unit(unit: TimeUnit) -> &'static str {
    match unit {
        TimeUnit::Seconds => "::polywire_runtime::Seconds",
        TimeUnit::Milliseconds => "::polywire_runtime::Millis",
        TimeUnit::Microseconds => "::polywire_runtime::Micros",
        TimeUnit::Nanoseconds => "::polywire_runtime::Nanos",
    }
}

/// Returns the width and the sign of the integer in a value of a type of the runtime.
pub(super) fn number_in(bits: u8, signed: bool, meaning: Meaning) -> (u8, bool) {
    (bits, signed || matches!(meaning, Meaning::Timestamp(_) | Meaning::LocalTimestamp(_)))
}

/// Returns true if values of a type are integers in a type of the runtime.
pub(super) fn is_meant(ty: &Type) -> bool {
    matches!(ty, Type::Int { meaning, .. } if !matches!(meaning, Meaning::Number | Meaning::Character))
}

/// Returns true if values of a type are bytes in a type of the runtime.
pub(super) fn are_meant(ty: &Type) -> bool {
    matches!(ty, Type::FixedBytes(_, meaning) if *meaning != BytesMeaning::Bytes)
}

/// Returns the type of an enum's numbers.
pub(super) fn underlying(it: &EnumType) -> String {
    integer(it.bits, it.signed)
}

/// The Rust type of a field.
pub(super) fn field_type(field: &FieldType, scope: &Scope<'_>) -> String {
    let inner = boxed(value_type(&field.ty, scope), field.boxed, scope);
    if field.optional { format!("{}<{inner}>", scope.std(Std::Option)) } else { inner }
}

/// The Rust type of a case's value.
pub(super) fn case_type(case: &CaseType, scope: &Scope<'_>) -> Option<String> {
    case.ty.as_ref().map(|ty| boxed(value_type(ty, scope), case.boxed, scope))
}

fn boxed(ty: String, boxed: bool, scope: &Scope<'_>) -> String {
    if boxed { format!("{}<{ty}>", scope.std(Std::Box)) } else { ty }
}

/// Returns the value of a new field, if it is not that of its type.
pub(super) fn initial(field: &FieldType, scope: &Scope<'_>) -> Option<String> {
    if field.optional {
        return None;
    }
    match &field.default {
        Some(literal) => Some(of_literal(&field.ty, literal, scope)),
        None => long_array(&field.ty, scope),
    }
}

/// Returns a new array that is too long to implement `Default`.
fn long_array(ty: &Type, scope: &Scope<'_>) -> Option<String> {
    const LONGEST: u32 = 32;
    match ty {
        Type::FixedBytes(len, _) => (*len > LONGEST).then(|| format!("[0; {len}]")),
        Type::Array(element, len) => {
            let inner = long_array(element, scope);
            let default = || format!("{}::default()", scope.std(Std::Default));
            (*len > LONGEST || inner.is_some())
                .then(|| format!("::core::array::from_fn(|_| {})", inner.unwrap_or_else(default)))
        }
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Union(_)
        | Type::List(_)
        | Type::Map(_) => None,
    }
}

/// Returns the type and the value of the constant for an optional field's default.
pub(super) fn constant(ty: &Type, literal: &Literal, scope: &Scope<'_>) -> (String, String) {
    match (ty, literal) {
        (Type::Text { verified: true }, Literal::Text(text)) => ("&'static str".into(), format!("{text:?}")),
        (Type::Text { .. } | Type::Bytes, Literal::Text(_) | Literal::Bytes(_)) => {
            ("&'static [u8]".into(), bytes_literal(literal))
        }
        _ => (value_type(ty, scope), of_literal(ty, literal, scope)),
    }
}

fn of_literal(ty: &Type, literal: &Literal, scope: &Scope<'_>) -> String {
    match (ty, literal) {
        (Type::Enum(id), Literal::Int(number)) => enumerator(*id, *number, scope),
        (_, Literal::Bool(value)) => value.to_string(),
        (Type::Int { .. }, Literal::Int(value)) if is_meant(ty) => {
            format!("<{}>::from_number({value})", value_type(ty, scope))
        }
        (_, Literal::Int(value)) => value.to_string(),
        (_, Literal::Float(bits)) => float(ty, f64::from_bits(*bits)),
        (Type::Text { verified: true }, Literal::Text(text)) if scope.is_borrowed => format!("{text:?}"),
        (Type::Text { verified: true }, Literal::Text(text)) => format!("{}::from({text:?})", scope.std(Std::String)),
        (Type::FixedBytes(_, meaning), Literal::Text(_) | Literal::Bytes(_)) if *meaning != BytesMeaning::Bytes => {
            format!("{}(*{})", value_type(ty, scope), bytes_literal(literal))
        }
        (Type::FixedBytes(..), Literal::Text(_) | Literal::Bytes(_)) => format!("*{}", bytes_literal(literal)),
        (_, Literal::Text(_) | Literal::Bytes(_)) if scope.is_borrowed => bytes_literal(literal),
        (_, Literal::Text(_) | Literal::Bytes(_)) => {
            format!("{}::from({})", scope.std(Std::Vec), bytes_literal(literal))
        }
    }
}

fn enumerator(id: EnumId, number: i128, scope: &Scope<'_>) -> String {
    let (it, names, path) = (scope.types.enumeration(id), scope.names.enumeration(id), scope.path(Named::Enum(id)));
    match it.members.iter().position(|member| it.integer(member.number) == number) {
        Some(index) => format!("{path}::{}", names.members[variant_of(it, index)]),
        None if is_number(it) => format!("{path}({number})"),
        // The front ends have checked that a closed enum has the number.
        None => format!("{path}::{}", names.members[0]),
    }
}

fn float(ty: &Type, value: f64) -> String {
    let name = if *ty == (Type::Float { bits: 32 }) { "f32" } else { "f64" };
    if value.is_nan() {
        return format!("{name}::NAN");
    }
    if value.is_infinite() {
        return format!("{name}::{}INFINITY", if value < 0.0 { "NEG_" } else { "" });
    }
    if name == "f32" { format!("{:?}", value as f32) } else { format!("{value:?}") }
}

fn bytes_literal(literal: &Literal) -> String {
    let bytes = match literal {
        Literal::Text(text) => text.as_bytes(),
        Literal::Bytes(bytes) => bytes,
        Literal::Bool(_) | Literal::Int(_) | Literal::Float(_) => &[],
    };
    format!("b\"{}\"", bytes.escape_ascii())
}

/// Returns a field's or case's value in the owned variant, given that in the borrowed one.
pub(super) fn owned(value: &str, ty: &Type, scope: &Scope<'_>) -> String {
    if type_borrows(ty, scope.names, scope.types) { format!("{value}.into_owned()") } else { value.to_owned() }
}
