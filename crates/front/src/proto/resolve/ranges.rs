//! Reserved numbers and names, and extension ranges.

use super::message::all_fields;
use super::numbers::MAX_NUMBER;
use super::options::Target;
use super::{Resolver, Site};
use crate::proto::ast::{Enum, Message, MessageBody, Number, NumberRange, RangeEnd, Syntax, Word};
use crate::proto::codes;
use polywire_source::{Diagnostic, Span};
use std::collections::HashMap;

/// What a range of numbers is set aside for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Reserved,
    ReservedValues,
    Extensions,
}

impl Purpose {
    /// The least and the largest number, and what `max` stands for.
    fn limits(self) -> (i64, i64, i64) {
        let (least, largest) = (i64::from(i32::MIN), i64::from(i32::MAX));
        match self {
            // Reserving numbers that no field can have does no harm.
            Self::Reserved => (1, largest, MAX_NUMBER),
            Self::ReservedValues => (least, largest, largest),
            Self::Extensions => (1, MAX_NUMBER, MAX_NUMBER),
        }
    }
}

#[derive(Clone, Copy)]
struct Range {
    start: i64,
    end: i64,
    purpose: Purpose,
    span: Span,
}

impl Resolver<'_> {
    pub(super) fn note_extension_ranges(&mut self, message: &Message) {
        if let Some(id) = self.declared.get(&message.name.span) {
            let ranges = message.body.extensions.iter().map(|it| it.range).collect();
            self.extension_ranges.insert(*id, ranges);
        }
    }

    pub(super) fn check_ranges(&mut self, site: Site<'_>, body: &MessageBody) {
        self.check_extension_ranges(site, body);
        let reserved = body.reserved.iter().map(|range| (range, Purpose::Reserved));
        let extensions = body.extensions.iter().map(|it| (&it.range, Purpose::Extensions));
        let ranges = self.valid_ranges(reserved.chain(extensions));
        for field in all_fields(body) {
            self.check_against_ranges(&field.name, field.number, &ranges);
        }
        self.check_reserved_names(&body.reserved_names, all_fields(body).map(|field| &field.name));
    }

    pub(super) fn check_enum_reservations(&mut self, it: &Enum) {
        let ranges = self.valid_ranges(it.reserved.iter().map(|range| (range, Purpose::ReservedValues)));
        for value in &it.values {
            self.check_against_ranges(&value.name, value.number, &ranges);
        }
        self.check_reserved_names(&it.reserved_names, it.values.iter().map(|value| &value.name));
    }

    fn check_extension_ranges(&mut self, site: Site<'_>, body: &MessageBody) {
        for extension in &body.extensions {
            self.check_options(Target::ExtensionRange, &extension.options);
            if site.syntax == Syntax::Proto3 {
                let ranges = Diagnostic::error(codes::EXTENSION, "proto3 messages have no extension ranges");
                self.report(ranges.at(extension.range.span, "").help("remove the range"));
            }
        }
    }

    /// Checks ranges for themselves and against each other; yields those in order by their numbers.
    fn valid_ranges<'r>(&mut self, ranges: impl Iterator<Item = (&'r NumberRange, Purpose)>) -> Vec<Range> {
        let mut valid: Vec<Range> = ranges.filter_map(|(range, purpose)| self.valid_range(range, purpose)).collect();
        valid.sort_by_key(|range| (range.start, range.span.start));
        self.check_overlaps(&valid);
        valid
    }

    fn valid_range(&mut self, range: &NumberRange, purpose: Purpose) -> Option<Range> {
        let (least, largest, max) = purpose.limits();
        let end = last(range, max);
        let (message, help) = if end < range.start {
            ("the range ends before it starts", format!("write `{end} to {}`", range.start))
        } else if range.start < least || end > largest {
            ("the range holds numbers that cannot be used", format!("numbers are {least} to {largest}"))
        } else {
            return Some(Range { start: range.start, end, purpose, span: range.span });
        };
        self.report(Diagnostic::error(codes::RANGE, message).at(range.span, "").help(help));
        None
    }

    /// In order of their starts, a range overlaps an earlier one exactly if it overlaps the one that reaches furthest.
    fn check_overlaps(&mut self, ranges: &[Range]) {
        let mut furthest: Option<Range> = None;
        for range in ranges {
            if let Some(earlier) = furthest.filter(|earlier| earlier.end >= range.start) {
                let (first, second) =
                    if earlier.span.start < range.span.start { (earlier, *range) } else { (*range, earlier) };
                let overlap = Diagnostic::error(codes::OVERLAPPING_RANGES, "two ranges of numbers overlap")
                    .at(second.span, "second range")
                    .related(first.span, "first range")
                    .help("remove the numbers that both have from one of them");
                self.report(overlap);
            }
            furthest = furthest.filter(|earlier| earlier.end >= range.end).or(Some(*range));
        }
    }

    fn check_against_ranges(&mut self, name: &Word, number: Number, ranges: &[Range]) {
        let behind = ranges.partition_point(|range| range.start <= number.value);
        let Some(range) = ranges[..behind].iter().rev().find(|range| range.end >= number.value) else { return };
        let (message, place, help) = match range.purpose {
            Purpose::Reserved | Purpose::ReservedValues => (
                format!("`{}` has the reserved number {}", name.text, number.value),
                "reserved here",
                "choose another number; old data may still hold this one with another meaning",
            ),
            Purpose::Extensions => (
                format!("the number {} of `{}` lies in an extension range", number.value, name.text),
                "the range",
                "choose a number outside, or make the range smaller",
            ),
        };
        let clash = Diagnostic::error(codes::RESERVED_NUMBER, message)
            .at(number.span, "")
            .related(range.span, place)
            .help(help);
        self.report(clash);
    }

    fn check_reserved_names<'n>(&mut self, reserved: &'n [Word], names: impl Iterator<Item = &'n Word>) {
        let mut places: HashMap<&str, Span> = HashMap::new();
        for word in reserved {
            if let Some(first) = places.insert(&word.text, word.span) {
                let twice = Diagnostic::error(codes::RESERVED_NAME, format!("`{}` is reserved twice", word.text))
                    .at(word.span, "reserved again here")
                    .related(first, "first reserved here")
                    .help("remove one of them");
                self.report(twice);
            }
        }
        for name in names {
            if let Some(place) = places.get(name.text.as_str()) {
                let clash = Diagnostic::error(codes::RESERVED_NAME, format!("the name `{}` is reserved", name.text))
                    .at(name.span, "")
                    .related(*place, "reserved here")
                    .help("choose another name, or remove the reservation");
                self.report(clash);
            }
        }
    }
}

/// The last number of a range; the word `max` stands for `max`.
pub(super) fn last(range: &NumberRange, max: i64) -> i64 {
    match range.end {
        RangeEnd::At(end) => end,
        RangeEnd::Max => max,
    }
}
