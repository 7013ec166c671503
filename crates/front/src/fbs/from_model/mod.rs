//! Models of other schema languages as `.fbs` text: one file with all their types, whose fields have the slots that the
//! model states. Slots of removed fields stay taken.

mod attribute;
mod enumeration;
mod field;
mod object;
mod service;

use super::print::{Printed, print_fbs};
use super::schema::{Base, EnumId, File, Head, Home, ObjectId, Scalar, Schema};
use polywire_model::{Decl, DeclId, DeclKind, Meaning, Model, Type};
use std::collections::{HashMap, HashSet};

/// The text for a model, whose types are such as FlatBuffers can hold.
pub fn derive_fbs(model: &Model) -> Printed {
    let mut maker = Maker::new(model);
    maker.define();
    maker.services();
    maker.file();
    let mut printed = print_fbs(&maker.schema, 0);
    printed.lost.append(&mut maker.lost);
    printed
}

struct Maker<'m> {
    model: &'m Model,
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
    fn new(model: &'m Model) -> Self {
        let mut maker = Self {
            model,
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

    /// The facts about messages of the last file that states a root.
    fn file(&mut self) {
        let stated = self.model.flatbuffers_files.values().rfind(|file| file.root.is_some());
        let root = stated.and_then(|file| file.root).map(|root| (self.objects[&root], Default::default()));
        let identifier = stated.and_then(|file| file.identifier).map(|it| String::from_utf8_lossy(&it).into_owned());
        let extension = stated.and_then(|file| file.extension.clone());
        self.schema.files.push(File { root, identifier, extension, is_requested: true, ..File::default() });
    }

    fn declared(&self, (id, decl): (DeclId, &Decl)) -> (Head, Home) {
        let head = Head { name: self.names[&id].clone(), doc: lines(&decl.doc), span: decl.span, ..Head::default() };
        (head, Home { file: 0, namespace: decl.module.clone() })
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
