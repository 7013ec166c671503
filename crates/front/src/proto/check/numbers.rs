//! Field numbers: range and uniqueness.

use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Field, MAX_FIELD_NUMBER, Message};
use polywire_source::Diagnostic;
use std::collections::HashMap;

/// Numbers reserved for the Protocol Buffers implementation.
const IMPLEMENTATION_NUMBERS: std::ops::RangeInclusive<i32> = 19000..=19999;

impl Checker<'_, '_> {
    pub(super) fn field_numbers(&mut self, message: &Message) {
        let mut first_uses: HashMap<i32, &Field> = HashMap::new();
        for field in &message.fields {
            let is_valid = self.field_number(field);
            let first = *first_uses.entry(field.number).or_insert(field);
            if is_valid && first.node != field.node {
                self.report_number_clash(message, field, first);
            }
        }
    }

    /// Reports an invalid field number.
    pub(super) fn field_number(&mut self, field: &Field) -> bool {
        let (message, help) = match field.number {
            ..=0 => ("a field number must be positive", "numbers are 1 to 536870911"),
            it if it > MAX_FIELD_NUMBER && field.extendee.is_none() => {
                ("the field number is too large", "numbers are 1 to 536870911")
            }
            it if IMPLEMENTATION_NUMBERS.contains(&it) => {
                ("field numbers 19000 to 19999 are reserved for Protocol Buffers itself", "choose another number")
            }
            _ => return true,
        };
        let place = self.place(field.node).number;
        let invalid = Diagnostic::error(codes::FIELD_NUMBER, message).at(place, "").help(help);
        match IMPLEMENTATION_NUMBERS.contains(&field.number) {
            true => self.report_in_root(invalid),
            false => self.report(invalid),
        }
        false
    }

    fn report_number_clash(&mut self, message: &Message, field: &Field, first: &Field) {
        let text = format!(
            "`{}` and `{}` of message `{}` have the same number {}",
            first.name, field.name, message.name, field.number
        );
        let clash = Diagnostic::error(codes::DUPLICATE_FIELD_NUMBER, text)
            .at(self.place(field.node).number, "used again here")
            .related(self.place(first.node).number, "first used here");
        let help = match next_free_number(message) {
            Some(free) => format!("give one of them another number; {free} is free"),
            None => "give one of them another number".to_owned(),
        };
        self.report(clash.help(help));
    }
}

/// Returns the first number above those of all fields that is in no range. Lower gaps may be numbers of removed fields.
fn next_free_number(message: &Message) -> Option<i32> {
    let fields = message.fields.iter().map(|field| field.number).filter(|number| *number <= MAX_FIELD_NUMBER);
    let mut next = fields.max()?.max(0) + 1;
    let ranges = message.reserved.iter().chain(message.extension_ranges.iter().map(|it| &it.range));
    let mut taken: Vec<(i32, i32)> = ranges.map(|range| (range.start, range.end)).collect();
    taken.push((*IMPLEMENTATION_NUMBERS.start(), *IMPLEMENTATION_NUMBERS.end() + 1));
    taken.sort_unstable();
    for (start, end) in taken {
        if (start..end).contains(&next) {
            next = end;
        }
    }
    (next <= MAX_FIELD_NUMBER).then_some(next)
}
