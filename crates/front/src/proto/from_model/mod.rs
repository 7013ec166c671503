//! Models of other schema languages as `.proto` text: one file with all their types, whose fields have the numbers
//! stated in the model.

mod default;
mod enumeration;
mod message;
mod name;
mod service;
mod wrapped;

use super::descriptor::{DescriptorSet, Edition, Enum, File, Import, Message, Service, Tree, Value, numbers};
use super::print::{Printed, print_proto};
use name::Names;
use polywire_model::{Decl, DeclId, DeclKind, Model, pascal_case};
use std::collections::{HashMap, HashSet};
use wrapped::wrapped_unions;

/// Returns the text of a model. Types of the file's own module keep their names; those of other modules get the
/// module's name as a prefix.
pub fn derive_proto(model: &Model, file: &str) -> Printed {
    let model = &*model.in_lists();
    let mut maker = Maker::new(model, file);
    let (messages, enums) = maker.declarations("");
    let services = maker.services();
    let imports = maker.needs_empty.then(|| Import { path: EMPTY_FILE.to_owned(), public: false, weak: false });
    let file = File {
        name: file.to_owned(),
        package: maker.package,
        edition: Edition::E2023,
        imports: imports.into_iter().collect(),
        messages,
        enums,
        services,
        options: Some(features(numbers::FILE_FEATURES, IMPLICIT)),
        ..File::default()
    };
    let set = DescriptorSet { files: vec![file], is_stripped: false };
    let mut printed = print_proto(&set, &set.files[0]);
    printed.lost.extend(model.constants().map(|it| format!("the constant {}: .proto files have none", it.path())));
    printed
}

const EMPTY_FILE: &str = "google/protobuf/empty.proto";
const EMPTY: &str = ".google.protobuf.Empty";

/// The number of `field_presence` in a feature set, and two of its values.
const FIELD_PRESENCE: u32 = 1;
const EXPLICIT: u64 = 1;
const IMPLICIT: u64 = 2;

/// Returns options that set the presence of fields.
fn features(number: u32, presence: u64) -> Tree {
    let (mut options, mut features) = (Tree::default(), Tree::default());
    features.set(FIELD_PRESENCE, Value::Varint(presence));
    options.set(number, Value::Message(features));
    options
}

struct Maker<'m> {
    model: &'m Model,
    package: String,
    /// The types in each scope, by its name below the package.
    nested: HashMap<String, Vec<DeclId>>,
    /// Names of structs, enums and wrapped unions below the package.
    names: HashMap<DeclId, String>,
    by_name: HashMap<String, DeclId>,
    enums: HashMap<String, Enum>,
    /// Names of services, in order.
    service_names: Vec<String>,
    /// The empty message is used.
    needs_empty: bool,
}

impl<'m> Maker<'m> {
    /// Assigns names to structs, enums and wrapped unions, containing types before nested ones.
    fn new(model: &'m Model, file: &str) -> Self {
        let home = model.decls.iter().find(|decl| decl.file == file).map(|decl| decl.module.clone());
        let home = home.unwrap_or_default();
        let mut names: HashMap<DeclId, String> = HashMap::new();
        let mut by_path: HashMap<String, String> = HashMap::new();
        let mut nested: HashMap<String, Vec<DeclId>> = HashMap::new();
        let mut scopes: HashMap<String, Names> = HashMap::new();
        let mut decls: Vec<(DeclId, &Decl)> = (0..).map(DeclId).zip(&model.decls).collect();
        let wrapped: HashSet<DeclId> = wrapped_unions(model);
        decls.retain(|(id, decl)| !matches!(decl.kind, DeclKind::Union(_)) || wrapped.contains(id));
        decls.sort_by_key(|(_, decl)| decl.name.len());
        for (id, decl) in decls {
            let path = decl.path();
            let around = path.rsplit_once('.').and_then(|(around, _)| by_path.get(around)).cloned();
            let mut name = decl.name.clone();
            if let (DeclKind::Union(_), Some(last)) = (&decl.kind, name.last_mut()) {
                *last = format!("{}Value", pascal_case(last));
            }
            let wanted = match &around {
                Some(_) => name.last().cloned().unwrap_or_default(),
                None => top_level(&home, &decl.module, name.iter().map(String::as_str)),
            };
            let scope = around.unwrap_or_default();
            let name = scopes.entry(scope.clone()).or_default().claim(&wanted);
            let name = if scope.is_empty() { name } else { format!("{scope}.{name}") };
            nested.entry(scope).or_default().push(id);
            by_path.insert(path, name.clone());
            names.insert(id, name);
        }
        let top = scopes.entry(String::new()).or_default();
        let service_name = |it: &polywire_model::Service| top.claim(&top_level(&home, &it.module, it.name.split('.')));
        let service_names = model.services.iter().map(service_name).collect();
        let package = home.join(".");
        let by_name = names.iter().map(|(id, name)| (name.clone(), *id)).collect();
        let mut maker =
            Self { model, package, nested, names, by_name, enums: HashMap::new(), service_names, needs_empty: false };
        maker.make_enums();
        maker
    }

    /// Returns the messages and enums of a scope, in schema order. A wrapped union is a message of one oneof.
    fn declarations(&mut self, scope: &str) -> (Vec<Message>, Vec<Enum>) {
        let mut ids = self.nested.get(scope).cloned().unwrap_or_default();
        ids.sort();
        let (mut messages, mut enums) = (Vec::new(), Vec::new());
        for id in ids {
            let name = self.names.get(&id).cloned().unwrap_or_default();
            match &self.model.decl(id).kind {
                DeclKind::Struct(it) => messages.push(self.message(&name, it)),
                DeclKind::Enum(_) => enums.extend(self.enums.get(&name).cloned()),
                DeclKind::Union(it) => messages.push(self.union_message(&name, it)),
                DeclKind::Constant(_) => {}
            }
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
                if let (DeclKind::Enum(it), Some(name)) = (&self.model.decl(id).kind, self.names.get(&id))
                    && !it.flags
                {
                    self.enums.insert(name.clone(), enumeration::enumeration(last(name), it, &mut taken));
                }
            }
        }
    }

    /// Returns the full name with a leading dot.
    fn absolute(&self, id: DeclId) -> String {
        let name = self.names.get(&id).map(String::as_str).unwrap_or_default();
        if self.package.is_empty() { format!(".{name}") } else { format!(".{}.{name}", self.package) }
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
