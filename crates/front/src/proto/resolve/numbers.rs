//! Field numbers: range and uniqueness.

use super::Resolver;
use super::message::all_fields;
use crate::proto::ast::{Field, Message, Number};
use crate::proto::codes;
use polywire_source::Diagnostic;
use std::collections::HashMap;

/// The largest field number: a tag holds it above three bits of wire type.
pub(super) const MAX_NUMBER: i64 = (1 << 29) - 1;

/// Numbers that Protocol Buffers keeps for itself.
const IMPLEMENTATION_NUMBERS: std::ops::RangeInclusive<i64> = 19000..=19999;

impl Resolver<'_> {
    pub(super) fn check_field_numbers(&mut self, message: &Message) {
        let mut first_places: HashMap<i64, &Field> = HashMap::new();
        for field in all_fields(&message.body) {
            let is_valid = self.check_number(field.number);
            match first_places.get(&field.number.value) {
                Some(first) if is_valid => self.report_number_clash(message, field, first),
                Some(_) => {}
                None => {
                    first_places.insert(field.number.value, field);
                }
            }
        }
    }

    /// Reports a number that no field can have.
    pub(super) fn check_number(&mut self, number: Number) -> bool {
        let (message, help) = match number.value {
            ..=0 => ("a field number must be positive", "numbers are 1 to 536870911"),
            it if it > MAX_NUMBER => ("the field number is too large", "numbers are 1 to 536870911"),
            it if IMPLEMENTATION_NUMBERS.contains(&it) => {
                ("field numbers 19000 to 19999 are reserved for Protocol Buffers itself", "choose another number")
            }
            _ => return true,
        };
        self.report(Diagnostic::error(codes::FIELD_NUMBER, message).at(number.span, "").help(help));
        false
    }

    fn report_number_clash(&mut self, message: &Message, field: &Field, first: &Field) {
        let text = format!(
            "`{}` and `{}` of message `{}` have the same number {}",
            first.name.text, field.name.text, message.name.text, field.number.value
        );
        let clash = Diagnostic::error(codes::DUPLICATE_FIELD_NUMBER, text)
            .at(field.number.span, "used again here")
            .related(first.number.span, "first used here");
        let help = match next_free_number(message) {
            Some(free) => format!("give one of them another number; {free} is free"),
            None => "give one of them another number".to_owned(),
        };
        self.report(clash.help(help));
    }
}

/// The first number behind those of all fields that no range holds. Lower gaps may be numbers of removed fields.
fn next_free_number(message: &Message) -> Option<i64> {
    let fields = all_fields(&message.body).map(|field| field.number.value).filter(|number| *number <= MAX_NUMBER);
    let mut next = fields.max()?.max(0) + 1;
    let ranges = message.body.reserved.iter().chain(message.body.extensions.iter().map(|it| &it.range));
    let mut taken: Vec<(i64, i64)> =
        ranges.map(|range| (range.start, super::ranges::last(range, MAX_NUMBER))).collect();
    taken.push((*IMPLEMENTATION_NUMBERS.start(), *IMPLEMENTATION_NUMBERS.end()));
    taken.sort_unstable();
    for (start, end) in taken {
        if (start..=end).contains(&next) {
            next = end.saturating_add(1);
        }
    }
    (next <= MAX_NUMBER).then_some(next)
}
