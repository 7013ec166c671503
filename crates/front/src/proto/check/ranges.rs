//! Reserved numbers and names, and extension ranges.

use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Edition, Enum, MAX_FIELD_NUMBER, Message, NodeId, Range, Site};
use polywire_source::{Diagnostic, Span};
use std::collections::HashMap;

/// The purpose of a range of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Reserved,
    Extensions,
}

/// A range with an inclusive end.
#[derive(Clone, Copy)]
struct Numbers {
    start: i64,
    end: i64,
    purpose: Purpose,
    span: Span,
}

/// A name or number in use.
struct Taken<'a> {
    name: &'a str,
    number: i32,
    node: NodeId,
}

impl<'a> Checker<'a, '_> {
    pub(super) fn message_ranges(&mut self, site: &Site<'a>, message: &Message) {
        self.extension_ranges_in_proto3(site, message);
        let largest = i64::from(if message.is_message_set() { i32::MAX - 1 } else { MAX_FIELD_NUMBER });
        // Reserving invalid field numbers does no harm.
        let reserved = message.reserved.iter().map(|it| self.numbers(*it, 1, Purpose::Reserved));
        let extensions = message.extension_ranges.iter().map(|it| self.numbers(it.range, 1, Purpose::Extensions));
        let all: Vec<Numbers> = reserved.chain(extensions).collect();
        let limits = |purpose| match purpose {
            Purpose::Reserved => (1, i64::from(i32::MAX) - 1),
            Purpose::Extensions => (1, largest),
        };
        let ranges = self.valid(all, limits);
        let fields = message.fields.iter().map(|it| Taken { name: &it.name, number: it.number, node: it.node });
        let fields: Vec<Taken<'_>> = fields.collect();
        fields.iter().for_each(|field| self.against_ranges(field, &ranges));
        self.reserved_names(message.node, &message.reserved_names, &fields);
    }

    pub(super) fn enum_ranges(&mut self, it: &Enum) {
        let all = it.reserved.iter().map(|it| self.numbers(*it, 0, Purpose::Reserved)).collect();
        let ranges = self.valid(all, |_| (i64::from(i32::MIN), i64::from(i32::MAX)));
        let values = it.values.iter().map(|it| Taken { name: &it.name, number: it.number, node: it.node });
        let values: Vec<Taken<'_>> = values.collect();
        values.iter().for_each(|value| self.against_ranges(value, &ranges));
        self.reserved_names(it.node, &it.reserved_names, &values);
    }

    fn numbers(&self, range: Range, behind: i64, purpose: Purpose) -> Numbers {
        let span = self.place(range.node).name;
        Numbers { start: range.start.into(), end: i64::from(range.end) - behind, purpose, span }
    }

    fn extension_ranges_in_proto3(&mut self, site: &Site<'a>, message: &Message) {
        for range in message.extension_ranges.iter().filter(|_| site.file.edition == Edition::PROTO3) {
            let ranges = Diagnostic::error(codes::EXTENSION, "proto3 messages have no extension ranges");
            self.report(ranges.at(self.place(range.range.node).name, "").help("remove the range"));
        }
    }

    /// Checks ranges individually and against each other; returns the valid ones in ascending order.
    fn valid(&mut self, ranges: Vec<Numbers>, limits: impl Fn(Purpose) -> (i64, i64)) -> Vec<Numbers> {
        let mut valid: Vec<Numbers> =
            ranges.into_iter().filter(|range| self.is_valid(range, limits(range.purpose))).collect();
        valid.sort_by_key(|range| (range.start, range.span.start));
        self.overlaps(&valid);
        valid
    }

    fn is_valid(&mut self, range: &Numbers, (least, largest): (i64, i64)) -> bool {
        let (message, help) = if range.end < range.start {
            ("the range ends before it starts", format!("write `{} to {}`", range.end, range.start))
        } else if range.start < least || range.end > largest {
            ("the range contains numbers that cannot be used", format!("numbers are {least} to {largest}"))
        } else {
            return true;
        };
        self.report(Diagnostic::error(codes::RANGE, message).at(range.span, "").help(help));
        false
    }

    /// In ascending order of starts, a range overlaps an earlier one if and only if it overlaps the one that reaches
    /// furthest.
    fn overlaps(&mut self, ranges: &[Numbers]) {
        let mut furthest: Option<Numbers> = None;
        for range in ranges {
            if let Some(earlier) = furthest.filter(|earlier| earlier.end >= range.start) {
                let (first, second) =
                    if earlier.span.start < range.span.start { (earlier, *range) } else { (*range, earlier) };
                let overlap = Diagnostic::error(codes::OVERLAPPING_RANGES, "two ranges of numbers overlap")
                    .at(second.span, "second range")
                    .related(first.span, "first range")
                    .help("remove the numbers that are in both from one of them");
                self.report(overlap);
            }
            furthest = furthest.filter(|earlier| earlier.end >= range.end).or(Some(*range));
        }
    }

    fn against_ranges(&mut self, taken: &Taken<'_>, ranges: &[Numbers]) {
        let number = i64::from(taken.number);
        let behind = ranges.partition_point(|range| range.start <= number);
        let Some(range) = ranges[..behind].iter().rev().find(|range| range.end >= number) else { return };
        let name = taken.name;
        let (message, place, help) = match range.purpose {
            Purpose::Reserved => (
                format!("`{name}` has the reserved number {number}"),
                "reserved here",
                "choose another number; old data may still contain this one with another meaning",
            ),
            Purpose::Extensions => (
                format!("the number {number} of `{name}` is in an extension range"),
                "the range",
                "choose a number outside, or make the range smaller",
            ),
        };
        let clash = Diagnostic::error(codes::RESERVED_NUMBER, message)
            .at(self.place(taken.node).number, "")
            .related(range.span, place)
            .help(help);
        self.report(clash);
    }

    fn reserved_names(&mut self, node: NodeId, reserved: &[String], taken: &[Taken<'_>]) {
        let mut places: HashMap<&str, Span> = HashMap::new();
        for (at, name) in reserved.iter().enumerate() {
            let span = self.place(node).part(at);
            if let Some(first) = places.insert(name, span) {
                let twice = Diagnostic::error(codes::RESERVED_NAME, format!("`{name}` is reserved twice"))
                    .at(span, "reserved again here")
                    .related(first, "first reserved here")
                    .help("remove one of them");
                self.report(twice);
            }
        }
        for it in taken {
            if let Some(place) = places.get(it.name) {
                let clash = Diagnostic::error(codes::RESERVED_NAME, format!("the name `{}` is reserved", it.name))
                    .at(self.place(it.node).name, "")
                    .related(*place, "reserved here")
                    .help("choose another name, or remove the reservation");
                self.report(clash);
            }
        }
    }
}
