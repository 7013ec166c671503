//! Rust values of views.

use super::super::names::is_number;
use super::super::native::{self, underlying};
use super::union::case_value;
use super::{PARTS, Used, ViewPrinter};
use polywire_ir::types::{Named, StructId, Type, UnionId};
use polywire_ir::{Access, Encoding, ListView, Role, StructView, ValueType, Var};

/// Returns the type of a function's result, and the first value of a variable for it.
pub(super) fn variable(ty: &ValueType) -> (&'static str, &'static str) {
    match ty {
        ValueType::Bool => ("bool", "false"),
        ValueType::U64 | ValueType::Ref(_) => ("u64", "0"),
        ValueType::I64 => ("i64", "0"),
        ValueType::Bytes | ValueType::Section(_) => ("&'a [u8]", "&[]"),
    }
}

const VIEW: &str = "::polywire_runtime::view";

/// Returns the type that stands for the encoding of a text; none if it is UTF-8.
fn encoding_of(role: Role) -> Option<&'static str> {
    match role {
        Role::Encoded(Encoding::Latin1) => Some("Latin1"),
        Role::Encoded(Encoding::Utf16Le) => Some("Utf16Le"),
        Role::Encoded(Encoding::Utf16Be) => Some("Utf16Be"),
        Role::Value | Role::Object | Role::Reference | Role::Count => None,
    }
}

impl ViewPrinter<'_, '_> {
    /// Returns the Rust type of a value in a view.
    pub(super) fn value_type(&self, (ty, role): (&Type, Role)) -> String {
        match ty {
            Type::Text { verified } => match encoding_of(role) {
                Some(encoding) => format!("{VIEW}::EncodedText<'a, {VIEW}::{encoding}>"),
                None if *verified => "&'a str".into(),
                None => "&'a [u8]".into(),
            },
            Type::Bytes => "&'a [u8]".into(),
            Type::FixedBytes(len, _) => format!("&'a [u8; {len}]"),
            Type::Struct(id) if self.is_entry(*id) => self.entry_type(*id),
            Type::Struct(id) => format!("{}<'a>", self.view_path(*id)),
            Type::List(element) | Type::Array(element, _) => self.list_type(element, role),
            Type::Map(entry) => self.list_type(&Type::Struct(*entry), role),
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) | Type::Union(_) => {
                native::value_type(ty, self.unit.scope)
            }
        }
    }

    /// Returns the pair of a map entry's key and value.
    fn entry_type(&self, id: StructId) -> String {
        let Some(view) = self.views.record(id) else { return String::new() };
        let parts: Vec<String> = (0..2).map(|index| self.field_type(view, index)).collect();
        format!("({})", parts.join(", "))
    }

    fn list_type(&self, element: &Type, role: Role) -> String {
        let elements = self.views.list(element, role).map(|view| self.names.elements(view.get));
        format!("{}<{PARTS}::{}<'a>>", self.name_of(Used::List), elements.unwrap_or("Unknown"))
    }

    /// Returns the type of a list's elements, without that of errors.
    pub(super) fn element_type(&self, view: &ListView) -> String {
        let Type::Union(id) = view.element else { return self.value_type((&view.element, view.role)) };
        let lifetime = if self.union_borrows(id, &view.cases) { "<'a>" } else { "" };
        format!("{}{lifetime}", self.names.held(view.get))
    }

    /// Returns the type of a field's value, without that of errors.
    pub(super) fn field_type(&self, view: &StructView, index: usize) -> String {
        let field = &self.unit.types.record(view.record).fields[index];
        let ty = match (&view.fields[index], &field.ty) {
            (Access::Union { cases, .. }, Type::Union(id)) => {
                let lifetime = if self.union_borrows(*id, cases) { "<'a>" } else { "" };
                return format!("{}{lifetime}", self.names.union(view.record, index));
            }
            (access, ty) => self.value_type((ty, access.role())),
        };
        if field.optional { format!("{}<{ty}>", self.name_of(Used::Option)) } else { ty }
    }

    /// Returns true if the enum of a union has a lifetime.
    pub(super) fn union_borrows(&self, id: UnionId, cases: &[Option<polywire_ir::Getter>]) -> bool {
        let cases = self.unit.types.union(id).cases.iter().zip(cases);
        let mut held = cases.filter_map(|(case, getter)| case_value(case.ty.as_ref(), *getter));
        held.any(|(ty, _)| {
            !matches!(ty, Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) | Type::Union(_))
        })
    }

    /// Converts the result of a function to a value of a type without a place.
    pub(super) fn converted(&self, (ty, role): (&Type, Role), name: &str) -> String {
        match ty {
            Type::Text { .. } if encoding_of(role).is_some() => format!("{VIEW}::EncodedText::new({name})"),
            Type::Int { bits, signed, meaning } if native::is_meant(ty) => {
                let number = match native::number_in(*bits, *signed, *meaning) {
                    (64, same) if same == *signed => name.to_owned(),
                    (bits, signed) => format!("{name} as {}{bits}", if signed { "i" } else { "u" }),
                };
                format!("<{}>::from_number({number})", native::value_type(ty, self.unit.scope))
            }
            Type::Bool | Type::Int { bits: 64, .. } => name.to_owned(),
            Type::Int { .. } => format!("{name} as {}", native::value_type(ty, self.unit.scope)),
            Type::Float { bits: 32 } => format!("f32::from_bits({name} as u32)"),
            Type::Float { .. } => format!("f64::from_bits({name})"),
            Type::Enum(id) => {
                let (it, path) = (self.unit.types.enumeration(*id), self.unit.scope.path(Named::Enum(*id)));
                let number = format!("{name} as {}", underlying(it));
                match is_number(it) {
                    true => format!("{path}({number})"),
                    false => format!("{path}::from_number({number}).unwrap_or_default()"),
                }
            }
            Type::Text { verified: true } => format!("::polywire_runtime::read::text_of({name}).unwrap_or_default()"),
            Type::Text { .. } | Type::Bytes => name.to_owned(),
            Type::FixedBytes(len, _) => format!("::polywire_runtime::read::ahead::<{len}>({name}, 0)"),
            Type::List(_) | Type::Array(..) | Type::Map(_) => format!("{}::new({name})", self.name_of(Used::List)),
            Type::Struct(id) if self.is_entry(*id) => {
                let again = self.propagated();
                format!("({name}.key(){again}, {name}.value(){again})")
            }
            Type::Struct(_) | Type::Union(_) => name.to_owned(),
        }
    }

    /// Returns the value of the struct that holds a place, before it is known.
    pub(super) fn nowhere(&self, path: &str, place: &[Var], from: &str) -> String {
        let names = super::names::place_names(place);
        let mut fields: Vec<String> =
            names.iter().zip(place).map(|(name, var)| format!("{name}: {}", variable(&var.ty).1)).collect();
        fields.extend(self.checked.then(|| if from == "from" { from.to_owned() } else { format!("from: {from}") }));
        format!("{path} {{ {} }}", fields.join(", "))
    }

    /// Returns the struct that holds the place of a value.
    pub(super) fn holder(&self, (ty, role): (&Type, Role)) -> String {
        match ty {
            Type::Struct(id) => self.view_path(*id),
            ty => {
                let list = ty.element().and_then(|element| self.views.list(&element, role));
                let name = list.map(|view| self.names.elements(view.get)).unwrap_or("Unknown");
                format!("{PARTS}::{name}")
            }
        }
    }
}
