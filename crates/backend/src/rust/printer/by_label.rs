//! Members of text formats, with optional space around labels: after a miss, the arm is found by its label.

use super::Printer;
use super::control::bytes_literal;
use super::members::Turns;
use crate::low::{LabelTree, Members};
use polywire_ir::ReadLeaf;

/// Names used in the search for an arm.
struct Search<'s> {
    turns: &'s Turns<'s>,
    /// The input from the label on.
    label: &'s str,
    /// The leaf that skips space.
    space: ReadLeaf,
}

impl<'m> Printer<'m> {
    /// Searches for the arm whose label follows, after the separator unless it is the first one.
    pub(super) fn search(&mut self, members: &'m Members, turns: &Turns<'_>, space: ReadLeaf) {
        let (input, label) = (self.cursor.input.clone(), self.name("label"));
        let (leaf, separator) = (space.name(), bytes_literal(&members.separation.separator));
        self.line(format!("let {label} = if {} > {} {{", turns.entry, turns.none));
        self.line(format!("    read::{leaf}({input})"));
        self.line("} else {");
        self.line(format!("    read::{leaf}_behind({input}, {separator})"));
        self.line("};");
        self.find(&Search { turns, label: &label, space }, &members.label_tree(), 0);
    }

    /// Continues with the arm whose label is next; `known` bytes are known to be left.
    fn find(&mut self, search: &Search<'_>, tree: &LabelTree<'_>, known: usize) {
        let Search { turns, label, space } = search;
        match tree {
            LabelTree::Compare(labels) => {
                for (position, bytes) in labels {
                    let (input, rest) = (self.cursor.input.clone(), self.name("rest"));
                    let open = format!("if let Some({rest}) = {label}.strip_prefix({}) {{", bytes_literal(bytes));
                    self.nested(&open, "}", |printer| {
                        printer.line(format!("{input} = read::{}({rest});", space.name()));
                        printer.line(format!("{} = {};", turns.entry, position + 1));
                        printer.line(format!("continue 'members{};", turns.number));
                    });
                }
            }
            LabelTree::Byte { offset, min_len, .. } if *offset >= known => {
                let open = format!("if {label}.len() >= {min_len} {{");
                self.nested(&open, "}", |printer| printer.find(search, tree, *min_len));
            }
            LabelTree::Byte { offset, branches, .. } => {
                self.nested(&format!("match {label}[{offset}] {{"), "}", |printer| {
                    for (byte, branch) in branches {
                        let open = format!("{byte:#04x} => {{");
                        printer.nested(&open, "}", |printer| printer.find(search, branch, known));
                    }
                    printer.line("_ => {}");
                });
            }
        }
    }
}
