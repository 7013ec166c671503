//! Keyed members in the order in which writers send them: each arm is tried where the cursor stands, by the bytes that would lead
//! to it, and keeps its place on a miss. What is not found so goes through the general loop, which jumps back into the arms, so that
//! each arm is printed once and prediction goes on behind it.

use super::Printer;
use super::keyed::Keyed;
use crate::cpp::native::string_literal;
use crate::cpp::wrap;
use polywire_ir::{KeyedArm, VarId};

/// After so many arms of many it is asked whether any member is left.
const STRIDE: usize = 8;

impl<'m> Printer<'m> {
    pub(super) fn predicted(&mut self, mut keyed: Keyed<'m>, results: &[VarId]) {
        self.labels += 1;
        let number = self.labels;
        for (position, arm) in keyed.arms.iter().enumerate() {
            keyed.labels[position] = (!arm.later.is_empty()).then(|| format!("arm_{number}_{position}"));
        }
        let members = format!("members_{number}");
        let differ = keyed.arms.iter().any(|arm| arm.first != arm.later);
        if differ {
            self.first_member(&keyed, &members);
        }
        let is_long = keyed.arms.len() > 2 * STRIDE;
        for position in 0..keyed.arms.len() {
            if is_long && position % STRIDE == 0 && position != 0 {
                let (p, end) = (&self.cursor.p, &self.cursor.end);
                self.out.line(format!("if ({p} == {end}) goto {members};"));
            }
            self.predicted_arm(&keyed, position);
        }
        self.member_loop(&keyed, (differ || is_long).then_some(members.as_str()));
        self.know_results(results, &keyed.carried);
    }

    fn first_member(&mut self, keyed: &Keyed<'m>, members: &str) {
        // Only the first arm: a message that starts otherwise is rare.
        let found = keyed.arms.iter().zip(&keyed.labels).find_map(|(arm, label)| Some((arm, label.as_ref()?)));
        if let Some((arm, label)) = found.filter(|(arm, _)| !arm.first.is_empty()) {
            let (condition, step) = self.literal_ahead(&arm.first);
            self.nested(&format!("if ({condition}) {{"), "}", |printer| {
                printer.out.line(step);
                printer.out.line(format!("goto {label};"));
            });
        }
        self.out.line(format!("goto {members};"));
    }

    /// The condition that a literal stands at the cursor, and the step over it.
    fn literal_ahead(&self, literal: &[u8]) -> (String, String) {
        let (p, end) = (&self.cursor.p, &self.cursor.end);
        let condition = format!("leaf::next_is({p}, {end}, {})", string_literal(literal));
        (condition, format!("{p} += {};", literal.len()))
    }

    fn predicted_arm(&mut self, keyed: &Keyed<'m>, position: usize) {
        let Some(label) = &keyed.labels[position] else { return };
        let arm: &KeyedArm = &keyed.arms[position];
        let (condition, step) = self.literal_ahead(&arm.later);
        let open = match arm.repeats {
            true => format!("while ({condition}) {{"),
            false => format!("if ({condition}) {{"),
        };
        self.nested(&open, "}", |printer| {
            printer.out.line(step);
            printer.out.line(wrap::label(label));
            printer.member(keyed, &arm.body);
        });
    }
}
