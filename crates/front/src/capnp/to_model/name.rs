//! Names of declarations, their modules and their files.

use super::Maker;
use crate::capnp::nodes::{Bindings, Brand, File, Node, NodeKind, Type, Value};
use crate::path::below;
use polywire_model::pascal_case;
use std::collections::BTreeSet;

/// The annotation of a standard file that names the C++ namespace of a file's declarations.
const NAMESPACE: u64 = 0xb9c6_f99e_bf80_5f2c;

/// The annotations of go-capnp's `go.capnp` that give the import path of a file's package and its name.
const GO_IMPORT: u64 = 0xe130_b601_260e_44b5;
const GO_PACKAGE: u64 = 0xbea9_7f10_2379_2be0;

impl<'n> Maker<'n, '_> {
    /// Returns the name and the enclosing names. For a bound generic type it is a single word that includes its
    /// bindings.
    pub(super) fn name_of(&self, node: &'n Node, brand: &Brand) -> Vec<String> {
        let chain = self.outwards(node);
        let words: Vec<String> = chain.iter().map(|node| self.word_of(node, brand)).collect();
        let is_bound = brand.scopes.iter().any(|scope| matches!(scope.bindings, Bindings::Bind(_)));
        if is_bound { vec![words.join("_")] } else { words }
    }

    /// Returns the name of a struct that a method declares, which is nested in the interface.
    pub(super) fn name_of_params(&self, interface: &'n Node, params: &Node) -> Vec<String> {
        let mut name = self.name_of(interface, &Brand::default());
        name.push(pascal_case(&params.name().replace('$', "_")));
        name
    }

    fn word_of(&self, node: &Node, brand: &Brand) -> String {
        let is_group = matches!(&node.kind, NodeKind::Struct(it) if it.is_group);
        let mut word = if is_group { pascal_case(node.name()) } else { node.name().to_owned() };
        let scope = brand.scopes.iter().find(|scope| scope.id == node.id);
        if let Some(Bindings::Bind(types)) = scope.map(|scope| &scope.bindings) {
            for ty in types {
                word.push('_');
                word.push_str(&self.type_word(ty.as_ref().unwrap_or(&Type::AnyPointer)));
            }
        }
        word
    }

    fn type_word(&self, ty: &Type) -> String {
        match ty {
            Type::List(element) => format!("List_{}", self.type_word(element)),
            Type::Enum(id, brand) | Type::Struct(id, brand) | Type::Interface(id, brand) => {
                self.node(*id).map(|node| self.name_of(node, brand).join("_")).unwrap_or_default()
            }
            Type::AnyPointer | Type::Parameter(..) | Type::ImplicitParameter(_) => "Any".to_owned(),
            other => other.built_in_name().unwrap_or_default(),
        }
    }

    /// Returns the declarations that enclose a node, outermost first, without the file.
    fn outwards(&self, node: &'n Node) -> Vec<&'n Node> {
        let mut chain = vec![node];
        let mut at = node;
        while let Some(around) = self.node(at.scope).filter(|around| around.kind != NodeKind::File) {
            chain.push(around);
            at = around;
        }
        chain.reverse();
        chain
    }

    fn file_node(&self, node: &Node) -> Option<&'n Node> {
        let outermost = self.node(node.id).map_or(node.scope, |node| self.outwards(node)[0].scope);
        self.node(outermost)
    }

    /// Returns the path of a node's file, relative to the schema root.
    pub(super) fn file_of(&self, node: &Node) -> String {
        self.file_node(node).map(|file| self.path_of(file.id)).unwrap_or_default()
    }

    fn path_of(&self, file: u64) -> String {
        let file = self.nodes.files.iter().find(|it| it.id == file);
        file.map(|file| below(&file.path)).unwrap_or_default()
    }

    /// The file, and those that it imports.
    pub(super) fn with_imports(&self, file: &File) -> (String, Vec<String>) {
        (self.path_of(file.id), file.imports.iter().map(|(_, id)| self.path_of(*id)).collect())
    }

    /// Returns the file for a bound generic declaration: of the files that it depends on, the one that imports all
    /// others; if there is none, the file of its first use.
    pub(super) fn file_of_use(&self, node: &Node, brand: &Brand) -> String {
        let mut nodes = vec![node.id];
        brand.scopes.iter().for_each(|scope| add_types(&scope.bindings, &mut nodes));
        let files = nodes.iter().filter_map(|id| self.node(*id).and_then(|node| self.file_node(node)));
        let files: BTreeSet<u64> = files.map(|file| file.id).collect();
        let imports_all = |id: &&u64| files.iter().all(|other| self.imports(**id, *other));
        match files.iter().find(imports_all).and_then(|id| self.node(*id)) {
            Some(file) => self.path_of(file.id),
            None => self.file.clone(),
        }
    }

    /// Returns true if a file is, or directly or indirectly imports, another one.
    fn imports(&self, file: u64, other: u64) -> bool {
        let (mut seen, mut open) = (BTreeSet::from([file]), vec![file]);
        while let Some(next) = open.pop() {
            let imports = self.nodes.files.iter().filter(|it| it.id == next).flat_map(|it| &it.imports);
            open.extend(imports.map(|(_, id)| *id).filter(|id| seen.insert(*id)));
        }
        seen.contains(&other)
    }

    pub(super) fn module_of(&self, node: &Node) -> Vec<String> {
        let annotations = self.file_node(node).map_or(&[][..], |file| &file.annotations);
        let namespace = annotations.iter().find(|it| it.id == NAMESPACE).map(|it| &it.value);
        let Some(Value::Text(text)) = namespace else { return Vec::new() };
        let text = String::from_utf8_lossy(text).into_owned();
        let is_name = |part: &&str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
        text.split("::").filter(is_name).map(str::to_owned).collect()
    }

    /// Returns a file's path and the package of Go that it names.
    pub(super) fn go_package(&self, file: u64) -> Option<(String, String)> {
        let annotations = &self.node(file)?.annotations;
        let text = |id: u64| match annotations.iter().find(|it| it.id == id).map(|it| &it.value) {
            Some(Value::Text(text)) => Some(String::from_utf8_lossy(text).into_owned()),
            _ => None,
        };
        let path = text(GO_IMPORT)?;
        let package = text(GO_PACKAGE).map_or_else(|| path.clone(), |name| format!("{path};{name}"));
        Some((self.path_of(file), package))
    }
}

/// Adds the declarations that type parameters are bound to.
fn add_types(bindings: &Bindings, nodes: &mut Vec<u64>) {
    let Bindings::Bind(types) = bindings else { return };
    for mut ty in types.iter().flatten() {
        while let Type::List(element) = ty {
            ty = element;
        }
        if let Type::Enum(id, brand) | Type::Struct(id, brand) | Type::Interface(id, brand) = ty {
            nodes.push(*id);
            brand.scopes.iter().for_each(|scope| add_types(&scope.bindings, nodes));
        }
    }
}
