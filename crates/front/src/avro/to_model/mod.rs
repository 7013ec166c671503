//! Declarations to a model.

mod constant;
mod logical;
mod recursion;
mod root;
mod service;
mod structure;
mod ty;
mod union;

use super::check::{Defaults, Types, types};
use super::codes;
use super::tree::{self, Declaration, DeclarationKind, File, FullName, Logical, Schema};
use crate::path::below;
use polywire_model::attr::{AvroEnum, AvroKind, AvroStruct, EnumAttrs, StructAttrs};
use polywire_model::{Decl, DeclId, DeclKind, Enum, Enumerator, Field, Model, Struct, Type};
use polywire_source::{Diagnostic, Diagnostics, Span};
pub(super) use recursion::require_boxed;
use std::collections::{HashMap, HashSet};

/// The module of types that schemas do not declare.
const MODULE: &str = "avro";

/// Builds the model of a schema without errors. Also returns the struct of each file that states a schema.
pub(super) fn to_model(schema: &Schema, diagnostics: &mut Diagnostics) -> (Model, Vec<Option<DeclId>>) {
    let types = types(schema);
    let mut maker = Maker {
        schema,
        types: &types,
        defaults: Defaults::new(&types),
        model: Model::default(),
        declared: HashMap::new(),
        with_defaults: Vec::new(),
        taken: HashSet::new(),
        null: None,
        budget: constant::LARGEST,
        diagnostics,
    };
    maker.declare();
    maker.define_records();
    let roots = maker.define_roots();
    maker.define_services();
    maker.check_containment();
    if !maker.diagnostics.has_errors() {
        maker.define_defaults();
    }
    (maker.model, roots)
}

struct Maker<'a, 'd> {
    schema: &'a Schema,
    types: &'a Types<'a>,
    defaults: Defaults<'a, 'a>,
    model: Model,
    /// By full names.
    declared: HashMap<String, DeclId>,
    /// The fields of structs, whose defaults follow when all types are known.
    with_defaults: Vec<(DeclId, &'a [tree::Field])>,
    /// Dotted paths of declarations.
    taken: HashSet<String>,
    /// The struct of `null`, if a schema has a value of this type.
    null: Option<DeclId>,
    /// The number of values that defaults may still have.
    budget: usize,
    diagnostics: &'d mut Diagnostics,
}

impl<'a> Maker<'a, '_> {
    fn declare(&mut self) {
        for it in &self.schema.types {
            let kind = match &it.kind {
                DeclarationKind::Record(record) => {
                    let kind = if record.is_error { AvroKind::Error } else { AvroKind::Record };
                    Some(DeclKind::Struct(structure(Vec::new(), kind, &it.aliases)))
                }
                DeclarationKind::Enum(own) => {
                    self.check_symbols(own, it.name.span);
                    enumeration(it).map(DeclKind::Enum)
                }
                DeclarationKind::Fixed(_) if it.logical == Some(Logical::Duration) => {
                    Some(DeclKind::Struct(structure(duration(), AvroKind::Duration, &it.aliases)))
                }
                DeclarationKind::Fixed(_) => None,
            };
            if let Some(kind) = kind {
                let file = &self.schema.files[it.file];
                let id = self.add(file, (&it.name, vec![it.name.name.clone()]), it.doc.as_deref(), kind);
                self.declared.insert(it.name.full(), id);
            }
        }
    }

    fn check_symbols(&mut self, it: &tree::Enum, span: Span) {
        if it.symbols.is_empty() {
            let problem = Diagnostic::error(codes::LIMIT, "an enum without symbols has no values").at(span, "");
            self.diagnostics.push(problem.help("add a symbol"));
        }
    }

    /// Adds a declaration with a path that no other one has.
    fn add(
        &mut self,
        file: &File,
        (place, name): (&FullName, Vec<String>),
        doc: Option<&str>,
        kind: DeclKind,
    ) -> DeclId {
        let mut decl = Decl {
            file: below(&file.path),
            module: module(&place.namespace),
            name,
            doc: doc.map(trimmed).unwrap_or_default(),
            deprecated: false,
            span: place.span,
            kind,
        };
        while !self.taken.insert(decl.path()) {
            decl.name.last_mut().into_iter().for_each(|name| name.push('_'));
        }
        self.model.add(decl)
    }

    /// Declares what a schema does not name, in a declared struct.
    fn add_nested(&mut self, owner: DeclId, name: String, span: Span, kind: DeclKind) -> DeclId {
        let outer = self.model.decl(owner);
        let mut decl = Decl {
            file: outer.file.clone(),
            module: outer.module.clone(),
            name: outer.name.iter().cloned().chain([name]).collect(),
            doc: String::new(),
            deprecated: false,
            span,
            kind,
        };
        while !self.taken.insert(decl.path()) {
            decl.name.last_mut().into_iter().for_each(|name| name.push('_'));
        }
        self.model.add(decl)
    }
}

/// Creates a struct with fields in their order.
fn structure(mut fields: Vec<Field>, kind: AvroKind, aliases: &[String]) -> Struct {
    number(&mut fields);
    let avro = Some(AvroStruct { kind, aliases: aliases.to_vec() });
    Struct { fields, attrs: StructAttrs { avro, ..StructAttrs::default() }, ..Struct::default() }
}

fn number(fields: &mut [Field]) {
    for (field, order) in fields.iter_mut().zip(0..) {
        field.attrs.order = Some(order);
    }
}

fn duration() -> Vec<Field> {
    ["months", "days", "milliseconds"].map(|name| Field::new(name, Type::int(32, false))).to_vec()
}

/// The numbers of symbols are their positions.
fn enumeration(decl: &Declaration) -> Option<Enum> {
    let DeclarationKind::Enum(it) = &decl.kind else { return None };
    let members = it.symbols.iter().zip(0..).map(|(symbol, number)| Enumerator {
        name: symbol.text.clone(),
        number,
        doc: String::new(),
        deprecated: false,
        span: symbol.span,
    });
    let default = it.default.as_ref().and_then(|default| position(it.symbols.iter(), |it| it.text == default.text));
    let avro = Some(AvroEnum { aliases: decl.aliases.clone(), default });
    let attrs = EnumAttrs { avro, ..EnumAttrs::default() };
    Some(Enum { bits: 32, signed: true, open: false, flags: false, members: members.collect(), attrs })
}

fn position<T>(mut items: impl Iterator<Item = T>, is_it: impl Fn(&T) -> bool) -> Option<i64> {
    items.position(|it| is_it(&it)).and_then(|at| i64::try_from(at).ok())
}

fn module(namespace: &str) -> Vec<String> {
    namespace.split('.').filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn trimmed(doc: &str) -> String {
    doc.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned()
}
