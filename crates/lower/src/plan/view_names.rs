//! Names and parts of the functions that read in place.

use super::Scaffold;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{ValueType, Var};
use std::cell::RefCell;
use std::collections::HashSet;

/// The names of accessors, because those of different members can coincide.
#[derive(Default)]
pub(crate) struct ViewNames(RefCell<HashSet<String>>);

impl ViewNames {
    /// Starts an accessor of this name, with a number appended if it is taken.
    pub fn function(&self, scaffold: &Scaffold, name: String) -> FunctionBuilder {
        let mut names = self.0.borrow_mut();
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let free =
            std::iter::once(name.clone()).chain(numbered).find(|name| !names.contains(name)).unwrap_or(name.clone());
        names.insert(free.clone());
        scaffold.named(free)
    }
}

/// Returns the name of a type in that of an accessor.
pub(crate) fn type_name(scaffold: &Scaffold, ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::Int { bits, signed, .. } => format!("{}{bits}", if *signed { "int" } else { "uint" }),
        Type::Float { bits } => format!("float{bits}"),
        Type::Text { verified: true } => "text".to_owned(),
        Type::Text { verified: false } => "text_unverified".to_owned(),
        Type::Bytes => "bytes".to_owned(),
        Type::FixedBytes(len, _) => format!("bytes{len}"),
        Type::Enum(id) => scaffold.names[*id].to_owned(),
        Type::Struct(id) => scaffold.names[*id].to_owned(),
        Type::Map(id) => format!("map_{}", &scaffold.names[*id]),
        Type::Union(id) => scaffold.names[*id].to_owned(),
        Type::List(element) => format!("list_{}", type_name(scaffold, element)),
        Type::Array(element, len) => format!("array{len}_{}", type_name(scaffold, element)),
    }
}

/// The variables of a place.
pub(crate) fn vars(place: &[(&str, ValueType)]) -> Vec<Var> {
    place.iter().map(|(name, ty)| Var { name: (*name).to_owned(), ty: ty.clone() }).collect()
}

/// The types of results.
pub(crate) fn types_of(results: &[(&str, ValueType)]) -> Vec<ValueType> {
    results.iter().map(|(_, ty)| ty.clone()).collect()
}
