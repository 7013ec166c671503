//! Predicts keyed members in the order in which encoders write them: each arm is tried at the cursor, by comparing its
//! label. Other members go through the general loop, which jumps back into the arms, so that each arm is printed once
//! and prediction resumes after it.

use super::Printer;
use super::keyed::Keyed;
use crate::cpp::native::string_literal;
use crate::cpp::wrap;
use polywire_ir::VarId;

/// After this many arms, the end of the window is tested.
const STRIDE: usize = 8;

impl<'m> Printer<'m> {
    pub(super) fn predicted(&mut self, mut keyed: Keyed<'m>, results: &[VarId]) {
        self.labels += 1;
        let number = self.labels;
        for (position, arm) in keyed.arms.iter().enumerate() {
            keyed.labels[position] = (!arm.label.is_empty()).then(|| format!("arm_{number}_{position}"));
        }
        match keyed.separation.space {
            Some(space) => self.members_by_label(&keyed, number, space),
            None => self.members_in_turn(&keyed, number),
        }
        self.know_results(results, &keyed.carried);
    }

    /// On a miss, an arm stays where it is and the next one is tried.
    fn members_in_turn(&mut self, keyed: &Keyed<'m>, number: usize) {
        let members = format!("members_{number}");
        let is_separated = !keyed.separation.separator.is_empty();
        if is_separated {
            self.first_member(keyed);
            self.out.line(format!("goto {members};"));
        }
        let is_long = keyed.arms.len() > 2 * STRIDE;
        for position in 0..keyed.arms.len() {
            if is_long && position % STRIDE == 0 && position != 0 {
                let (p, end) = (&self.cursor.p, &self.cursor.end);
                self.out.line(format!("if ({p} == {end}) goto {members};"));
            }
            self.predicted_arm(keyed, position);
        }
        self.member_loop(keyed, (is_separated || is_long).then_some(members.as_str()));
    }

    /// Tries only the first arm: messages that start otherwise are rare.
    pub(super) fn first_member(&mut self, keyed: &Keyed<'m>) {
        let found = keyed.arms.iter().zip(&keyed.labels).find_map(|(arm, label)| Some((arm, label.as_ref()?)));
        if let Some((arm, label)) = found {
            let (condition, step) = self.literal_ahead(&arm.label);
            self.nested(&format!("if ({condition}) {{"), "}", |printer| {
                printer.out.line(step);
                printer.out.line(format!("goto {label};"));
            });
        }
    }

    /// Returns the condition that a literal is at the cursor, and the statement that skips it.
    pub(super) fn literal_ahead(&self, literal: &[u8]) -> (String, String) {
        let (p, end) = (&self.cursor.p, &self.cursor.end);
        let condition = format!("leaf::next_is({p}, {end}, {})", string_literal(literal));
        (condition, format!("{p} += {};", literal.len()))
    }

    fn predicted_arm(&mut self, keyed: &Keyed<'m>, position: usize) {
        let Some(label) = &keyed.labels[position] else { return };
        let arm = &keyed.arms[position];
        let (condition, step) = self.literal_ahead(&keyed.separation.before(&arm.label));
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
