//! Predicts keyed members in the order in which encoders write them: each arm is tried at the cursor, by comparing its
//! label. Other members go through the general loop, which jumps back into the arms, so that each arm is printed once
//! and prediction resumes after it.

use super::Printer;
use super::keyed::Targets;
use super::precedence as prec;
use crate::cpp::native::string_literal;
use crate::cpp::wrap;
use crate::low::Members;

impl<'m> Printer<'m> {
    /// On a miss, an arm stays where it is and the next one is tried.
    pub(super) fn members_in_turn(&mut self, members: &'m Members, targets: &Targets, stride: usize) {
        let general = self.label("other_members");
        let is_separated = !members.separation.separator.is_empty();
        if is_separated {
            self.first_member(members, targets);
            self.out.line(format!("goto {general};"));
        }
        for position in 0..members.arms.len() {
            if stride > 0 && position % stride == 0 && position != 0 {
                let (p, end) = (&self.cursor.p, &self.cursor.end);
                self.out.line(format!("if ({p} == {end}) goto {general};"));
            }
            self.predicted_arm(members, targets, position);
        }
        self.member_loop(members, targets, (is_separated || stride > 0).then_some(general.as_str()));
    }

    /// Tries only the first arm: messages that start otherwise are rare.
    pub(super) fn first_member(&mut self, members: &'m Members, targets: &Targets) {
        let found = members.arms.iter().zip(targets).find_map(|(arm, target)| Some((arm, target.as_ref()?)));
        if let Some((arm, target)) = found {
            let (condition, step) = self.literal_ahead(&arm.label, arm.first.map_or(0, |first| first.len));
            self.nested(&format!("if ({condition}) {{"), "}", |printer| {
                printer.out.line(step);
                printer.out.line(format!("goto {target};"));
            });
        }
    }

    /// Returns the condition that a literal is at the cursor and this many bytes behind it, and the statement that skips it.
    pub(super) fn literal_ahead(&self, literal: &[u8], behind: u64) -> (String, String) {
        let (p, end) = (&self.cursor.p, &self.cursor.end);
        let behind = if behind == 0 { String::new() } else { format!("<{behind}>") };
        let condition = format!("leaf::next_is{behind}({p}, {end}, {})", string_literal(literal));
        (condition, format!("{p} += {};", literal.len()))
    }

    fn predicted_arm(&mut self, members: &'m Members, targets: &Targets, position: usize) {
        let Some(target) = &targets[position] else { return };
        let arm = &members.arms[position];
        let first = arm.first.map_or(0, |first| first.len);
        let (mut condition, step) = self.literal_ahead(&members.separation.before(&arm.label), first);
        if let Some(expected) = &members.expected {
            condition = format!("{} && {condition}", self.expr(expected).within(prec::AND));
        }
        let open = match arm.repeats {
            true => format!("while ({condition}) {{"),
            false => format!("if ({condition}) {{"),
        };
        self.nested(&open, "}", |printer| {
            printer.out.line(step);
            printer.out.line(wrap::label(target));
            if first > 0 {
                let (p, end) = (&printer.cursor.p, &printer.cursor.end);
                let assumed = format!("POLYWIRE_ASSUME({end} - {p} >= {first});");
                printer.out.line(assumed);
            }
            printer.body(&arm.body);
        });
    }
}
