//! Canonical `.capnp` text of nodes, of which the official compiler makes equal nodes. Ids that follow from names are left
//! out; names are as short as the scope allows.

mod annotation;
mod interface;
mod member;
mod name;
mod value;

use super::ids;
use super::nodes::{Enumerant, File, Node, NodeKind, Nodes, Type};
use crate::output::Output;

/// The text of a file, and what of its nodes could not be said in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The file.
    pub text: String,
    /// What is missing: values that only constants of other types could give.
    pub lost: Vec<String>,
}

/// Prints a file.
pub fn print_capnp(nodes: &Nodes, file: &File) -> Printed {
    let mut printer = Printer { nodes, file, out: Output::default(), lost: Vec::new() };
    if let Some(node) = nodes.nodes.get(&file.id) {
        printer.file(node);
    }
    Printed { text: printer.out.text, lost: printer.lost }
}

struct Printer<'n> {
    nodes: &'n Nodes,
    file: &'n File,
    out: Output,
    lost: Vec<String>,
}

/// Where something is printed: what names are relative to.
#[derive(Clone, Copy)]
struct At<'n> {
    scope: &'n Node,
    /// The type parameters of the method around.
    implicit: &'n [String],
}

impl<'n> At<'n> {
    fn new(scope: &'n Node) -> Self {
        Self { scope, implicit: &[] }
    }
}

impl<'n> Printer<'n> {
    fn node(&self, id: u64) -> Option<&'n Node> {
        self.nodes.nodes.get(&id)
    }

    fn file(&mut self, node: &'n Node) {
        self.out.line(format!("@{:#x};", node.id));
        self.doc(&node.doc);
        for annotation in &node.annotations {
            if let Some(text) = self.annotation(At::new(node), annotation) {
                self.out.line(text + ";");
            }
        }
        self.nested(node);
    }

    fn nested(&mut self, node: &'n Node) {
        for id in node.nested.iter().map(|(_, id)| *id) {
            if let Some(nested) = self.node(id) {
                self.out.paragraph();
                self.declaration(nested);
            }
        }
    }

    fn declaration(&mut self, node: &'n Node) {
        match &node.kind {
            NodeKind::Struct(it) => {
                self.open(node, "struct", "");
                self.members(At::new(node), it);
                self.nested(node);
                self.out.close();
            }
            NodeKind::Enum(members) => {
                self.open(node, "enum", "");
                self.enumerants(node, members);
                self.out.close();
            }
            NodeKind::Interface { methods, superclasses } => {
                let names = superclasses
                    .iter()
                    .map(|(id, brand)| self.type_name(At::new(node), &Type::Interface(*id, brand.clone())));
                let names = names.collect::<Vec<_>>().join(", ");
                let extends = if names.is_empty() { String::new() } else { format!(" extends({names})") };
                self.open(node, "interface", &extends);
                self.methods(node, methods);
                self.nested(node);
                self.out.close();
            }
            NodeKind::Const { ty, value } => {
                let at = At::new(node);
                let name = self.type_name(at, ty);
                let Some(value) = self.value(at, ty, value) else {
                    return self.lost.push(format!("the constant `{}`", node.name()));
                };
                let annotations = self.annotations(at, &node.annotations);
                self.out.line(format!("const {}{} :{name} = {value}{annotations};", node.name(), id_text(node)));
                self.doc(&node.doc);
            }
            NodeKind::Annotation { ty, targets } => {
                let at = At::new(node);
                let targets = match targets {
                    targets if *targets == super::nodes::Targets::ALL => "*".to_owned(),
                    targets => targets.names().collect::<Vec<_>>().join(", "),
                };
                let (name, annotations) = (self.type_name(at, ty), self.annotations(at, &node.annotations));
                self.out.line(format!("annotation {}{} ({targets}) :{name}{annotations};", node.name(), id_text(node)));
                self.doc(&node.doc);
            }
            NodeKind::File => {}
        }
    }

    fn open(&mut self, node: &'n Node, keyword: &str, extends: &str) {
        let params = if node.params.is_empty() { String::new() } else { format!(" ({})", node.params.join(", ")) };
        let annotations = self.annotations(At::new(node), &node.annotations);
        self.out.open(&format!("{keyword} {}{}{params}{extends}{annotations}", node.name(), id_text(node)));
        self.doc(&node.doc);
        if !node.doc.is_empty() {
            self.out.paragraph();
        }
    }

    fn enumerants(&mut self, node: &'n Node, members: &'n [Enumerant]) {
        let mut order: Vec<(usize, &Enumerant)> = members.iter().enumerate().collect();
        order.sort_by_key(|(_, it)| it.code_order);
        for (number, it) in order {
            let annotations = self.annotations(At::new(node), &it.annotations);
            self.out.line(format!("{} @{number}{annotations};", it.name));
            self.doc(&it.doc);
        }
    }

    /// Documentation belongs to the statement, or to the opening brace, above.
    fn doc(&mut self, doc: &str) {
        for line in doc.lines() {
            self.out.line(if line.is_empty() { "#".to_owned() } else { format!("# {line}") });
        }
    }
}

/// The id, where it does not follow from the name.
fn id_text(node: &Node) -> String {
    if ids::of_child(node.scope, node.name()) == node.id { String::new() } else { format!(" @{:#x}", node.id) }
}
