//! Models of other schema languages as `.capnp` text: one file with all their types, whose members have the ordinals that the
//! model states. What is there no more keeps its ordinal.
//!
//! The places of members follow from the text, so they are left out of the nodes that are made to be printed.

mod enumeration;
mod member;
mod name;
mod structure;
mod ty;

use super::ids;
use super::nodes::{File, Node, NodeKind, Nodes};
use super::print::{Printed, print_capnp};
use name::{Names, type_name};
use polywire_model::{DeclId, DeclKind, Model, Service, pascal_case};
use polywire_source::Span;
use std::collections::HashMap;

/// The text for a model. The types of the module that the file declares have their names; those of other modules have the
/// module's name before theirs.
pub fn derive_capnp(model: &Model, file: &str) -> Printed {
    let mut maker = Maker { model, nodes: Nodes::default(), ids: HashMap::new() };
    let root = maker.file(file);
    maker.declare(root, file);
    maker.define();
    let mut printed = match maker.nodes.files.first() {
        Some(file) => print_capnp(&maker.nodes, file),
        None => Printed::default(),
    };
    printed.lost.extend(model.services.iter().map(without_ordinals));
    printed
}

fn without_ordinals(service: &Service) -> String {
    let path = service.module.iter().map(|part| format!("{part}.")).collect::<String>() + &service.name;
    format!("service {path}, whose methods have no ordinals: declare an interface in a file that imports this one")
}

struct Maker<'m> {
    model: &'m Model,
    nodes: Nodes,
    /// Of structs and enums.
    ids: HashMap<DeclId, u64>,
}

impl Maker<'_> {
    /// The id depends on what the file is called by those that import it, so that it stays.
    fn file(&mut self, path: &str) -> u64 {
        let id = ids::of_file(format!("polywire {path}").as_bytes());
        self.nodes.nodes.insert(id, node(id, 0, (path, ""), NodeKind::File));
        self.nodes.files.push(File { id, path: path.to_owned(), imports: Vec::new(), is_requested: true });
        id
    }

    /// Gives structs and enums their names and ids. A type that is in another one is declared behind it.
    fn declare(&mut self, root: u64, file: &str) {
        let model = self.model;
        let home = model.decls.iter().find(|decl| decl.file == file).map(|decl| decl.module.as_slice());
        let mut ids: HashMap<String, u64> = HashMap::new();
        let mut scopes: HashMap<u64, Names> = HashMap::new();
        let mut decls: Vec<(DeclId, &polywire_model::Decl)> = (0..).map(DeclId).zip(&model.decls).collect();
        decls.retain(|(_, decl)| !matches!(decl.kind, DeclKind::Union(_)));
        decls.sort_by_key(|(_, decl)| decl.name.len());
        for (id, decl) in decls {
            let path = decl.path();
            let around = path.rsplit_once('.').and_then(|(around, _)| ids.get(around)).copied();
            let mut wanted = decl.name.last().map(|name| type_name(name)).unwrap_or_default();
            if around.is_none() && home != Some(decl.module.as_slice()) {
                wanted = decl.module.iter().map(|part| pascal_case(part)).collect::<String>() + &wanted;
            }
            let scope = around.unwrap_or(root);
            let name = scopes.entry(scope).or_insert_with(Names::of_types).claim(&wanted, 2..);
            let node_id = ids::of_child(scope, &name);
            let mut made = node(node_id, scope, (file, &name), NodeKind::File);
            made.doc = decl.doc.clone();
            self.nodes.nodes.insert(node_id, made);
            if let Some(around) = self.nodes.nodes.get_mut(&scope) {
                around.nested.push((name, node_id));
            }
            ids.insert(path, node_id);
            self.ids.insert(id, node_id);
        }
    }

    fn define(&mut self) {
        for (decl, id) in self.model.decls.iter().zip((0..).map(DeclId)) {
            let Some(node) = self.ids.get(&id).copied() else { continue };
            let kind = match &decl.kind {
                DeclKind::Struct(it) => NodeKind::Struct(self.structure(node, it)),
                DeclKind::Enum(it) => NodeKind::Enum(enumeration::enumerants(it)),
                DeclKind::Union(_) => continue,
            };
            if let Some(node) = self.nodes.nodes.get_mut(&node) {
                node.kind = kind;
            }
        }
    }
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
