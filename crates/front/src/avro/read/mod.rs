//! JSON to declarations: schemas (`.avsc`).

mod declaration;
mod field;
mod logical;
mod member;
mod names;
mod protocol;

pub(super) use declaration::check_duplicates;
pub(super) use logical::logical;
pub(super) use names::{check_name, check_namespace, split};

use super::codes;
use super::json::{Json, JsonKind, Member};
use super::tree::{Declaration, Primitive, Schema, TypeExpr, TypeKind, qualified};
use polywire_source::{Diagnostic, Diagnostics, Span};
use std::collections::HashMap;

/// What a schema says about a type that is not a member of its meaning.
const WITHOUT_MEANING: [&str; 10] =
    ["doc", "fields", "items", "name", "namespace", "size", "symbols", "values", "type", "aliases"];

/// Collects the declarations of files. Names are looked up when all files are read.
pub(super) struct Reader<'d> {
    pub schema: Schema,
    /// The types by their full names.
    declared: HashMap<String, usize>,
    /// References as written, by the full names that they mean in their namespace.
    pub written: HashMap<String, String>,
    pub diagnostics: &'d mut Diagnostics,
}

impl<'d> Reader<'d> {
    pub fn new(diagnostics: &'d mut Diagnostics) -> Self {
        Self { schema: Schema::default(), declared: HashMap::new(), written: HashMap::new(), diagnostics }
    }

    /// The file that is being read.
    pub fn file(&self) -> usize {
        self.schema.files.len()
    }

    pub fn error(&mut self, span: Span, message: impl Into<String>, help: &str) {
        let problem = Diagnostic::error(codes::SCHEMA, message).at(span, "");
        self.diagnostics.push(if help.is_empty() { problem } else { problem.help(help) });
    }

    /// Reads a schema, in which names without a namespace have this one.
    pub fn ty(&mut self, json: &Json, namespace: &str) -> Option<TypeExpr> {
        match &json.kind {
            JsonKind::Text(name) => Some(self.reference(name, namespace, json.span)),
            JsonKind::Array(branches) => {
                // All branches are read, to report all problems.
                let branches: Vec<Option<TypeExpr>> = branches.iter().map(|it| self.ty(it, namespace)).collect();
                let branches: Option<Vec<TypeExpr>> = branches.into_iter().collect();
                Some(TypeExpr::new(TypeKind::Union(branches?), json.span))
            }
            JsonKind::Object(members) => self.object(json, members, namespace),
            JsonKind::Null | JsonKind::Bool(_) | JsonKind::Number(_) => {
                let help = "a schema is the name of a type in quotes, an object or an array";
                self.error(json.span, format!("{} is not a schema", json.what()), help);
                None
            }
        }
    }

    /// Returns the type of a name.
    pub fn reference(&mut self, name: &str, namespace: &str, span: Span) -> TypeExpr {
        if let Some(primitive) = Primitive::named(name) {
            return TypeExpr::new(TypeKind::Primitive(primitive), span);
        }
        let full = if name.contains('.') { name.to_owned() } else { qualified(name, namespace) };
        self.written.entry(full.clone()).or_insert_with(|| name.to_owned());
        TypeExpr::new(TypeKind::Named(full), span)
    }

    fn object(&mut self, json: &Json, members: &[Member], namespace: &str) -> Option<TypeExpr> {
        let help = "a type in an object is stated by `\"type\": \"…\"`";
        let word = match json.get("type") {
            None => {
                self.error(json.span, "the schema has no `type`", help);
                return None;
            }
            Some(it) => match it.as_text() {
                Some(word) => word,
                None => {
                    let help = "write the inner schema alone: `{\"type\": \"int\"}` or `\"int\"`";
                    self.error(it.span, format!("`type` is {}, and must be the name of a type", it.what()), help);
                    return None;
                }
            },
        };
        let kind = match word {
            "record" | "error" | "enum" | "fixed" => return self.declaration(json, word, namespace),
            "array" => TypeKind::Array(Box::new(self.part(json, "items", namespace)?)),
            "map" => TypeKind::Map(Box::new(self.part(json, "values", namespace)?)),
            name => self.reference(name, namespace, json.span).kind,
        };
        let mut ty = TypeExpr::new(kind, json.span);
        ty.properties = properties(members, &WITHOUT_MEANING);
        if let (TypeKind::Named(name), Some(it)) = (&ty.kind, ty.properties.first()) {
            let message = format!("`{name}` is declared elsewhere; `{}` has no effect here", it.name);
            let problem = Diagnostic::warning(codes::SCHEMA, message).at(it.name_span, "");
            self.diagnostics.push(problem.help("state it at the declaration"));
            ty.properties.clear();
        }
        ty.logical = logical(&ty.kind, None, &ty.properties, self.diagnostics);
        Some(ty)
    }

    fn part(&mut self, json: &Json, name: &str, namespace: &str) -> Option<TypeExpr> {
        match json.get(name) {
            Some(part) => self.ty(part, namespace),
            None => {
                let what = if name == "items" { "an array" } else { "a map" };
                self.error(json.span, format!("{what} needs `{name}`, the schema of its {name}"), "");
                None
            }
        }
    }

    /// Adds a declaration under its name. The same enum or `fixed` may be declared several times, as in Avro for Java.
    pub fn declare(&mut self, it: Declaration) {
        let full = it.name.full();
        if Primitive::named(&full).is_some() {
            let problem = Diagnostic::error(codes::NAME, format!("`{full}` is the name of a type of Avro"));
            self.diagnostics.push(problem.at(it.name.span, "").help("give it another name, or a namespace"));
            return;
        }
        let Some(first) = self.declared.get(&full).and_then(|at| self.schema.types.get(*at)) else {
            self.declared.insert(full, self.schema.types.len());
            self.schema.types.push(it);
            return;
        };
        let message = format!("there are two types called `{full}`");
        let problem = match first.is_same(&it) {
            true => Diagnostic::warning(codes::DUPLICATE_NAME, format!("{message}, which are the same")),
            false => Diagnostic::error(codes::DUPLICATE_NAME, message),
        };
        let problem = problem.at(it.name.span, "").related(first.name.span, "first declared here");
        self.diagnostics.push(problem.help("where a type is used again, write its name only"));
    }

    /// Keeps the place of a type whose members are still to be read.
    pub fn reserve(&mut self, it: Declaration) -> usize {
        let before = self.schema.types.len();
        self.declare(it);
        before
    }
}

/// Returns the members of an object but those with these names.
pub(super) fn properties(members: &[Member], without: &[&str]) -> Vec<Member> {
    members.iter().filter(|it| !without.contains(&it.name.as_str())).cloned().collect()
}
