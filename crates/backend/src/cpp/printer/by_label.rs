//! Keyed members in text formats, with optional space around labels: after each arm, the next one is expected without
//! space. On a miss, space is skipped and the arm is found by its label; a member with another label goes through the
//! general loop.

use super::Printer;
use super::keyed::Targets;
use crate::cpp::native::string_literal;
use crate::cpp::wrap;
use crate::low::{Label, LabelTree, Members};
use polywire_ir::ReadLeaf;

/// Names used in the search for an arm.
struct Search<'k> {
    /// The position of a label.
    label: String,
    /// The leaf that skips space.
    space: ReadLeaf,
    /// Labels of the arms.
    targets: &'k Targets,
}

impl<'m> Printer<'m> {
    pub(super) fn members_by_label(&mut self, members: &'m Members, targets: &Targets, space: ReadLeaf) {
        let (p, end) = (self.cursor.p.clone(), self.cursor.end.clone());
        let (before, label) = (self.name("space"), self.name("label"));
        let (next, search) = (self.label("next_member"), self.label("find_member"));
        self.out.line(format!("leaf::{}_before {before};", space.name()));
        self.out.line(format!("const ::std::uint8_t* {label} = {p};"));
        self.first_member(members, targets);
        self.out.line(format!("{label} = {before}.skip({p}, {end});"));
        self.out.line(format!("goto {search};"));
        let labelled: Vec<usize> = members.labelled().collect();
        for (rank, &position) in labelled.iter().enumerate() {
            self.expected_arm(members, (targets, position), (rank > 0).then_some(next.as_str()));
        }
        if labelled.len() > 1 {
            self.out.line(wrap::label(&next));
        }
        let separator = string_literal(&members.separation.separator);
        self.out.line(format!("{label} = {before}.skip_behind({p}, {end}, {separator});"));
        self.out.line(wrap::label(&search));
        self.find_arm(&Search { label, space, targets }, &members.label_tree(), 0);
        self.member_loop(members, targets, None);
    }

    /// Prints an arm that is expected next, or can only be reached by its label; without a target for a miss, it is the
    /// latter.
    fn expected_arm(&mut self, members: &'m Members, (targets, position): (&Targets, usize), miss: Option<&str>) {
        let Some(target) = &targets[position] else { return };
        let arm = &members.arms[position];
        self.braced(|printer| {
            if let Some(miss) = miss {
                let (condition, step) = printer.literal_ahead(&members.separation.before(&arm.label), 0);
                printer.out.line(format!("if (!{condition}) goto {miss};"));
                printer.out.line(step);
            }
            printer.out.line(wrap::label(target));
            printer.body(&arm.body);
        });
    }

    /// Jumps to the arm whose label is at the cursor; `known` bytes are known to be left.
    fn find_arm(&mut self, search: &Search<'_>, tree: &LabelTree<'_>, known: usize) {
        match tree {
            LabelTree::Compare(labels) => labels.iter().for_each(|label| self.compare_label(search, *label)),
            LabelTree::Byte { offset, min_len, .. } if *offset >= known => {
                let (end, label) = (&self.cursor.end, &search.label);
                let open = format!("if (static_cast<::std::size_t>({end} - {label}) >= {min_len}) {{");
                self.nested(&open, "}", |printer| printer.find_arm(search, tree, *min_len));
            }
            LabelTree::Byte { offset, branches, .. } => {
                self.nested(&format!("switch ({}[{offset}]) {{", search.label), "}", |printer| {
                    for (byte, branch) in branches {
                        printer.nested(&format!("case {}:", byte_literal(*byte)), "  break;", |printer| {
                            printer.find_arm(search, branch, known);
                        });
                    }
                    printer.out.line("default:");
                    printer.out.line("  break;");
                });
            }
        }
    }

    fn compare_label(&mut self, search: &Search<'_>, (position, bytes): Label<'_>) {
        let Some(target) = &search.targets[position] else { return };
        let (p, end, label) = (self.cursor.p.clone(), self.cursor.end.clone(), &search.label);
        let condition = format!("leaf::next_is({label}, {end}, {})", string_literal(bytes));
        self.nested(&format!("if ({condition}) {{"), "}", |printer| {
            printer.out.line(format!("{p} = leaf::read_{}({label} + {}, {end});", search.space.name(), bytes.len()));
            printer.out.line(format!("goto {target};"));
        });
    }
}

fn byte_literal(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() { format!("'{}'", byte as char) } else { byte.to_string() }
}
