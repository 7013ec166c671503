//! Native types as Go types.

use super::file::Imports;
use super::names::TypeNames;
use polywire_ir::types::{BytesMeaning, FieldType, Meaning, Named, TimeUnit, Type, Types};

/// How a member of a struct holds its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// As it is. An optional union is absent if it holds no case.
    Plain,
    /// By a pointer, which is nil if the value is absent. A member that is not optional has its default then.
    Pointer,
    /// In a `polywire.Opt`.
    Optional,
}

/// Returns how a field holds its value.
pub(super) fn held(field: &FieldType) -> Held {
    match field.ty {
        _ if field.boxed => Held::Pointer,
        Type::Struct(_) if field.optional => Held::Pointer,
        Type::Union(_) => Held::Plain,
        _ if field.optional => Held::Optional,
        _ => Held::Plain,
    }
}

/// Prints the types of values in a file, and requests its imports.
pub(super) struct Printer<'t> {
    pub types: &'t Types,
    pub names: &'t TypeNames,
    pub imports: Imports,
}

impl Printer<'_> {
    /// The type of a member.
    pub fn field_type(&mut self, field: &FieldType) -> String {
        let value = self.value_type(&field.ty);
        match held(field) {
            Held::Plain => value,
            Held::Pointer => format!("*{value}"),
            Held::Optional => format!("{}.Opt[{value}]", self.runtime()),
        }
    }

    /// The type of a value.
    pub fn value_type(&mut self, ty: &Type) -> String {
        match ty {
            Type::Bool => "bool".into(),
            Type::Int { bits, signed, meaning } => self.number(*bits, *signed, *meaning),
            Type::Float { bits } => format!("float{bits}"),
            Type::Text { .. } => "string".into(),
            Type::Bytes => "[]byte".into(),
            Type::FixedBytes(len, BytesMeaning::Bytes) => format!("[{len}]byte"),
            Type::FixedBytes(_, BytesMeaning::Uuid) => format!("{}.UUID", self.runtime()),
            Type::FixedBytes(_, BytesMeaning::Decimal) => format!("{}.Decimal128", self.runtime()),
            Type::FixedBytes(_, BytesMeaning::Float128) => format!("{}.Float128", self.runtime()),
            Type::Enum(id) => self.named(Named::Enum(*id)),
            Type::Struct(id) => match self.types.nullable(ty) {
                Some(field) => self.field_type(field),
                None => self.named(Named::Struct(*id)),
            },
            Type::Union(id) => self.named(Named::Union(*id)),
            Type::List(element) => format!("[]{}", self.value_type(element)),
            Type::Array(element, len) => format!("[{len}]{}", self.value_type(element)),
            Type::Map(id) if self.types.is_set(*id) => {
                format!("map[{}]struct{{}}", self.value_type(self.types.entry(*id).0))
            }
            Type::Map(id) => {
                let (key, value) = self.types.entry(*id);
                format!("map[{}]{}", self.value_type(key), self.value_type(value))
            }
        }
    }

    fn number(&mut self, bits: u8, signed: bool, meaning: Meaning) -> String {
        let name = match meaning {
            Meaning::Number | Meaning::Decimal { .. } => return integer(bits, signed),
            Meaning::Character if bits == 32 => return "rune".into(),
            Meaning::Character => return integer(bits, signed),
            Meaning::Duration(TimeUnit::Nanoseconds) => {
                self.imports.standard("time");
                return "time.Duration".into();
            }
            Meaning::Date => "Date".to_owned(),
            Meaning::TimeOfDay(unit) => format!("TimeOfDay{bits}[{}]", self.unit(unit)),
            Meaning::Timestamp(unit) => format!("Timestamp[{}]", self.unit(unit)),
            Meaning::LocalTimestamp(unit) => format!("LocalTimestamp[{}]", self.unit(unit)),
            Meaning::Duration(unit) => format!("Duration[{}]", self.unit(unit)),
            Meaning::Float16 => "Float16".to_owned(),
            Meaning::Flags(id) => return self.named(Named::Enum(id)),
        };
        format!("{}.{name}", self.runtime())
    }

    fn unit(&mut self, unit: TimeUnit) -> String {
        let name = match unit {
            TimeUnit::Seconds => "Seconds",
            TimeUnit::Milliseconds => "Millis",
            TimeUnit::Microseconds => "Micros",
            TimeUnit::Nanoseconds => "Nanos",
        };
        format!("{}.{name}", self.runtime())
    }

    /// The name of a declared type.
    pub fn named(&mut self, named: Named) -> String {
        let name = self.names.named(named).clone();
        self.imports.qualified(&name.package, &name.local)
    }

    /// The name of the runtime.
    pub fn runtime(&mut self) -> String {
        self.imports.runtime(&self.names.runtime)
    }
}

/// Returns true if values of a type are integers of a named type.
pub(super) fn is_meant(ty: &Type) -> bool {
    match ty {
        Type::Int { bits, meaning: Meaning::Character, .. } => *bits == 32,
        Type::Int { meaning, .. } => !matches!(meaning, Meaning::Number | Meaning::Decimal { .. }),
        _ => false,
    }
}

/// Returns `int32` etc.
pub(super) fn integer(bits: u8, signed: bool) -> String {
    format!("{}int{bits}", if signed { "" } else { "u" })
}
