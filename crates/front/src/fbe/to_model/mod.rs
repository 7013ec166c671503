//! Syntax trees to a model.

mod base_type;
mod default;
mod enumeration;
mod field;
mod names;
mod recursion;
mod request;
mod structure;
mod type_id;

use super::ast::{Item, ItemKind, StructDecl, Word};
use super::codes;
use super::load::Unit;
use polywire_model::attr::{EnumAttrs, FbeEnum, FbePackage};
use polywire_model::{Decl, DeclId, DeclKind, Enum, Model, Struct};
use polywire_source::{Diagnostic, Diagnostics};
use std::collections::HashMap;

/// Builds the model of files. After an error, which is reported, it is incomplete.
pub(super) fn to_model(units: &[Unit], diagnostics: &mut Diagnostics) -> Model {
    let mut maker = Maker {
        units,
        model: Model::default(),
        declared: HashMap::new(),
        by_id: Vec::new(),
        types: HashMap::new(),
        structs: HashMap::new(),
        diagnostics,
    };
    maker.declare();
    maker.define_enums();
    maker.define_structs();
    maker.assign_type_ids();
    maker.check_containment();
    maker.services();
    maker.model
}

/// An item of a unit.
#[derive(Clone, Copy)]
struct Declared<'a> {
    unit: usize,
    item: &'a Item,
    id: DeclId,
}

/// How far a struct has been built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// Its base is being built.
    Open,
    Done,
}

struct Maker<'a, 'd> {
    units: &'a [Unit],
    model: Model,
    /// By dotted name.
    declared: HashMap<String, Declared<'a>>,
    by_id: Vec<Declared<'a>>,
    /// The base types of enums by id.
    types: HashMap<DeclId, base_type::BaseType>,
    structs: HashMap<DeclId, Progress>,
    diagnostics: &'d mut Diagnostics,
}

impl<'a> Maker<'a, '_> {
    /// Adds an empty declaration for each item.
    fn declare(&mut self) {
        let units = self.units;
        for (index, unit) in units.iter().enumerate() {
            let Some(package) = &unit.ast.package else { continue };
            let imports = unit.imports.iter().map(|import| units[*import].path.clone()).collect();
            self.model.imports.insert(unit.path.clone(), imports);
            let domain = unit.ast.domain.as_ref().map(|it| it.text.clone());
            let facts = FbePackage { domain, version: unit.ast.version.clone() };
            self.model.fbe_packages.insert(package.name.text.clone(), facts);
            for item in &unit.ast.items {
                let path = format!("{}.{}", package.name.text, item.name.text);
                if let Some(first) = self.declared.get(&path) {
                    self.diagnostics.push(duplicate("declaration", &item.name, &first.item.name));
                    continue;
                }
                let id = self.add(unit, item);
                let declared = Declared { unit: index, item, id };
                self.by_id.push(declared);
                self.declared.insert(path, declared);
            }
        }
    }

    fn add(&mut self, unit: &Unit, item: &Item) -> DeclId {
        let kind = match &item.kind {
            ItemKind::Struct(_) => DeclKind::Struct(Struct::default()),
            ItemKind::Enum(it) => {
                let attrs =
                    EnumAttrs { fbe: FbeEnum { base: None, hidden: item.attributes.hidden }, ..EnumAttrs::default() };
                DeclKind::Enum(Enum {
                    bits: 32,
                    signed: true,
                    open: true,
                    flags: it.is_flags,
                    members: Vec::new(),
                    attrs,
                })
            }
        };
        self.model.add(Decl {
            file: unit.path.clone(),
            module: unit.ast.package.iter().map(|it| it.name.text.clone()).collect(),
            name: vec![item.name.text.clone()],
            doc: item.doc.clone(),
            deprecated: item.attributes.deprecated,
            span: item.name.span,
            kind,
        })
    }

    /// Returns the structs with their declarations.
    fn all_structs(&self) -> Vec<(Declared<'a>, &'a StructDecl)> {
        let structs = self.by_id.iter().filter_map(|it| match &it.item.kind {
            ItemKind::Struct(decl) => Some((*it, decl)),
            ItemKind::Enum(_) => None,
        });
        structs.collect()
    }
}

/// Two members of the same name.
fn duplicate(what: &str, again: &Word, first: &Word) -> Diagnostic {
    let message = format!("there are two {what}s called `{}`", again.text);
    let problem = Diagnostic::error(codes::DUPLICATE_NAME, message).at(again.span, "");
    problem.related(first.span, "first declared here").help("rename or remove one of them")
}
