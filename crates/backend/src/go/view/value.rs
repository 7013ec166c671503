//! Go values of views.

use super::ViewPrinter;
use super::names::place_names;
use crate::go::native::is_meant;
use polywire_ir::types::{BytesMeaning, FieldType, Type};
use polywire_ir::{Access, Encoding, Role, ValueType, Var};

impl ViewPrinter<'_, '_, '_, '_, '_> {
    /// Returns the Go type of a value in a view.
    pub(super) fn value_type(&mut self, (ty, role): (&Type, Role)) -> String {
        match ty {
            Type::Struct(id) => self.view_type(*id),
            Type::List(_) | Type::Array(..) | Type::Map(_) => self.list_type(ty, role),
            // Others are not values but members.
            Type::Union(_) => {
                self.of.views.list(ty, role).map(|view| self.of.names.held(view.get)).unwrap_or_default().to_owned()
            }
            Type::Text { .. } => match encoded_text(role) {
                Some(name) => self.runtime(name),
                None => self.go.value_type(ty),
            },
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Bytes | Type::FixedBytes(..) | Type::Enum(_) => {
                self.go.value_type(ty)
            }
        }
    }

    fn list_type(&self, ty: &Type, role: Role) -> String {
        let list = ty.element().and_then(|element| self.of.views.list(&element, role));
        list.map(|view| self.of.names.list(view.get).to_owned()).unwrap_or_default()
    }

    /// Returns the type of a field's value, without that of errors.
    pub(super) fn field_type(&mut self, (field, access): (&FieldType, &Access)) -> String {
        let ty = self.value_type((&field.ty, access.role()));
        if field.optional { format!("{}[{ty}]", self.runtime("Opt")) } else { ty }
    }

    /// Converts the result of a function to a value of a type without a place.
    pub(super) fn converted(&mut self, (ty, role): (&Type, Role), value: &str) -> String {
        match ty {
            Type::Int { bits: 64, .. } if !is_meant(ty) => value.to_owned(),
            Type::Int { .. } | Type::Enum(_) => format!("{}({value})", self.go.value_type(ty)),
            Type::Float { bits } => {
                self.go.imports.standard("math");
                let bits_of = if *bits == 32 { format!("uint32({value})") } else { value.to_owned() };
                format!("math.Float{bits}frombits({bits_of})")
            }
            Type::Text { .. } => format!("{}({value})", self.runtime(encoded_text(role).unwrap_or("TextIn"))),
            Type::FixedBytes(_, meaning) => {
                let ty = self.go.value_type(ty);
                if *meaning == BytesMeaning::Bytes { format!("({ty})({value})") } else { format!("{ty}({value})") }
            }
            Type::Bool
            | Type::Bytes
            | Type::Struct(_)
            | Type::Union(_)
            | Type::List(_)
            | Type::Array(..)
            | Type::Map(_) => value.to_owned(),
        }
    }
}

/// Returns the type of the runtime that is a text in the encoding of its message; none if it is UTF-8.
pub(super) fn encoded_text(role: Role) -> Option<&'static str> {
    match role {
        Role::Encoded(Encoding::Latin1) => Some("Latin1Text"),
        Role::Encoded(Encoding::Utf16Le) => Some("UTF16LEText"),
        Role::Encoded(Encoding::Utf16Be) => Some("UTF16BEText"),
        Role::Value | Role::Object | Role::Reference | Role::Count => None,
    }
}

/// Returns the type of a part of a place.
pub(super) fn part_type(ty: &ValueType) -> &'static str {
    match ty {
        ValueType::Bool => "bool",
        ValueType::U64 | ValueType::Ref(_) => "uint64",
        ValueType::I64 => "int64",
        ValueType::Bytes | ValueType::Section(_) => "[]byte",
    }
}

/// Returns the parts of a place as members of the receiver.
pub(super) fn place_arguments(vars: &[Var]) -> Vec<String> {
    place_names(vars).into_iter().map(|name| format!("v.{name}")).collect()
}
