//! Headers to the type model. Types that a typedef names are what they stand for.

mod enumeration;
mod hidden;
mod messages;
mod names;
mod record;
mod ty;
mod union;
mod used;

use super::codes;
use super::note::Note;
use super::tree::{Declared, EnumId, RecordId, Unit};
use crate::path::below;
use polywire_model::c::CScalar;
use polywire_model::{Decl, DeclId, DeclKind, Enum, Model, Struct, Union};
use polywire_source::{Code, Diagnostic, Diagnostics, Span};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Builds the model of headers; what cannot be in it is reported. Also returns structs for typedefs and unions without a tag, which are not
/// part of the model.
pub(super) fn to_model(unit: &Unit, diagnostics: &mut Diagnostics) -> (Model, Vec<Decl>) {
    let mut maker = Maker {
        unit,
        diagnostics,
        model: Model::default(),
        records: HashMap::new(),
        enums: HashMap::new(),
        complex: HashMap::new(),
        labels: HashMap::new(),
        paths: HashMap::new(),
        numbers: numbers(unit),
        taken: HashSet::new(),
    };
    let used = used::used(unit);
    maker.problems(&used);
    // Types without members or numbers have been reported.
    if maker.diagnostics.has_errors() {
        return (maker.model, Vec::new());
    }
    maker.declare(&used);
    maker.define(&used);
    let messages = maker.messages();
    maker.imports();
    (maker.model, messages)
}

struct Maker<'a> {
    unit: &'a Unit,
    diagnostics: &'a mut Diagnostics,
    model: Model,
    /// The declarations of structs, and of unions with a tag.
    records: HashMap<RecordId, DeclId>,
    enums: HashMap<EnumId, DeclId>,
    complex: HashMap<CScalar, DeclId>,
    /// The types of the tags of unions, and where they are stated.
    labels: HashMap<RecordId, (polywire_model::Type, Span)>,
    /// The names of types that have no name in C.
    paths: HashMap<names::Anonymous, Vec<String>>,
    /// The numbers of all enumerators.
    numbers: HashMap<&'a str, i64>,
    /// Dotted paths of declarations.
    taken: HashSet<String>,
}

fn numbers(unit: &Unit) -> HashMap<&str, i64> {
    let members = unit.enums.iter().flat_map(|it| it.members.iter().flatten());
    members.map(|it| (it.name.as_str(), it.number)).collect()
}

impl<'a> Maker<'a> {
    /// Reports what is not supported in types that are used.
    fn problems(&mut self, used: &used::Used) {
        for id in &used.records {
            for problem in &self.unit.records[id.0].problems {
                self.diagnostics.push(problem.clone());
            }
        }
    }

    /// Gives ids to the types, which can refer to each other: tags first, since their names are those of the types.
    fn declare(&mut self, used: &used::Used) {
        self.name_anonymous(used);
        for has_tag in [true, false] {
            for id in &used.structs {
                let declared = &self.unit.records[id.0].declared;
                if declared.tag.is_some() == has_tag {
                    let kind = DeclKind::Struct(Struct::default());
                    let decl = self.add(declared, self.record_path(*id), kind);
                    self.records.insert(*id, decl);
                }
            }
            for id in &used.unions {
                let declared = &self.unit.records[id.0].declared;
                if declared.tag.is_some() == has_tag {
                    let kind = DeclKind::Union(Union::default());
                    let decl = self.add(declared, self.record_path(*id), kind);
                    self.records.insert(*id, decl);
                }
            }
            for id in &used.enums {
                let declared = &self.unit.enums[id.0].declared;
                if declared.tag.is_some() == has_tag {
                    let decl = self.add(declared, self.enum_path(*id), DeclKind::Enum(empty_enum()));
                    self.enums.insert(*id, decl);
                }
            }
        }
    }

    /// Enums come first: members of sets of flags are integers.
    fn define(&mut self, used: &used::Used) {
        for id in &used.enums {
            self.enumeration(*id);
        }
        for id in &used.structs {
            self.structure(*id);
        }
        for id in &used.unions {
            self.union(*id);
        }
    }

    fn add(&mut self, place: &Declared, name: Vec<String>, kind: DeclKind) -> DeclId {
        let decl = self.decl(place, name, kind);
        self.model.add(decl)
    }

    /// Creates a declaration with a path that no other one has.
    fn decl(&mut self, place: &Declared, name: Vec<String>, kind: DeclKind) -> Decl {
        let mut decl = Decl {
            file: self.unit.files.get(place.file).map(|file| below(&file.name)).unwrap_or_default(),
            module: Vec::new(),
            name,
            doc: place.doc.clone(),
            deprecated: place.deprecated,
            span: place.span,
            kind,
        };
        while !self.taken.insert(decl.path()) {
            decl.name.last_mut().into_iter().for_each(|name| name.push('_'));
        }
        decl
    }

    /// A file sees the types of all files that it includes, directly or not.
    fn imports(&mut self) {
        let files = &self.unit.files;
        let mut seen: Vec<BTreeSet<usize>> = Vec::new();
        for file in files {
            let mut all = BTreeSet::new();
            for include in &file.includes {
                all.insert(*include);
                all.extend(seen.get(*include).into_iter().flatten());
            }
            seen.push(all);
        }
        for (file, included) in files.iter().zip(seen).filter(|(file, _)| !file.is_built_in) {
            let names = included.into_iter().filter(|at| !files[*at].is_built_in).map(|at| below(&files[at].name));
            self.model.imports.insert(below(&file.name), names.collect());
        }
    }

    fn report(&mut self, code: Code, message: String, span: Span, help: &str) {
        self.diagnostics.push(Diagnostic::error(code, message).at(span, "").help(help));
    }

    /// A note stands where it means nothing.
    fn misplaced(&mut self, note: &Note) {
        let message = format!("the note `{}` is for {}", note.kind.word(), note.kind.place());
        self.report(codes::NOTE, message, note.span, "remove it, or write it there");
    }
}

fn empty_enum() -> Enum {
    let attrs = polywire_model::attr::EnumAttrs::default();
    Enum { bits: 32, signed: false, open: false, flags: false, members: Vec::new(), attrs }
}
