//! Members identified by keys: the general loop.
//!
//! Design: docs/decisions/0006-keyed-loops-carry-labels.md

use super::Printer;
use super::control::UNLIKELY;
use super::literal::constant;
use crate::low::{FirstRead, MemberArm, Members, Prediction};
use polywire_ir::{Const, ValueType};
use std::collections::BTreeMap;

/// The labels of arms that are printed before the general loop.
pub(super) type Targets = Vec<Option<String>>;

impl<'m> Printer<'m> {
    pub(super) fn members(&mut self, members: &'m Members) {
        let mut targets: Targets = vec![None; members.arms.len()];
        for arm in members.labelled() {
            targets[arm] = Some(self.label(&format!("read_{}", members.arms[arm].name)));
        }
        match members.prediction {
            Prediction::None => self.member_loop(members, &targets, None),
            Prediction::InTurn { stride } => self.members_in_turn(members, &targets, stride),
            Prediction::ByLabel { space } => self.members_by_label(members, &targets, space),
        }
    }

    /// Returns a new label.
    pub(super) fn label(&mut self, wanted: &str) -> String {
        self.labels.claim(wanted)
    }

    /// Prints the general loop, with its label, if any, at the start.
    pub(super) fn member_loop(&mut self, members: &'m Members, targets: &Targets, label: Option<&str>) {
        if let Some(label) = label {
            self.out.line(crate::cpp::wrap::label(label));
        }
        self.nested("for (;;) {", "}", |printer| {
            printer.body(&members.head);
            if members.head.ends {
                return;
            }
            let closed = printer.negation(&members.more);
            match members.expected {
                // Where members are counted and predicted, others are rare: compilers lay the predicted ones out straight.
                Some(_) => printer.out.line(format!("if (POLYWIRE_LIKELY({closed})) break;")),
                None => printer.out.line(format!("if ({closed}) break;")),
            }
            printer.body(&members.to_key);
            if members.to_key.ends {
                return;
            }
            printer.let_(members.key, &members.key_value);
            match printer.var_type(members.key) {
                ValueType::Bytes | ValueType::Section(_) => printer.dispatch_bytes(members, targets),
                _ => printer.dispatch_number(members, targets),
            }
        });
    }

    fn dispatch_number(&mut self, members: &'m Members, targets: &Targets) {
        if members.arms.is_empty() {
            return self.braced(|printer| printer.body(&members.default));
        }
        let key = self.info(members.key).text;
        // Apart from the predicted arms, all others are for uncommon writers.
        let hint = if members.prediction == Prediction::None { "" } else { UNLIKELY };
        self.nested(&format!("switch ({key}) {{"), "}", |printer| {
            for (arm, target) in members.arms.iter().zip(targets) {
                for key in &arm.keys[..arm.keys.len() - 1] {
                    printer.out.line(format!("case {}:", constant(key)));
                }
                let label = format!("case {}:", constant(&arm.keys[arm.keys.len() - 1]));
                match target {
                    Some(target) => printer.predicted_case(&label, arm, target),
                    None => {
                        printer.out.line(format!("// {}", arm.name));
                        printer.arm(&format!("{label}{hint}"), &arm.body);
                    }
                }
            }
            printer.arm("default:", &members.default);
        });
    }

    /// Prints the case of an arm that is printed elsewhere, which needs the bytes that it reads first.
    fn predicted_case(&mut self, label: &str, arm: &MemberArm, target: &str) {
        let Some(FirstRead { len, of, site }) = arm.first else {
            return self.out.line(format!("{label} goto {target};"));
        };
        let inner = self.captured(|printer| {
            let lacks = format!("{} - {} < {len}", printer.cursor.end, printer.cursor.p);
            let failure = printer.fail_as(of, "truncated", site, &printer.position());
            printer.unlikely(&lacks, &failure);
            printer.out.line(format!("goto {target};"));
        });
        self.out.line(label);
        self.out.indented(|out| out.lines(&inner));
    }

    /// Switches on keys of bytes: by length, then by comparison.
    fn dispatch_bytes(&mut self, members: &'m Members, targets: &Targets) {
        let key = self.info(members.key).text.text;
        let mut by_len: BTreeMap<usize, Vec<(usize, &[u8])>> = BTreeMap::new();
        for (position, arm) in members.arms.iter().enumerate() {
            for test in &arm.keys {
                if let Const::Bytes(bytes) = test {
                    by_len.entry(bytes.len()).or_default().push((position, bytes));
                }
            }
        }
        let which = self.name("arm");
        self.out.line(format!("int {which} = -1;"));
        self.nested(&format!("switch ({key}.size()) {{"), "}", |printer| {
            for (len, tests) in &by_len {
                printer.nested(&format!("case {len}:"), "  break;", |printer| {
                    for (position, test) in tests {
                        let test = constant(&Const::Bytes(test.to_vec()));
                        printer.out.line(format!("if (same({key}, {test})) {which} = {position};"));
                    }
                });
            }
            printer.out.line("default:");
            printer.out.line("  break;");
        });
        self.nested(&format!("switch ({which}) {{"), "}", |printer| {
            for (position, arm) in members.arms.iter().enumerate() {
                let label = format!("case {position}:");
                match &targets[position] {
                    Some(target) => printer.predicted_case(&label, arm, target),
                    None => {
                        printer.out.line(format!("// {}", arm.name));
                        printer.arm(&label, &arm.body);
                    }
                }
            }
            printer.arm("default:", &members.default);
        });
    }
}
