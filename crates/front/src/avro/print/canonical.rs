//! Parsing Canonical Form (Avro 1.12 specification, "Transforming into Parsing Canonical Form").

use crate::avro::check::{Types, types};
use crate::avro::json::{Json, JsonKind, Member, compact};
use crate::avro::tree::{Declaration, DeclarationKind, Schema, TypeExpr, TypeKind};
use polywire_source::Span;
use std::collections::HashSet;

/// Returns what a schema says about messages, in the one way that is the same for all schemas that say the same.
pub fn canonical_form(schema: &Schema, ty: &TypeExpr) -> String {
    compact(&Printer { types: types(schema), known: HashSet::new() }.ty(ty))
}

struct Printer<'s> {
    types: Types<'s>,
    known: HashSet<String>,
}

impl Printer<'_> {
    fn ty(&mut self, ty: &TypeExpr) -> Json {
        match &ty.kind {
            TypeKind::Primitive(it) => Json::text(it.word()),
            TypeKind::Array(element) => object([("type", Json::text("array")), ("items", self.ty(element))]),
            TypeKind::Map(value) => object([("type", Json::text("map")), ("values", self.ty(value))]),
            TypeKind::Union(branches) => array(branches.iter().map(|it| self.ty(it))),
            TypeKind::Named(name) => match self.types.get(name).copied() {
                Some(decl) if self.known.insert(name.clone()) => self.declaration(name, decl),
                _ => Json::text(name),
            },
        }
    }

    fn declaration(&mut self, name: &str, it: &Declaration) -> Json {
        let (word, own, value) = match &it.kind {
            DeclarationKind::Record(it) => {
                let fields: Vec<Json> = it
                    .fields
                    .iter()
                    .map(|it| object([("name", Json::text(&it.name.text)), ("type", self.ty(&it.ty))]))
                    .collect();
                ("record", "fields", array(fields))
            }
            DeclarationKind::Enum(it) => ("enum", "symbols", array(it.symbols.iter().map(|it| Json::text(&it.text)))),
            DeclarationKind::Fixed(size) => ("fixed", "size", Json::of(JsonKind::Number(size.to_string()))),
        };
        object([("name", Json::text(name)), ("type", Json::text(word)), (own, value)])
    }
}

fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    let member = |(name, value): (&str, Json)| Member { name: name.to_owned(), name_span: Span::default(), value };
    Json::of(JsonKind::Object(members.into_iter().map(member).collect()))
}

fn array(elements: impl IntoIterator<Item = Json>) -> Json {
    Json::of(JsonKind::Array(elements.into_iter().collect()))
}
