//! Native types as C++ types.

use super::names::TypeNames;
use polywire_ir::types::{
    BytesMeaning, CaseType, EnumType, FieldType, Literal, Meaning, StructId, TimeUnit, Type, Types,
};

/// The C++ type of a value.
pub(super) fn value_type(ty: &Type, names: &TypeNames) -> String {
    match ty {
        Type::Bool => "bool".into(),
        Type::Int { meaning: Meaning::Flags(id), .. } => names.enumeration(*id).name.qualified(),
        Type::Int { bits, signed, meaning } => meant(integer(*bits, *signed), *bits, *meaning),
        Type::Float { bits: 32 } => "float".into(),
        Type::Float { .. } => "double".into(),
        Type::Text { .. } => names.ownership.text().into(),
        Type::Bytes => names.ownership.bytes().into(),
        Type::FixedBytes(_, BytesMeaning::Uuid) => "::polywire::uuid".into(),
        Type::FixedBytes(_, BytesMeaning::Decimal) => "::polywire::decimal128".into(),
        Type::FixedBytes(_, BytesMeaning::Float128) => "::polywire::float128".into(),
        Type::FixedBytes(len, BytesMeaning::Bytes) => format!("::std::array<::std::uint8_t, {len}>"),
        Type::Enum(id) => names.enumeration(*id).name.qualified(),
        Type::Struct(id) if names.is_entry(*id) => {
            let (key, value) = entry_types(*id, names);
            format!("::std::pair<const {key}, {value}>")
        }
        Type::Struct(id) => match names.nullable(*id) {
            Some(field) => field_type(field, names),
            None => names.record(*id).name.qualified(),
        },
        Type::Union(id) => names.union(*id).name.qualified(),
        Type::List(element) => format!("::std::vector<{}>", value_type(element, names)),
        Type::Array(element, len) => format!("::std::array<{}, {len}>", value_type(element, names)),
        Type::Map(id) if is_set(*id, names) => format!("::std::set<{}>", value_type(&names.entry(*id).0, names)),
        Type::Map(id) => {
            let (key, value) = entry_types(*id, names);
            format!("::std::map<{key}, {value}>")
        }
    }
}

/// Returns true if maps of these entries are sets.
pub(super) fn is_set(entry: StructId, names: &TypeNames) -> bool {
    names.entry(entry).1 == Type::fixed_bytes(0)
}

/// The C++ types of an entry's key and value.
pub(super) fn entry_types(id: StructId, names: &TypeNames) -> (String, String) {
    let (key, value) = names.entry(id);
    (value_type(key, names), value_type(value, names))
}

/// Returns `std::int32_t` etc.
pub(super) fn integer(bits: u8, signed: bool) -> String {
    format!("::std::{}int{bits}_t", if signed { "" } else { "u" })
}

/// Returns the type of integers with a meaning; `number` is that of numbers.
fn meant(number: String, bits: u8, meaning: Meaning) -> String {
    let timed = |name: &str, unit: TimeUnit| {
        let period = ["::std::ratio<1>", "::std::milli", "::std::micro", "::std::nano"][usize::from(unit.digits() / 3)];
        let number = if number == integer(64, true) { String::new() } else { format!(", {number}") };
        format!("::polywire::{name}<{period}{number}>")
    };
    match meaning {
        Meaning::Number | Meaning::Flags(_) => number,
        Meaning::Character => {
            if bits == 8 {
                "char".into()
            } else {
                format!("char{bits}_t")
            }
        }
        Meaning::Date => "::polywire::date".into(),
        Meaning::TimeOfDay(unit) => timed("time_of_day", unit),
        Meaning::Timestamp(unit) => timed("timestamp", unit),
        Meaning::LocalTimestamp(unit) => timed("local_timestamp", unit),
        Meaning::Duration(unit) => timed("duration", unit),
        Meaning::Decimal { scale } => format!("::polywire::decimal_number<{number}, {scale}>"),
        Meaning::Float16 => "::polywire::float16".into(),
    }
}

/// Returns true if values of a type are integers of a type of the runtime.
pub(super) fn is_meant(ty: &Type) -> bool {
    matches!(ty, Type::Int { meaning, .. } if *meaning != Meaning::Number)
}

/// Returns true if values of a type are bytes of a type of the runtime.
pub(super) fn are_meant(ty: &Type) -> bool {
    matches!(ty, Type::FixedBytes(_, meaning) if *meaning != BytesMeaning::Bytes)
}

/// Returns the underlying type of an enum.
pub(super) fn underlying(it: &EnumType) -> String {
    integer(it.bits, it.signed)
}

/// The C++ type of a field.
pub(super) fn field_type(field: &FieldType, names: &TypeNames) -> String {
    let inner = boxed(value_type(&field.ty, names), field.boxed);
    if field.optional { format!("::std::optional<{inner}>") } else { inner }
}

/// The C++ type of a case's value.
pub(super) fn case_type(case: &CaseType, names: &TypeNames) -> String {
    case.ty.as_ref().map_or_else(|| "::std::monostate".into(), |ty| boxed(value_type(ty, names), case.boxed))
}

fn boxed(ty: String, boxed: bool) -> String {
    if boxed { format!("::polywire::box<{ty}>") } else { ty }
}

/// Returns the initialiser of a new value of a type: the text in the braces.
pub(super) fn initial(ty: &Type, default: Option<&Literal>, types: &Types, names: &TypeNames) -> String {
    match (ty, default) {
        (Type::Enum(id), Some(Literal::Int(number))) => {
            let (it, members) = (types.enumeration(*id), names.enumeration(*id));
            let named = it.members.iter().position(|member| it.integer(member.number) == *number);
            let qualified = members.name.qualified();
            named.map_or_else(
                || format!("static_cast<{qualified}>({number})"),
                |index| format!("{qualified}::{}", members.members[index]),
            )
        }
        (Type::Enum(id), _) => first_member(types, names, *id),
        (_, Some(Literal::Bytes(bytes))) if names.ownership.is_borrowed() => {
            format!("::polywire::literal({})", string_literal(bytes))
        }
        (Type::Int { .. }, Some(literal)) if is_meant(ty) => {
            format!("::polywire::of_number<{}>({})", value_type(ty, names), of_literal(ty, literal))
        }
        (_, Some(literal)) => of_literal(ty, literal),
        (Type::Array(element, len), None) if !initial(element, None, types, names).is_empty() => {
            let element = initial(element, None, types, names);
            vec![element; *len as usize].join(", ")
        }
        (_, None) => String::new(),
    }
}

/// Returns the first member, unless zero-initialisation yields it.
fn first_member(types: &Types, names: &TypeNames, id: polywire_ir::types::EnumId) -> String {
    match types.enumeration(id).members.first() {
        Some(first) if first.number != 0 || names.enumeration(id).is_mapped => {
            let names = names.enumeration(id);
            format!("{}::{}", names.name.qualified(), names.members[0])
        }
        _ => String::new(),
    }
}

fn of_literal(ty: &Type, literal: &Literal) -> String {
    match literal {
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) if *value == i128::from(i64::MIN) => "INT64_MIN".into(),
        Literal::Int(value) if *value > i128::from(i64::MAX) => format!("{value}u"),
        Literal::Int(value) => value.to_string(),
        Literal::Float(bits) => float(ty, f64::from_bits(*bits)),
        Literal::Text(value) => string_literal(value.as_bytes()),
        Literal::Bytes(value) => value.iter().map(u8::to_string).collect::<Vec<_>>().join(", "),
    }
}

fn float(ty: &Type, value: f64) -> String {
    let narrow = *ty == Type::Float { bits: 32 };
    let name = if narrow { "float" } else { "double" };
    if value.is_nan() {
        return format!("::std::numeric_limits<{name}>::quiet_NaN()");
    }
    if value.is_infinite() {
        let sign = if value < 0.0 { "-" } else { "" };
        return format!("{sign}::std::numeric_limits<{name}>::infinity()");
    }
    if narrow { format!("{:?}f", value as f32) } else { format!("{value:?}") }
}

/// A string literal of these bytes.
pub(super) fn string_literal(bytes: &[u8]) -> String {
    let mut text = String::from('"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', byte as char]),
            b'\n' => text.push_str("\\n"),
            b'?' => text.push_str("\\?"),
            b' '..=b'~' => text.push(byte as char),
            // Octal escapes, because they end after three digits.
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}
