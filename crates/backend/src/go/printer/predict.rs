//! Predicted members: arms as flat labels before the general loop, which jumps back into them.

use super::Printer;
use super::members::Targets;
use crate::low::{Label, LabelTree, Members};
use polywire_ir::ReadLeaf;

impl Printer<'_, '_> {
    /// On a miss, an arm stays where it is and the next one is tried.
    pub(super) fn members_in_turn(&mut self, members: &Members, targets: &Targets, stride: usize) {
        let number = self.loops;
        let general = format!("general{number}");
        if !members.separation.separator.is_empty() {
            self.first_member(members, targets);
            self.line(format!("goto {general}"));
        }
        for (position, arm) in members.arms.iter().enumerate() {
            if stride > 0 && position % stride == 0 && position != 0 {
                let end = format!("{} == len({})", self.cursor.p, self.cursor.b);
                self.when(&end, &format!("goto {general}"));
            }
            let Some(target) = &targets[position] else { continue };
            let (try_it, not) = (target.replacen("read", "try", 1), target.replacen("read", "not", 1));
            let label = members.separation.before(&arm.label);
            if arm.repeats {
                self.line(format!("{try_it}:"));
            }
            let missing = self.literal_missing(&label);
            let missing = match &members.expected {
                Some(expected) => format!("{} || {missing}", self.negation(expected).text),
                None => missing,
            };
            self.when(&missing, &format!("goto {not}"));
            self.skip_literal(&label);
            self.line(format!("{target}:"));
            self.block(&arm.body);
            if arm.repeats && !arm.body.ends {
                self.line(format!("goto {try_it}"));
            }
            self.line(format!("{not}:"));
        }
        self.line(format!("{general}:"));
        self.member_loop(members, targets);
    }

    /// Tries only the first arm: messages that start otherwise are rare.
    fn first_member(&mut self, members: &Members, targets: &Targets) {
        let found = members.arms.iter().zip(targets).find_map(|(arm, target)| Some((arm, target.as_ref()?)));
        if let Some((arm, target)) = found {
            let condition = self.literal_ahead(&arm.label);
            self.nested(&format!("if {condition} {{"), "}", |printer| {
                printer.skip_literal(&arm.label);
                printer.line(format!("goto {target}"));
            });
        }
    }

    /// After an arm, the next one is expected without space. On a miss, space is skipped and the arm is found by its label.
    pub(super) fn members_by_label(&mut self, members: &Members, targets: &Targets, _space: ReadLeaf) {
        let number = self.loops;
        let (next, search, general) = (format!("next{number}"), format!("search{number}"), format!("general{number}"));
        let (b, p) = (self.cursor.b.clone(), self.cursor.p.clone());
        let (space, label) = (self.runtime("JSONSpace"), self.local("label", "int"));
        self.first_member(members, targets);
        self.line(format!("{label} = {space}({b}, {p})"));
        self.line(format!("goto {search}"));
        let labelled: Vec<usize> = members.labelled().collect();
        for (rank, &position) in labelled.iter().enumerate() {
            let Some(target) = &targets[position] else { continue };
            let arm = &members.arms[position];
            if rank > 0 {
                let ahead = members.separation.before(&arm.label);
                let missing = self.literal_missing(&ahead);
                self.when(&missing, &format!("goto {next}"));
                self.skip_literal(&ahead);
            }
            self.line(format!("{target}:"));
            self.block(&arm.body);
        }
        self.line(format!("{next}:"));
        self.line(format!("{label} = {space}({b}, {p})"));
        let separator = &members.separation.separator;
        if !separator.is_empty() {
            let present = self.literal_at(&label, separator);
            self.when(&format!("!({present})"), &format!("goto {general}"));
            self.line(format!("{label} = {space}({b}, {label}+{})", separator.len()));
        }
        self.line(format!("{search}:"));
        self.find_arm((targets, &label, &space), &members.label_tree(), 0);
        self.line(format!("{general}:"));
        self.member_loop(members, targets);
    }

    /// Jumps to the arm whose label is ahead; `known` bytes are known to be left.
    fn find_arm(&mut self, search: (&Targets, &str, &str), tree: &LabelTree<'_>, known: usize) {
        let (_, label, _) = search;
        let b = self.cursor.b.clone();
        match tree {
            LabelTree::Compare(labels) => labels.iter().for_each(|label| self.compare_label(search, *label)),
            LabelTree::Byte { offset, min_len, .. } if *offset >= known => {
                self.nested(&format!("if len({b})-{label} >= {min_len} {{"), "}", |printer| {
                    printer.find_arm(search, tree, *min_len);
                });
            }
            LabelTree::Byte { offset, branches, .. } => {
                self.line(format!("switch {b}[{label}+{offset}] {{"));
                for (byte, branch) in branches {
                    self.line(format!("case {byte:#04x}:"));
                    let found = self.captured(|printer| printer.find_arm(search, branch, known));
                    self.out.indented(|out| out.lines(&found));
                }
                self.line("}");
            }
        }
    }

    fn compare_label(&mut self, (targets, label, space): (&Targets, &str, &str), (position, bytes): Label<'_>) {
        let Some(target) = &targets[position] else { return };
        let (b, p) = (self.cursor.b.clone(), self.cursor.p.clone());
        let condition = self.literal_at(label, bytes);
        self.nested(&format!("if {condition} {{"), "}", |printer| {
            printer.line(format!("{p} = {space}({b}, {label}+{})", bytes.len()));
            printer.line(format!("goto {target}"));
        });
    }
}
