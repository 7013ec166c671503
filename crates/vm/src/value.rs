//! Dynamic values of native types.

use polywire_ir::types::{CaseType, EnumId, FieldType, Literal, StructId, Type, Types};
use std::collections::BTreeMap;

/// A value of a [`Type`]. Equality is bitwise: floats are bit patterns. The order is that of map keys: numbers by
/// value, texts by bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// An optional field without a value. (A present one is the value itself.)
    Absent,
    /// True or false.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// The bit pattern of a float, a binary32 in the low half.
    Float(u64),
    /// Characters; UTF-8 if the type is `verified`.
    Text(Vec<u8>),
    /// Any bytes, including those of fixed length.
    Bytes(Vec<u8>),
    /// The number of an enumerator.
    Enum(i64),
    /// A record.
    Struct(Record),
    /// The case that a union holds, if any.
    Union(Option<Box<Held>>),
    /// Elements of a list or array.
    List(Vec<Value>),
    /// Values of a map by their keys.
    Map(BTreeMap<Value, Value>),
}

/// Value of a struct.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Record {
    /// Values of its fields, in the order of their declaration.
    pub fields: Vec<Value>,
    /// Unknown bytes.
    pub unknown: Option<Unknown>,
}

/// Unknown bytes, not empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unknown {
    /// Label of their format.
    pub format: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The value of a union.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Held {
    /// Index of the case.
    pub case: u32,
    /// Its value; no bytes for a case without a type.
    pub value: Value,
}

impl Value {
    /// Returns the initial value of a type in a new record: zero, empty, the first enumerator, no case.
    pub fn new(types: &Types, ty: &Type) -> Self {
        match ty {
            Type::Bool => Self::Bool(false),
            Type::Int { signed: true, .. } => Self::Int(0),
            Type::Int { signed: false, .. } => Self::Uint(0),
            Type::Float { .. } => Self::Float(0),
            Type::Text { .. } => Self::Text(Vec::new()),
            Type::Bytes => Self::Bytes(Vec::new()),
            Type::FixedBytes(len, _) => Self::Bytes(vec![0; *len as usize]),
            Type::Enum(id) => Self::Enum(first_member(types, *id)),
            Type::Struct(id) => Self::Struct(Record::new(types, *id)),
            Type::Union(_) => Self::Union(None),
            Type::List(_) => Self::List(Vec::new()),
            Type::Array(element, len) => Self::List(vec![Self::new(types, element); *len as usize]),
            Type::Map(_) => Self::Map(BTreeMap::new()),
        }
    }

    /// Returns a new value of a type: the default, if there is one of its type.
    pub fn new_or(types: &Types, ty: &Type, default: Option<&Literal>) -> Self {
        match (ty, default) {
            (Type::Bool, Some(Literal::Bool(value))) => Self::Bool(*value),
            (Type::Int { signed: true, .. }, Some(Literal::Int(value))) => Self::Int(*value as i64),
            (Type::Int { signed: false, .. }, Some(Literal::Int(value))) => Self::Uint(*value as u64),
            (Type::Float { bits: 32 }, Some(Literal::Float(bits))) => Self::Float(float_bits32(*bits)),
            (Type::Float { .. }, Some(Literal::Float(bits))) => Self::Float(*bits),
            (Type::Enum(_), Some(Literal::Int(number))) => Self::Enum(*number as i64),
            (Type::Text { .. }, Some(Literal::Text(text))) => Self::Text(text.clone().into_bytes()),
            (Type::Text { .. }, Some(Literal::Bytes(bytes))) => Self::Text(bytes.clone()),
            (Type::Bytes | Type::FixedBytes(..), Some(Literal::Bytes(bytes))) => Self::Bytes(bytes.clone()),
            _ => Self::new(types, ty),
        }
    }

    /// Returns the initial value of a field in a new record.
    pub fn of_field(types: &Types, field: &FieldType) -> Self {
        // A boxed field that is not optional would contain itself infinitely; the model has none.
        if field.optional || (field.boxed && matches!(field.ty, Type::Struct(_) | Type::Array(..))) {
            Self::Absent
        } else {
            Self::new_or(types, &field.ty, field.default.as_ref())
        }
    }

    /// Returns the initial value of a union's case.
    pub fn of_case(types: &Types, case: &CaseType) -> Self {
        Self::new_or(types, &case.value_type(), case.default.as_ref())
    }
}

impl Record {
    /// A new record.
    pub fn new(types: &Types, id: StructId) -> Self {
        let fields = types.record(id).fields.iter().map(|field| Value::of_field(types, field));
        Self { fields: fields.collect(), unknown: None }
    }
}

/// Returns the number of an enum's first member.
pub fn first_member(types: &Types, id: EnumId) -> i64 {
    types.enumeration(id).members.first().map_or(0, |member| member.number)
}

/// Literals are binary64; a binary32 default is the nearest one. The payload of a NaN is truncated manually, because a
/// conversion need not preserve it.
fn float_bits32(bits: u64) -> u64 {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        return (bits >> 32 & 0x8000_0000) | 0x7fc0_0000 | (bits >> 29 & 0x003f_ffff);
    }
    u64::from((value as f32).to_bits())
}

/// Truncates an integer to its low `bits`, sign-extended.
pub fn cut_signed(value: u64, bits: u8) -> i64 {
    let unused = 64 - u32::from(bits.clamp(1, 64));
    (value << unused) as i64 >> unused
}

/// Truncates an integer to its low `bits`, zero-extended.
pub fn cut_unsigned(value: u64, bits: u8) -> u64 {
    let unused = 64 - u32::from(bits.clamp(1, 64));
    value << unused >> unused
}
