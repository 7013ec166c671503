//! The Parsing Canonical Form of a message's schema (Avro 1.12 specification, "Parsing Canonical Form for Schemas").

use super::written::{self, Written};
use crate::json::name::quoted;
use polywire_model::{DeclId, Model};
use std::collections::BTreeSet;

/// Returns the canonical form of the schema of a struct's messages.
pub(super) fn canonical(model: &Model, id: DeclId) -> String {
    Printer { model, declared: BTreeSet::new() }.ty(&written::message(model, id))
}

struct Printer<'m> {
    model: &'m Model,
    /// The full names of types that are declared already.
    declared: BTreeSet<String>,
}

impl Printer<'_> {
    fn ty(&mut self, ty: &Written) -> String {
        match ty {
            Written::Fixed(name, size) => self.declare(name, "fixed", |_| format!("\"size\":{size}")),
            Written::Enum(id) => {
                let symbols: Vec<String> = written::symbols(self.model, *id).iter().map(|it| quoted(it)).collect();
                let name = self.model.decl(*id).path();
                self.declare(&name, "enum", |_| format!("\"symbols\":[{}]", symbols.join(",")))
            }
            Written::Record(id) => {
                let fields = written::fields(self.model, *id);
                let name = self.model.decl(*id).path();
                self.declare(&name, "record", |it| {
                    it.fields(fields.iter().map(|field| (field.name.as_str(), &field.ty)))
                })
            }
            Written::Holder(name, value) => {
                let value = value.as_deref();
                self.declare(name, "record", |it| it.fields(value.into_iter().map(|ty| ("value", ty))))
            }
            Written::Array(items) => format!("{{\"type\":\"array\",\"items\":{}}}", self.ty(items)),
            Written::Map(values) => format!("{{\"type\":\"map\",\"values\":{}}}", self.ty(values)),
            Written::Union(branches) => {
                let branches: Vec<String> = branches.iter().map(|it| self.ty(it)).collect();
                format!("[{}]", branches.join(","))
            }
            Written::Null
            | Written::Boolean
            | Written::Int
            | Written::Long
            | Written::Float
            | Written::Double
            | Written::Bytes
            | Written::String => quoted(&written::name(self.model, ty)),
        }
    }

    fn fields<'w>(&mut self, fields: impl Iterator<Item = (&'w str, &'w Written)>) -> String {
        let fields = fields.map(|(name, ty)| format!("{{\"name\":{},\"type\":{}}}", quoted(name), self.ty(ty)));
        let fields: Vec<String> = fields.collect();
        format!("\"fields\":[{}]", fields.join(","))
    }

    /// Declares a type with a name, or refers to it.
    fn declare(&mut self, name: &str, kind: &str, rest: impl FnOnce(&mut Self) -> String) -> String {
        if !self.declared.insert(name.to_owned()) {
            return quoted(name);
        }
        format!("{{\"name\":{},\"type\":\"{kind}\",{}}}", quoted(name), rest(self))
    }
}
