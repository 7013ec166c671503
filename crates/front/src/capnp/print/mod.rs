//! Canonical `.capnp` text of nodes. The official compiler compiles it to equal nodes. Ids derived from names are omitted;
//! names are as short as the scope allows.

mod annotation;
mod declaration;
mod interface;
mod member;
mod name;
mod value;

use super::nodes::{File, Node, Nodes};
use crate::output::Output;

/// The text of a file, and the parts of its nodes that the text cannot express.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The file.
    pub text: String,
    /// The inexpressible parts: values that only constants of other types could give.
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

/// The scope in which something is printed; names are relative to it.
#[derive(Clone, Copy)]
struct At<'n> {
    scope: &'n Node,
    /// The type parameters of the enclosing method.
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

    /// Prints documentation below the statement or opening brace that it belongs to.
    fn doc(&mut self, doc: &str) {
        for line in doc.lines() {
            self.out.line(if line.is_empty() { "#".to_owned() } else { format!("# {line}") });
        }
    }
}
