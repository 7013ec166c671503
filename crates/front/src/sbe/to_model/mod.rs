//! Declarations to a model.

mod advice;
mod block;
mod composite;
mod constant;
mod enumeration;
mod frame;
mod message;
mod names;
mod number;
mod value;

use super::codes;
use super::schema::{Head, Schema, TypeDecl, TypeKind, Word};
use super::types::Types;
use polywire_model::{Decl, DeclId, DeclKind, Model, Struct};
use polywire_source::{Diagnostic, Diagnostics, Span};
use std::collections::HashMap;

/// Builds the model of schemas. After an error, which is reported, it is incomplete.
pub(super) fn to_model(schemas: &[Schema], diagnostics: &mut Diagnostics) -> Model {
    let mut model = Model::default();
    for schema in schemas {
        let types = Types::of(schema);
        let maker = Maker { schema, types, ids: HashMap::new(), model: &mut model, diagnostics };
        maker.make();
    }
    model
}

struct Maker<'a, 'd> {
    schema: &'a Schema,
    types: Types<'a>,
    /// The declarations made of types, by their places in the text.
    ids: HashMap<Span, DeclId>,
    model: &'d mut Model,
    diagnostics: &'d mut Diagnostics,
}

impl<'a> Maker<'a, '_> {
    fn make(mut self) {
        let schema = self.schema;
        self.check_types();
        for decl in &schema.types {
            if self.types.is_declared(decl) {
                self.declare(decl, &[]);
            }
        }
        for decl in &schema.types {
            self.check_since(&decl.head);
            self.define(decl, &[]);
        }
        self.messages();
    }

    /// Adds an empty declaration for a type, and for those inside of a composite.
    fn declare(&mut self, decl: &'a TypeDecl, outer: &[String]) {
        let kind = match &decl.kind {
            TypeKind::Simple(_) | TypeKind::Ref(_) => return,
            TypeKind::Composite(_) => DeclKind::Struct(Struct::default()),
            TypeKind::Enum(it) => DeclKind::Enum(self.enumeration(it)),
            TypeKind::Set(it) => DeclKind::Enum(self.set(it)),
        };
        let name = inside(outer, &decl.head.name.text);
        let id = self.add(decl.package.as_deref(), name.clone(), &decl.head, kind);
        self.ids.insert(decl.head.name.span, id);
        if let TypeKind::Composite(members) = &decl.kind {
            members.iter().for_each(|member| self.declare(member, &name));
        }
    }

    /// Gives the structs of composites their fields.
    fn define(&mut self, decl: &'a TypeDecl, outer: &[String]) {
        match &decl.kind {
            TypeKind::Composite(members) => {
                let name = inside(outer, &decl.head.name.text);
                members.iter().for_each(|member| self.define(member, &name));
                self.composite(decl, members, &name);
            }
            TypeKind::Simple(it) if outer.is_empty() => self.check_simple(decl, it),
            TypeKind::Simple(_) | TypeKind::Enum(_) | TypeKind::Set(_) | TypeKind::Ref(_) => {}
        }
    }

    fn add(&mut self, package: Option<&str>, name: Vec<String>, head: &Head, kind: DeclKind) -> DeclId {
        self.model.add(Decl {
            file: self.schema.file.clone(),
            module: names::module(package.unwrap_or(&self.schema.package)),
            name,
            doc: head.description.clone(),
            deprecated: head.deprecated.is_some(),
            span: head.name.span,
            kind,
        })
    }

    fn check_since(&mut self, head: &Head) {
        if let Some(span) = head.since_span.filter(|_| head.since > self.schema.version) {
            let message = format!(
                "`{}` was added in version {}, but the version of the schema is {}",
                head.name.text, head.since, self.schema.version
            );
            let problem = Diagnostic::error(codes::VERSION, message).at(span, "");
            self.diagnostics.push(problem.help("raise `version` of the schema"));
        }
    }

    fn report(&mut self, code: polywire_source::Code, message: impl Into<String>, span: Span, help: &str) {
        let problem = Diagnostic::error(code, message).at(span, "");
        self.diagnostics.push_once(if help.is_empty() { problem } else { problem.help(help) });
    }
}

fn inside(outer: &[String], name: &str) -> Vec<String> {
    outer.iter().cloned().chain([name.to_owned()]).collect()
}

/// Two declarations of the same name.
fn duplicate(what: &str, again: &Word, first: &Word) -> Diagnostic {
    let message = format!("there are two {what}s called `{}`", again.text);
    let problem = Diagnostic::error(codes::DUPLICATE_NAME, message).at(again.span, "");
    problem.related(first.span, "first declared here").help("rename or remove one of them")
}
