//! Models of other schema languages as `.proto` text: one file with all their types, or one for each schema file. Fields
//! have the numbers stated in the model.

mod default;
mod enumeration;
mod files;
mod map;
mod message;
mod name;
mod presence;
mod service;
mod wrapped;

use super::descriptor::{Docs, Enum, File, Message, NodeId, Service, Tree, Value, numbers};
use super::print::{Printed, print_proto};
use crate::derived::{DerivedFile, Files};
use crate::lost::lost_defaults;
use name::Names;
use polywire_model::{Decl, DeclId, DeclKind, Model, pascal_case};
use std::collections::{HashMap, HashSet};
use wrapped::wrapped_unions;

/// Returns the text of a model. Types of the file's own module keep their names; those of other modules get the
/// module's name as a prefix.
pub fn derive_proto(model: &Model, file: &str) -> Printed {
    let model = &*model.in_lists();
    let files = Files::one(model, file);
    let set = Maker::new(model, &files).set();
    let mut printed = print_proto(&set, &set.files[0]);
    printed.lost.extend(lost(model));
    printed
}

/// Returns the text of each schema file of a model, imported files first. Imports of Protocol Buffers must not form a
/// circle: the error is the paths of schema files that do.
pub fn derive_proto_files(model: &Model) -> Result<Vec<DerivedFile>, Vec<String>> {
    let model = &*model.in_lists();
    let files = Files::each(model, "proto");
    let mut set = Maker::new(model, &files).set();
    let names =
        |circle: Vec<usize>| -> Vec<String> { circle.iter().map(|at| files.files[*at].source.clone()).collect() };
    files::sort(&mut set.files).map_err(names)?;
    let derived = |file: &File| {
        let Printed { text, lost } = print_proto(&set, file);
        DerivedFile { path: file.name.clone(), text, lost }
    };
    let mut printed: Vec<DerivedFile> = set.files.iter().map(derived).collect();
    printed.last_mut().into_iter().for_each(|last| last.lost.extend(lost(model)));
    Ok(printed)
}

/// Returns descriptions of what the language lacks.
fn lost(model: &Model) -> impl Iterator<Item = String> + '_ {
    let constants = model.constants().map(|it| format!("the constant {}: .proto files have none", it.path()));
    let defaults = lost_defaults(model, &|it| it.literal.is_some());
    constants.chain(defaults).chain(service::lost(model))
}

const EMPTY_FILE: &str = "google/protobuf/empty.proto";
const EMPTY: &str = ".google.protobuf.Empty";

/// A feature: its number in a feature set, and a value.
type Feature = (u32, u64);

const EXPLICIT: Feature = (1, 1);
const IMPLICIT: Feature = (1, 2);
const REQUIRED: Feature = (1, 3);
const CLOSED: Feature = (2, 2);
const UNVERIFIED: Feature = (4, 3);

/// Sets a feature in options; `number` is that of their feature set.
fn set_feature(options: &mut Tree, number: u32, (feature, value): Feature) {
    let mut features = options.message(number).cloned().unwrap_or_default();
    features.set(feature, Value::Varint(value));
    options.set(number, Value::Message(features));
}

struct Maker<'m> {
    model: &'m Model,
    files: &'m Files,
    /// The types in each scope: of a message by its full name, of a package by its name after a dot.
    nested: HashMap<String, Vec<DeclId>>,
    /// Full names of structs, enums and wrapped unions.
    names: HashMap<DeclId, String>,
    by_name: HashMap<String, DeclId>,
    enums: HashMap<String, Enum>,
    /// Names of services, in order.
    service_names: Vec<String>,
    /// The empty message is used.
    needs_empty: bool,
    documented: Documented,
}

/// The documentation of what was made.
#[derive(Default)]
struct Documented(Docs);

impl Documented {
    /// Returns the identity of a declaration with this documentation.
    fn node(&mut self, doc: &str) -> NodeId {
        if doc.is_empty() {
            return NodeId::default();
        }
        let node = NodeId(self.0.len() as u32 + 1);
        self.0.insert(node, doc.to_owned());
        node
    }
}

impl<'m> Maker<'m> {
    /// Assigns names to structs, enums and wrapped unions, containing types before nested ones.
    fn new(model: &'m Model, files: &'m Files) -> Self {
        let mut names: HashMap<DeclId, String> = HashMap::new();
        let mut by_path: HashMap<String, String> = HashMap::new();
        let mut nested: HashMap<String, Vec<DeclId>> = HashMap::new();
        let mut scopes: HashMap<String, Names> = HashMap::new();
        let mut decls: Vec<(DeclId, &Decl)> = (0..).map(DeclId).zip(&model.decls).collect();
        let wrapped: HashSet<DeclId> = wrapped_unions(model);
        decls.retain(|(id, decl)| match &decl.kind {
            DeclKind::Union(_) => wrapped.contains(id),
            // Fields declare the entries of maps.
            DeclKind::Struct(it) => !map::is_map(model, it),
            DeclKind::Enum(_) | DeclKind::Constant(_) => true,
        });
        decls.sort_by_key(|(_, decl)| decl.name.len());
        for (id, decl) in decls {
            let path = decl.path();
            let around = path.rsplit_once('.').and_then(|(around, _)| by_path.get(around)).cloned();
            let mut name = decl.name.clone();
            if let (DeclKind::Union(_), Some(last)) = (&decl.kind, name.last_mut()) {
                *last = format!("{}Value", pascal_case(last));
            }
            let home = &files.files[files.of(id)].home;
            let wanted = match &around {
                Some(_) => name.last().cloned().unwrap_or_default(),
                None => top_level(home, &decl.module, name.iter().map(String::as_str)),
            };
            let scope = around.unwrap_or_else(|| package_scope(home));
            let name = qualified(&scope, &scopes.entry(scope.clone()).or_default().claim(&wanted));
            nested.entry(scope).or_default().push(id);
            by_path.insert(path, name.clone());
            names.insert(id, name);
        }
        let service_name = |(index, it): (usize, &polywire_model::Service)| {
            let home = &files.files[files.of_service(index)].home;
            let scope = scopes.entry(package_scope(home)).or_default();
            scope.claim(&top_level(home, &it.module, it.name.split('.')))
        };
        let service_names = model.services.iter().enumerate().map(service_name).collect();
        let by_name = names.iter().map(|(id, name)| (name.clone(), *id)).collect();
        let mut maker = Self {
            model,
            files,
            nested,
            names,
            by_name,
            enums: HashMap::new(),
            service_names,
            needs_empty: false,
            documented: Documented::default(),
        };
        maker.make_enums();
        maker
    }

    /// Returns the messages and enums of a scope in a file, in schema order. A wrapped union is a message of one oneof.
    fn declarations(&mut self, scope: &str, file: usize) -> (Vec<Message>, Vec<Enum>) {
        let mut ids = self.nested.get(scope).cloned().unwrap_or_default();
        // A nested type is in the file of the one around it.
        ids.retain(|id| !scope.starts_with('.') || self.files.of(*id) == file);
        ids.sort();
        let (mut messages, mut enums) = (Vec::new(), Vec::new());
        for id in ids {
            let name = self.names.get(&id).cloned().unwrap_or_default();
            let decl = self.model.decl(id);
            let message = match &decl.kind {
                DeclKind::Struct(it) => self.message(&name, file, it),
                DeclKind::Union(it) => self.union_message(&name, it),
                DeclKind::Enum(_) => {
                    enums.extend(self.enums.get(&name).cloned());
                    continue;
                }
                DeclKind::Constant(_) => continue,
            };
            let options = decl.deprecated.then(|| flag(numbers::MESSAGE_DEPRECATED));
            messages.push(Message { options, node: self.documented.node(&decl.doc), ..message });
        }
        (messages, enums)
    }

    /// Makes the enums, whose members' names belong to the enclosing scopes.
    fn make_enums(&mut self) {
        for (scope, ids) in &self.nested {
            let mut taken = self.member_names(scope);
            let mut ids = ids.clone();
            ids.sort();
            for id in ids {
                // Sets of flags are integers; enums of Protobuf cannot name their bits.
                let decl = self.model.decl(id);
                if let (DeclKind::Enum(it), Some(name)) = (&decl.kind, self.names.get(&id))
                    && !it.flags
                {
                    let made = enumeration::enumeration((last(name), decl), it, &mut taken, &mut self.documented);
                    self.enums.insert(name.clone(), made);
                }
            }
        }
    }

    /// Returns the full name with a leading dot.
    fn absolute(&self, id: DeclId) -> String {
        format!(".{}", self.names.get(&id).map(String::as_str).unwrap_or_default())
    }
}

/// Returns options in which one flag is set.
fn flag(number: u32) -> Tree {
    let mut options = Tree::default();
    options.set(number, Value::Varint(1));
    options
}

/// Returns the key of a package among scopes.
fn package_scope(home: &[String]) -> String {
    format!(".{}", home.join("."))
}

fn qualified(scope: &str, name: &str) -> String {
    match scope.trim_start_matches('.') {
        "" => name.to_owned(),
        scope => format!("{scope}.{name}"),
    }
}

/// Returns the name of a top-level type; for another module, with the module's name as a prefix.
fn top_level<'n>(home: &[String], module: &[String], name: impl Iterator<Item = &'n str>) -> String {
    let module = if module == home { &[] } else { module };
    module.iter().map(|part| pascal_case(part)).chain(name.map(str::to_owned)).collect()
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
