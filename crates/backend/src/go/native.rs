//! Native types as Go types.

use super::file::Imports;
use super::names::TypeNames;
use polywire_ir::types::{FieldType, Named, Type, Types};

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
            Type::Int { bits, signed } => integer(*bits, *signed),
            Type::Float { bits } => format!("float{bits}"),
            Type::Text { .. } => "string".into(),
            Type::Bytes => "[]byte".into(),
            Type::FixedBytes(len) => format!("[{len}]byte"),
            Type::Enum(id) => self.named(Named::Enum(*id)),
            Type::Struct(id) => self.named(Named::Struct(*id)),
            Type::Union(id) => self.named(Named::Union(*id)),
            Type::List(element) => format!("[]{}", self.value_type(element)),
            Type::Array(element, len) => format!("[{len}]{}", self.value_type(element)),
            Type::Map(id) => {
                let (key, value) = self.types.entry(*id);
                format!("map[{}]{}", self.value_type(key), self.value_type(value))
            }
        }
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

/// Returns `int32` etc.
pub(super) fn integer(bits: u8, signed: bool) -> String {
    format!("{}int{bits}", if signed { "" } else { "u" })
}
