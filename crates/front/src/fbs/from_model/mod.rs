//! Models of other schema languages as `.fbs` text: one file with all their types, or one for each schema file. Fields have
//! the slots that the model states. Slots of removed fields stay taken.

mod attribute;
mod enumeration;
mod field;
mod object;
mod service;

use super::print::{Printed, print_fbs};
use super::schema::{Base, EnumId, File, Head, Home, ObjectId, Scalar, Schema};
use crate::derived::{DerivedFile, Files, Target};
use polywire_model::{Decl, DeclId, DeclKind, Meaning, Model, Type};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Returns the text of a model, whose types are such as FlatBuffers can hold.
pub fn derive_fbs(model: &Model) -> Printed {
    let files = Files::one(model, "");
    let maker = Maker::made(model, &files);
    let mut printed = print_fbs(&maker.schema, 0);
    printed.lost.extend(maker.lost);
    printed
}

/// Returns the text of each schema file of a model, whose types are such as FlatBuffers can hold.
pub fn derive_fbs_files(model: &Model) -> Vec<DerivedFile> {
    let files = Files::each(model, "fbs");
    let maker = Maker::made(model, &files);
    let derived = |(index, target): (usize, &Target)| {
        let Printed { text, lost } = print_fbs(&maker.schema, index);
        DerivedFile { path: target.path.clone(), text, lost }
    };
    let mut derived: Vec<DerivedFile> = files.files.iter().enumerate().map(derived).collect();
    if let Some(last) = derived.last_mut() {
        last.lost.extend(maker.lost);
    }
    derived
}

struct Maker<'m> {
    model: &'m Model,
    files: &'m Files,
    schema: Schema,
    objects: HashMap<DeclId, ObjectId>,
    enums: HashMap<DeclId, EnumId>,
    /// Names of declarations, without their namespaces.
    names: HashMap<DeclId, String>,
    /// Names of tables and structs, which fields must not have.
    taken: HashSet<String>,
    lost: Vec<String>,
}

impl<'m> Maker<'m> {
    fn made(model: &'m Model, files: &'m Files) -> Self {
        let mut maker = Self::new(model, files);
        maker.define();
        maker.services();
        maker.lose_defaults();
        maker.add_files();
        maker
    }

    fn new(model: &'m Model, files: &'m Files) -> Self {
        let mut maker = Self {
            model,
            files,
            schema: Schema::default(),
            objects: HashMap::new(),
            enums: HashMap::new(),
            names: HashMap::new(),
            taken: HashSet::new(),
            lost: Vec::new(),
        };
        let mut claimed: HashSet<String> = HashSet::new();
        for (decl, id) in model.decls.iter().zip((0..).map(DeclId)) {
            let mut name = decl.name.join("_");
            while !claimed.insert([decl.module.join("."), name.clone()].join(".")) {
                name.push('_');
            }
            match &decl.kind {
                DeclKind::Struct(_) => {
                    maker.objects.insert(id, ObjectId(maker.objects.len()));
                    maker.taken.insert(name.clone());
                }
                DeclKind::Enum(_) | DeclKind::Union(_) => {
                    maker.enums.insert(id, EnumId(maker.enums.len()));
                }
                DeclKind::Constant(_) => {
                    maker.lost.push(format!("the constant {}: .fbs files have none", decl.path()));
                }
            }
            maker.names.insert(id, name);
        }
        maker
    }

    fn define(&mut self) {
        let model = self.model;
        for (decl, id) in model.decls.iter().zip((0..).map(DeclId)) {
            match &decl.kind {
                DeclKind::Struct(it) => {
                    let object = self.object((id, decl), it);
                    self.schema.objects.push(object);
                }
                DeclKind::Enum(it) => {
                    let it = self.enumeration((id, decl), it);
                    self.schema.enums.push(it);
                }
                DeclKind::Union(it) => {
                    let it = self.union((id, decl), it);
                    self.schema.enums.push(it);
                }
                DeclKind::Constant(_) => {}
            }
        }
    }

    fn add_files(&mut self) {
        let files: Vec<File> = (0..self.files.files.len()).map(|index| self.file(index)).collect();
        self.schema.files.extend(files);
    }

    /// A file with its facts about messages; if it is the only one, with those of the last schema file that states a root.
    fn file(&self, index: usize) -> File {
        let facts = &self.model.flatbuffers_files;
        let stated = match self.files.files.as_slice() {
            [_] => facts.values().rfind(|file| file.root.is_some()),
            files => facts.get(&files[index].source),
        };
        let root = stated.and_then(|file| file.root).map(|root| (self.objects[&root], Default::default()));
        let identifier = stated.and_then(|file| file.identifier).map(|it| String::from_utf8_lossy(&it).into_owned());
        let extension = stated.and_then(|file| file.extension.clone());
        let includes = self.includes(index);
        File { includes, root, identifier, extension, is_requested: true, ..File::default() }
    }

    /// Returns the files of all types that a file uses.
    fn includes(&self, index: usize) -> Vec<(String, usize)> {
        let ids = (0..self.model.decls.len() as u32).map(DeclId).filter(|id| self.files.of(*id) == index);
        let held = ids.flat_map(|id| self.model.decl(id).held());
        let services = self.model.services.iter().enumerate().filter(|(at, _)| self.files.of_service(*at) == index);
        let methods =
            services.flat_map(|(_, service)| &service.methods).flat_map(|it| [it.input].into_iter().chain(it.output));
        let used: BTreeSet<usize> = held.chain(methods).map(|id| self.files.of(id)).filter(|it| *it != index).collect();
        let mut includes: Vec<_> = used.into_iter().map(|it| (self.files.relative(index, it), it)).collect();
        includes.sort();
        includes
    }

    fn declared(&self, (id, decl): (DeclId, &Decl)) -> (Head, Home) {
        let head = Head { name: self.names[&id].clone(), doc: lines(&decl.doc), span: decl.span, ..Head::default() };
        (head, Home { file: self.files.of(id), namespace: decl.module.clone() })
    }

    /// The type of a value that is not a list.
    fn base(&self, ty: &Type) -> Base {
        match ty {
            Type::Int { meaning: Meaning::Flags(id), .. } => Base::Enum(self.enums[id]),
            Type::Int { bits, signed, .. } => Base::Scalar(integer(*bits, *signed)),
            Type::Bool => Base::Scalar(Scalar::Bool),
            Type::Float { bits: 32 } => Base::Scalar(Scalar::Float),
            Type::Float { .. } => Base::Scalar(Scalar::Double),
            Type::Text(_) => Base::String,
            Type::Map(id) => Base::Object(self.objects[id]),
            Type::Named(id) => match &self.model.decl(*id).kind {
                DeclKind::Struct(_) => Base::Object(self.objects[id]),
                DeclKind::Enum(_) | DeclKind::Constant(_) => Base::Enum(self.enums[id]),
                DeclKind::Union(_) => Base::Union(self.enums[id]),
            },
            Type::Bytes | Type::FixedBytes(..) => Base::Scalar(Scalar::UByte),
            Type::List(element) | Type::Array(element, _) => self.base(element),
        }
    }
}

fn integer(bits: u8, signed: bool) -> Scalar {
    let fits = |it: &&Scalar| it.size() * 8 == u32::from(bits) && it.is_signed() == signed && !it.is_float();
    Scalar::ALL.iter().filter(|it| **it != Scalar::Bool).find(fits).copied().unwrap_or(Scalar::Long)
}

/// The lines of documentation, each with the space behind its mark.
fn lines(doc: &str) -> Vec<String> {
    doc.lines().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") }).collect()
}
