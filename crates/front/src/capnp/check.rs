//! Checks that nodes read from a request are consistent. Nodes built from text always are.

use super::codes;
use super::nodes::{Brand, FieldKind, Node, NodeKind, Nodes, Struct, Type};
use polywire_source::{Diagnostic, Diagnostics};
use std::collections::HashSet;

/// Limit on the nesting of declarations.
const MAX_DEPTH: usize = 64;

pub(super) fn check(nodes: &Nodes, diagnostics: &mut Diagnostics) {
    let mut checker = Checker { nodes, diagnostics, groups: HashSet::new() };
    nodes.nodes.values().for_each(|node| checker.node(node));
}

struct Checker<'n, 'd> {
    nodes: &'n Nodes,
    diagnostics: &'d mut Diagnostics,
    /// Groups that a member already refers to.
    groups: HashSet<u64>,
}

impl<'n> Checker<'n, '_> {
    fn node(&mut self, node: &'n Node) {
        if node.kind != NodeKind::File && !is_name(node.name()) {
            self.faulty(node, "its name is none");
        }
        if self.depth(node) > MAX_DEPTH {
            return self.faulty(node, "its enclosing declarations form a cycle");
        }
        match &node.kind {
            NodeKind::Struct(it) => self.structure(node, it),
            NodeKind::Enum(members) => self.names(node, members.iter().map(|it| it.name.as_str())),
            NodeKind::Interface { methods, superclasses } => {
                self.names(node, methods.iter().map(|it| it.name.as_str()));
                let structs = methods.iter().flat_map(|it| [&it.params, &it.results]);
                structs.for_each(|(id, brand)| self.ty(node, &Type::Struct(*id, brand.clone())));
                superclasses.iter().for_each(|(id, brand)| self.ty(node, &Type::Interface(*id, brand.clone())));
            }
            NodeKind::Const { ty, .. } | NodeKind::Annotation { ty, .. } => self.ty(node, ty),
            NodeKind::File => {}
        }
        if node.nested.iter().any(|(_, id)| self.nodes.nodes.get(id).is_some_and(|it| it.scope != node.id)) {
            self.faulty(node, "it contains declarations of another node");
        }
    }

    fn depth(&self, node: &Node) -> usize {
        let around = |node: &&'n Node| self.nodes.nodes.get(&node.scope);
        std::iter::successors(self.nodes.nodes.get(&node.scope), around).take(MAX_DEPTH + 1).count()
    }

    fn structure(&mut self, node: &'n Node, it: &'n Struct) {
        self.names(node, it.fields.iter().map(|field| field.name.as_str()));
        let numbers: HashSet<u16> = it.fields.iter().filter_map(|field| field.discriminant).collect();
        let cases = it.fields.iter().filter(|field| field.discriminant.is_some()).count();
        let bits = 64 * u64::from(it.data_words);
        if numbers.len() != cases || (cases > 0 && 16 * (u64::from(it.discriminant_offset) + 1) > bits) {
            self.faulty(node, "its union has no offset, or two members have the same number");
        }
        for field in &it.fields {
            match &field.kind {
                FieldKind::Slot { offset, ty, .. } => {
                    self.ty(node, ty);
                    let fits = match ty.data_size() {
                        Some(size) => (u64::from(*offset) + 1) << size <= bits,
                        None => *ty == Type::Void || *offset < it.pointers.into(),
                    };
                    if !fits {
                        self.faulty(node, &format!("`{}` is outside of its sections", field.name));
                    }
                }
                FieldKind::Group(id) => self.group(node, it, *id),
            }
        }
    }

    fn group(&mut self, node: &Node, around: &Struct, id: u64) {
        let group = self.nodes.nodes.get(&id).filter(|group| group.scope == node.id);
        let fits = match group.map(|group| &group.kind) {
            Some(NodeKind::Struct(it)) => {
                it.is_group && (it.data_words, it.pointers) == (around.data_words, around.pointers)
            }
            _ => false,
        };
        if !fits || !self.groups.insert(id) {
            self.faulty(node, "it has an invalid group, or a group that belongs to another struct");
        }
    }

    fn names(&mut self, node: &Node, names: impl Iterator<Item = &'n str>) {
        let mut seen = HashSet::new();
        for name in names {
            if !is_name(name) || !seen.insert(name) {
                self.faulty(node, &format!("the name `{name}` is invalid, or occurs twice"));
            }
        }
    }

    fn ty(&mut self, node: &Node, ty: &Type) {
        let kind = |id: &u64| self.nodes.nodes.get(id).map(|node| &node.kind);
        let fits = match ty {
            Type::List(element) => return self.ty(node, element),
            Type::Enum(id, _) => matches!(kind(id), Some(NodeKind::Enum(_))),
            Type::Struct(id, brand) => {
                matches!(kind(id), Some(NodeKind::Struct(it)) if !it.is_group) && brand.scopes.len() <= MAX_DEPTH
            }
            Type::Interface(id, Brand { scopes }) => {
                matches!(kind(id), Some(NodeKind::Interface { .. })) && scopes.len() <= MAX_DEPTH
            }
            _ => true,
        };
        if !fits {
            self.faulty(node, "it uses a type that does not exist");
        }
    }

    fn faulty(&mut self, node: &Node, what: &str) {
        let message = format!("the node {:#x} `{}` is invalid: {what}", node.id, node.display_name);
        self.diagnostics.push_once(Diagnostic::error(codes::FAULTY_NODE, message));
    }
}

/// Letters and digits; names of structs that methods declare also contain `$`.
fn is_name(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') && name.bytes().all(is_letter)
}
