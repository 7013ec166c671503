//! A specification to the type model.
//!
//! Types that a typedef names are what they stand for. Interfaces are services; values of them are references.

mod annotation;
mod constant;
mod enumeration;
mod extensibility;
mod interface;
mod member_id;
mod message;
mod structure;
mod ty;
mod union;
mod used;
mod value;

use super::tree::{DefId, Definition, Kind, Specification};
use crate::path::below;
use extensibility::extensibility;
use polywire_model::attr::{CorbaKind, CorbaType};
use polywire_model::corba::{self, CorbaTypes};
use polywire_model::{Decl, DeclId, DeclKind, Enum, Model, ServiceId, Struct, Union};
use polywire_source::Span;
use std::collections::{BTreeSet, HashMap, HashSet};
pub(super) use ty::decimal_text;
use value::ValueOf;

/// Builds the model of a specification without errors. Also returns a struct for each typedef, which are not part of the model: that which it
/// stands for, else one with a `value`.
pub(super) fn to_model(it: &Specification) -> (Model, Vec<Decl>) {
    let mut maker = Maker {
        specification: it,
        used: used::used(it),
        model: Model::default(),
        declared: HashMap::new(),
        services: HashMap::new(),
        values: HashMap::new(),
        taken: HashSet::new(),
        standard: None,
    };
    maker.declare();
    for (id, definition) in maker.definitions() {
        maker.define(definition, id);
    }
    let typedefs = maker.typedefs();
    maker.imports();
    (maker.model, typedefs)
}

struct Maker<'a> {
    specification: &'a Specification,
    /// The definitions that are in the model.
    used: HashSet<DefId>,
    model: Model,
    declared: HashMap<DefId, DeclId>,
    services: HashMap<DefId, ServiceId>,
    /// The unions of what members of valuetypes can be.
    values: HashMap<ValueOf, DeclId>,
    /// Dotted paths of declarations.
    taken: HashSet<String>,
    /// The types of `any`, `Object` and `CORBA::TypeCode`, if they are used.
    standard: Option<CorbaTypes>,
}

impl<'a> Maker<'a> {
    /// Gives ids to the types, which can refer to each other.
    fn declare(&mut self) {
        for (id, definition) in self.definitions() {
            let kind = match &definition.kind {
                Kind::ValueType(it) if it.is_abstract => continue,
                Kind::Struct(_) | Kind::Exception(_) | Kind::ValueType(_) | Kind::Native => {
                    DeclKind::Struct(Struct::default())
                }
                Kind::Union(_) => DeclKind::Union(Union::default()),
                Kind::Enum(_) | Kind::Bitmask(_) => DeclKind::Enum(empty_enum()),
                Kind::Typedef(_)
                | Kind::Constant(..)
                | Kind::Bitset(_)
                | Kind::Interface(_)
                | Kind::ValueBox(_)
                | Kind::Undefined(_) => continue,
            };
            let declared = self.add(definition, path(definition), kind);
            self.declared.insert(id, declared);
        }
        self.declare_services();
    }

    fn define(&mut self, definition: &'a Definition, id: DefId) {
        match &definition.kind {
            Kind::Struct(it) => self.structure(definition, id, it),
            Kind::Exception(members) => self.exception(definition, id, members),
            Kind::Union(it) => self.union(definition, id, it),
            Kind::Enum(members) => self.enumeration(definition, id, members),
            Kind::Bitmask(it) => self.bitmask(definition, id, it),
            Kind::Constant(ty, value) => self.constant(definition, ty, value),
            Kind::Interface(it) => self.interface(definition, id, it),
            Kind::ValueType(it) => self.value_type(definition, id, it),
            Kind::ValueBox(_) => self.declare_value(definition, id),
            Kind::Native => self.native(definition, id),
            Kind::Typedef(_) | Kind::Bitset(_) | Kind::Undefined(_) => {}
        }
    }

    /// Returns the definitions of the model.
    fn definitions(&self) -> Vec<(DefId, &'a Definition)> {
        let all = (0..).map(DefId).zip(&self.specification.definitions);
        all.filter(|(id, _)| self.used.contains(id)).collect()
    }

    fn definition(&self, id: DefId) -> &'a Definition {
        &self.specification.definitions[id.0]
    }

    fn add(&mut self, place: &Definition, name: Vec<String>, kind: DeclKind) -> DeclId {
        let decl = self.decl(place, name, kind);
        self.model.add(decl)
    }

    /// Creates a declaration in the place of a definition, with a path that no other one has.
    fn decl(&mut self, place: &Definition, name: Vec<String>, kind: DeclKind) -> Decl {
        let mut decl = Decl {
            file: self.file(place),
            module: place.modules.clone(),
            name,
            doc: place.doc.clone(),
            deprecated: false,
            span: place.span,
            kind,
        };
        while !self.taken.insert(decl.path()) {
            decl.name.last_mut().into_iter().for_each(|name| name.push('_'));
        }
        decl
    }

    /// Adds a type that the schema does not name.
    fn add_nested(&mut self, place: &Definition, name: String, span: Span, kind: DeclKind) -> DeclId {
        let decl = self.nested_decl(place, name, span, kind);
        self.model.add(decl)
    }

    fn nested_decl(&mut self, place: &Definition, name: String, span: Span, kind: DeclKind) -> Decl {
        let decl = self.decl(place, path(place).into_iter().chain([name]).collect(), kind);
        Decl { doc: String::new(), span, ..decl }
    }

    fn file(&self, place: &Definition) -> String {
        below(&self.specification.files[place.file].name)
    }

    fn standard(&mut self) -> CorbaTypes {
        if let Some(found) = self.standard {
            return found;
        }
        let types = corba::declare(&mut self.model);
        self.standard = Some(types);
        types
    }

    /// A file sees the types of all files that it includes, directly or not.
    fn imports(&mut self) {
        let files = &self.specification.files;
        let mut seen: Vec<BTreeSet<usize>> = Vec::new();
        for file in files {
            let mut all = BTreeSet::new();
            for include in &file.includes {
                all.insert(*include);
                all.extend(seen.get(*include).into_iter().flatten());
            }
            seen.push(all);
        }
        for (file, included) in files.iter().zip(seen) {
            let names = included.into_iter().map(|at| below(&files[at].name));
            let names = names.chain(self.standard.map(|_| corba::FILE.to_owned()));
            self.model.imports.insert(below(&file.name), names.collect());
        }
    }
}

/// Enclosing declarations and the own name.
fn path(it: &Definition) -> Vec<String> {
    it.outer.iter().chain([&it.name]).cloned().collect()
}

fn facts(it: &Definition, kind: CorbaKind) -> Option<CorbaType> {
    let (repository_id, extensibility) = (it.repository_id.clone(), extensibility(&it.annotations));
    Some(CorbaType { repository_id, kind, extensibility, ..CorbaType::default() })
}

fn empty_enum() -> Enum {
    let attrs = polywire_model::attr::EnumAttrs::default();
    Enum { bits: 32, signed: false, open: false, flags: false, members: Vec::new(), attrs }
}
