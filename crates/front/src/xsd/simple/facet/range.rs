//! Bounds, lengths and digits: a restriction allows nothing that its base does not allow.

use super::Restriction;
use crate::xsd::codes;
use crate::xsd::schema::FacetKind;
use crate::xsd::simple::{Bound, SimpleType, Value};
use polywire_source::{Diagnostic, Span};
use std::cmp::Ordering;
use std::collections::BTreeMap;

impl Restriction<'_, '_> {
    pub(super) fn check_bounds(&self, seen: &BTreeMap<FacetKind, Span>, it: &SimpleType) {
        let span = |kinds: [FacetKind; 2]| kinds.iter().find_map(|kind| seen.get(kind)).copied();
        let mins = [FacetKind::MinInclusive, FacetKind::MinExclusive];
        let maxes = [FacetKind::MaxInclusive, FacetKind::MaxExclusive];
        for kinds in [mins, maxes] {
            if let (Some(first), Some(second)) = (seen.get(&kinds[0]), seen.get(&kinds[1])) {
                let message = format!("`{}` and `{}` exclude each other", kinds[0].name(), kinds[1].name());
                let problem = Diagnostic::error(codes::FACET, message).at(*second, "").related(*first, "the other one");
                self.push(problem.help("remove one of them"));
            }
        }
        if let (Some(span), Some(min), Some(of_base)) = (span(mins), &it.min, &self.base.min)
            && is_beyond(min, of_base, Ordering::Less)
        {
            self.report_wider(span, of_base);
        }
        if let (Some(span), Some(max), Some(of_base)) = (span(maxes), &it.max, &self.base.max)
            && is_beyond(max, of_base, Ordering::Greater)
        {
            self.report_wider(span, of_base);
        }
        if let (Some(span), Some(min), Some(max)) = (span(mins).or(span(maxes)), &it.min, &it.max) {
            let is_empty = match min.value.compare(&max.value) {
                Some(Ordering::Less) | None => false,
                Some(Ordering::Equal) => min.is_inclusive != max.is_inclusive,
                Some(Ordering::Greater) => true,
            };
            if is_empty {
                let message = format!("no value is between `{}` and `{}`", min.text, max.text);
                self.report(codes::FACET, message, span, "correct one of the bounds");
            }
        }
    }

    fn report_wider(&self, span: Span, of_base: &Bound) {
        let message = format!("the bound allows more than that of the base type, `{}`", of_base.text);
        self.report(codes::FACET, message, span, "a restriction has no value that its base does not have");
    }

    pub(super) fn check_lengths(&self, seen: &BTreeMap<FacetKind, Span>, it: &SimpleType) {
        let kinds = [FacetKind::Length, FacetKind::MinLength, FacetKind::MaxLength];
        let Some(span) = kinds.iter().find_map(|kind| seen.get(kind)).copied() else { return };
        if !it.lengths.is_possible() {
            self.report(codes::FACET, "no length is possible", span, "correct one of the lengths");
        } else if !it.lengths.is_within(&self.base.lengths) {
            let message = "the length allows more than that of the base type";
            self.report(codes::FACET, message, span, "a restriction has no value that its base does not have");
        }
    }

    pub(super) fn check_digits(&self, seen: &BTreeMap<FacetKind, Span>, it: &SimpleType) {
        let span = |kind: FacetKind| seen.get(&kind).copied();
        let is_wider = |own: Option<u32>, of_base: Option<u32>| own > of_base && of_base.is_some();
        let total = span(FacetKind::TotalDigits).filter(|_| is_wider(it.total_digits, self.base.total_digits));
        let fraction =
            span(FacetKind::FractionDigits).filter(|_| is_wider(it.fraction_digits, self.base.fraction_digits));
        for span in total.into_iter().chain(fraction) {
            let message = "there are more digits than in the base type";
            self.report(codes::FACET, message, span, "a restriction has no value that its base does not have");
        }
        let stated = span(FacetKind::FractionDigits).or(span(FacetKind::TotalDigits));
        if let (Some(span), Some(fraction), Some(total)) = (stated, it.fraction_digits, it.total_digits)
            && fraction > total
        {
            let message = format!("there are {total} digits, of which {fraction} are behind the point");
            self.report(codes::FACET, message, span, "raise `totalDigits`");
        }
    }
}

/// Returns true if a bound allows values that that of the base does not.
fn is_beyond(bound: &Bound, of_base: &Bound, beyond: Ordering) -> bool {
    match bound.value.compare(&of_base.value) {
        Some(Ordering::Equal) => bound.is_inclusive && !of_base.is_inclusive,
        Some(order) => order == beyond,
        None => matches!(bound.value, Value::Float(it) if it.is_nan()),
    }
}
