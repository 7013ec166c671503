//! Models of other schema languages as `.capnp` text: one file with all their types, or one for each schema file. Members
//! have the ordinals that the model states. Removed members keep their ordinals.
//!
//! The places of members follow from the text, so they are left out of the nodes that are made to be printed.

mod enumeration;
mod interface;
mod member;
mod name;
mod structure;
mod ty;
mod wrapped;

use super::ids;
use super::nodes::{Brand, File, Node, NodeKind, Nodes};
use super::print::{Printed, print_capnp};
use crate::derived::{DerivedFile, Files, Target};
use crate::lost::lost_defaults;
use name::{Names, member_name, type_name};
use polywire_model::{DeclId, DeclKind, Model, pascal_case};
use polywire_source::Span;
use std::collections::HashMap;

/// Returns the text of a model. The types of the module that the file declares have their names; those of other modules have the
/// module's name before theirs.
pub fn derive_capnp(model: &Model, file: &str) -> Printed {
    let model = &wrapped::with_structs(&model.in_lists());
    let files = Files::one(model, file);
    let maker = Maker::new(model, &files);
    let lost = maker.lost_defaults();
    let nodes = maker.nodes();
    let mut printed = print_capnp(&nodes, &nodes.files[0]);
    printed.lost.extend(lost.into_iter().chain(interface::lost(model)));
    printed
}

/// Returns the text of each schema file of a model.
pub fn derive_capnp_files(model: &Model) -> Vec<DerivedFile> {
    let model = &wrapped::with_structs(&model.in_lists());
    let files = Files::each(model, "capnp");
    let maker = Maker::new(model, &files);
    let lost = maker.lost_defaults();
    let nodes = maker.nodes();
    let derived = |(file, target): (&File, &Target)| {
        let Printed { text, lost } = print_capnp(&nodes, file);
        DerivedFile { path: target.path.clone(), text, lost }
    };
    let mut derived: Vec<DerivedFile> = nodes.files.iter().zip(&files.files).map(derived).collect();
    if let Some(last) = derived.last_mut() {
        last.lost.extend(lost.into_iter().chain(interface::lost(model)));
    }
    derived
}

struct Maker<'m> {
    model: &'m Model,
    files: &'m Files,
    nodes: Nodes,
    /// Ids of structs and enums.
    ids: HashMap<DeclId, u64>,
}

impl<'m> Maker<'m> {
    fn new(model: &'m Model, files: &'m Files) -> Self {
        Self { model, files, nodes: Nodes::default(), ids: HashMap::new() }
    }

    /// Names the defaults that are left out: among them those of numbers that may be absent, which are cases of unions.
    fn lost_defaults(&self) -> Vec<String> {
        lost_defaults(self.model, &|it| {
            let is_union = it.field.is_some_and(|field| field.attrs.capnp_absence.is_some());
            let value = it.ty.zip(it.literal).and_then(|(ty, literal)| self.value(ty, literal));
            value.is_some() && !is_union
        })
    }

    fn nodes(mut self) -> Nodes {
        for index in 0..self.files.files.len() {
            self.file(index);
        }
        self.declare();
        self.define();
        self.nodes
    }

    /// The id is derived from the path of the schema file, so that it is stable.
    fn file(&mut self, index: usize) {
        let id = |target: &Target| ids::of_file(format!("polywire {}", target.source).as_bytes());
        let target = &self.files.files[index];
        let others = (0..self.files.files.len()).filter(|other| *other != index);
        let imports = others.map(|other| (self.files.relative(index, other), id(&self.files.files[other]))).collect();
        let (id, path) = (id(target), &target.path);
        self.nodes.nodes.insert(id, node(id, 0, (path, ""), NodeKind::File));
        self.nodes.files.push(File { id, path: path.clone(), imports, is_requested: true });
    }

    /// Assigns names and ids to structs and enums, containing types before nested ones.
    fn declare(&mut self) {
        let (model, files) = (self.model, self.files);
        let mut ids: HashMap<String, u64> = HashMap::new();
        let mut scopes: HashMap<u64, Names> = HashMap::new();
        let mut decls: Vec<(DeclId, &polywire_model::Decl)> = (0..).map(DeclId).zip(&model.decls).collect();
        decls.retain(|(_, decl)| !matches!(decl.kind, DeclKind::Union(_)));
        decls.sort_by_key(|(_, decl)| decl.name.len());
        let lists = interface::parameter_lists(model);
        for (id, decl) in decls {
            if lists.contains(&id) {
                self.add_list(id, decl);
                continue;
            }
            let (root, file) = (self.nodes.files[files.of(id)].id, &files.files[files.of(id)]);
            let path = decl.path();
            let around = path.rsplit_once('.').and_then(|(around, _)| ids.get(around)).copied();
            let own = decl.name.last().map(String::as_str).unwrap_or_default();
            let wanted = match (&decl.kind, around) {
                (DeclKind::Constant(_), _) => member_name(own),
                (_, Some(_)) => type_name(own),
                (_, None) => top_level(&file.home, &decl.module, own),
            };
            let scope = around.unwrap_or(root);
            let name = scopes.entry(scope).or_insert_with(Names::of_types).claim(&wanted, 2..);
            let node_id = self.add(scope, (&file.path, name), NodeKind::File, &decl.doc);
            ids.insert(path, node_id);
            self.ids.insert(id, node_id);
        }
        let mut interfaces = Vec::new();
        for (service, index) in model.services.iter().zip(0..) {
            let (root, file) = (self.nodes.files[files.of_service(index)].id, &files.files[files.of_service(index)]);
            let wanted = top_level(&file.home, &service.module, &service.name);
            let name = scopes.entry(root).or_insert_with(Names::of_types).claim(&wanted, 2..);
            let stated = service.attrs.capnp_id.filter(|id| !self.nodes.nodes.contains_key(id));
            let id = stated.unwrap_or_else(|| ids::of_child(root, &name));
            interfaces.push(self.add_with_id((id, root), (&file.path, name), NodeKind::File, &service.doc));
        }
        for (service, id) in model.services.iter().zip(&interfaces) {
            let bases = service.extends.iter().map(|base| (interfaces[base.0 as usize], Brand::default()));
            let kind = NodeKind::Interface { methods: self.methods(service), superclasses: bases.collect() };
            self.nodes.nodes.entry(*id).and_modify(|node| node.kind = kind);
        }
    }

    /// Adds a struct that the method which uses it declares.
    fn add_list(&mut self, decl_id: DeclId, decl: &polywire_model::Decl) {
        let file = &self.files.files[self.files.of(decl_id)].path;
        let id = ids::of_child(self.nodes.files[self.files.of(decl_id)].id, &format!("list {}", decl.path()));
        self.nodes.nodes.insert(id, node(id, 0, (file, &decl.name.join("$")), NodeKind::File));
        self.ids.insert(decl_id, id);
    }

    /// Adds a node to its enclosing node, with the id that follows from its name.
    fn add(&mut self, scope: u64, names: (&str, String), kind: NodeKind, doc: &str) -> u64 {
        self.add_with_id((ids::of_child(scope, &names.1), scope), names, kind, doc)
    }

    fn add_with_id(&mut self, (id, scope): (u64, u64), (file, name): (&str, String), kind: NodeKind, doc: &str) -> u64 {
        let made = Node { doc: doc.to_owned(), ..node(id, scope, (file, &name), kind) };
        self.nodes.nodes.insert(id, made);
        if let Some(around) = self.nodes.nodes.get_mut(&scope) {
            around.nested.push((name, id));
        }
        id
    }

    fn define(&mut self) {
        for (decl, id) in self.model.decls.iter().zip((0..).map(DeclId)) {
            let Some(node) = self.ids.get(&id).copied() else { continue };
            let kind = match &decl.kind {
                DeclKind::Struct(it) => NodeKind::Struct(self.structure(node, it)),
                DeclKind::Enum(it) => NodeKind::Enum(enumeration::enumerants(it)),
                DeclKind::Constant(it) => match self.value(&it.ty, &it.value) {
                    Some(value) => NodeKind::Const { ty: self.ty(&it.ty), value },
                    None => continue,
                },
                DeclKind::Union(_) => continue,
            };
            if let Some(node) = self.nodes.nodes.get_mut(&node) {
                node.kind = kind;
            }
        }
    }
}

/// Returns the name of a top-level type, seen from the module `home`.
fn top_level(home: &[String], module: &[String], own: &str) -> String {
    let own = type_name(own);
    if home == module {
        return own;
    }
    module.iter().map(|part| pascal_case(part)).collect::<String>() + &own
}

fn node(id: u64, scope: u64, (file, name): (&str, &str), kind: NodeKind) -> Node {
    let prefix = if name.is_empty() { String::new() } else { format!("{file}:") };
    Node {
        id,
        display_name: if name.is_empty() { file.to_owned() } else { format!("{prefix}{name}") },
        prefix_len: prefix.len(),
        scope,
        params: Vec::new(),
        is_generic: false,
        nested: Vec::new(),
        annotations: Vec::new(),
        doc: String::new(),
        span: Span::default(),
        kind,
    }
}
