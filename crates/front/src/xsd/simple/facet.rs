//! Facets: what they restrict, and the rules for them (XML Schema Part 2, section 4.3).

use super::types::{Bound, SimpleType, Types, VarietyKind};
use super::{Primitive, Value};
use crate::xsd::schema::{Facet, FacetKind, Head};
use crate::xsd::{codes, pattern};
use polywire_model::attr::XmlSpace;
use polywire_source::{Code, Diagnostic, Span};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A restriction of a type.
pub(super) struct Restriction<'a, 's> {
    pub types: &'a Types<'s>,
    pub head: &'a Head,
    pub base: &'a SimpleType,
}

impl Restriction<'_, '_> {
    /// Returns the restricted type. Errors are reported, and have no effect.
    pub fn with(&self, facets: &[Facet]) -> SimpleType {
        let mut it = self.base.clone();
        let (mut patterns, mut values) = (Vec::new(), Vec::new());
        let mut seen: BTreeMap<FacetKind, Span> = BTreeMap::new();
        for facet in facets {
            if !applies(facet.kind, self.base) {
                let message = format!("`{}` has no `{}`", shown(self.base), facet.kind.name());
                self.report(codes::FACET, message, facet.value.span, "remove it");
                continue;
            }
            let is_repeatable = matches!(facet.kind, FacetKind::Pattern | FacetKind::Enumeration);
            if let Some(first) = seen.insert(facet.kind, facet.value.span).filter(|_| !is_repeatable) {
                let message = format!("`{}` is stated twice", facet.kind.name());
                let problem = Diagnostic::error(codes::FACET, message).at(facet.value.span, "");
                self.push(problem.related(first, "first stated here").help("remove one of them"));
                continue;
            }
            match facet.kind {
                FacetKind::Pattern => patterns.extend(self.pattern(facet)),
                FacetKind::Enumeration => values.extend(
                    self.value(facet).map(|value| (self.base.treated(&facet.value.text), value, facet.value.span)),
                ),
                _ => self.single(facet, &mut it),
            }
        }
        if !patterns.is_empty() {
            it.patterns.push(patterns);
        }
        if seen.contains_key(&FacetKind::Enumeration) {
            it.values = Some(values);
        }
        self.check_bounds(&seen, &it);
        self.check_lengths(&seen, &it);
        self.check_digits(&seen, &it);
        it
    }

    fn single(&self, facet: &Facet, it: &mut SimpleType) {
        let text = facet.value.text.trim();
        if let Some(fixed) = self.base.fixed.get(&facet.kind).filter(|fixed| *fixed != text) {
            let message = format!("`{}` is fixed by the base: it is `{fixed}`", facet.kind.name());
            return self.report(codes::FACET, message, facet.value.span, "remove it");
        }
        if facet.is_fixed {
            it.fixed.insert(facet.kind, text.to_owned());
        }
        match facet.kind {
            FacetKind::Length => it.lengths.exact = self.number(facet).or(it.lengths.exact),
            FacetKind::MinLength => it.lengths.min = self.number(facet).or(it.lengths.min),
            FacetKind::MaxLength => it.lengths.max = self.number(facet).or(it.lengths.max),
            FacetKind::TotalDigits => it.total_digits = self.number(facet).or(it.total_digits),
            FacetKind::FractionDigits => it.fraction_digits = self.number(facet).or(it.fraction_digits),
            FacetKind::WhiteSpace => self.white_space(facet, it),
            FacetKind::MinInclusive | FacetKind::MinExclusive => {
                it.min = self.bound(facet, facet.kind == FacetKind::MinInclusive).or(it.min.take());
            }
            FacetKind::MaxInclusive | FacetKind::MaxExclusive => {
                it.max = self.bound(facet, facet.kind == FacetKind::MaxInclusive).or(it.max.take());
            }
            FacetKind::Pattern | FacetKind::Enumeration => {}
        }
    }

    fn number(&self, facet: &Facet) -> Option<u32> {
        let text = facet.value.text.trim();
        let digits = text.strip_prefix('+').unwrap_or(text);
        let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
        let number = is_number.then(|| digits.parse().unwrap_or(u32::MAX));
        let number = number.filter(|it| *it > 0 || facet.kind != FacetKind::TotalDigits);
        if number.is_none() {
            let message = format!("`{text}` is no value of `{}`", facet.kind.name());
            self.report(codes::FACET, message, facet.value.span, "write a number");
        }
        number
    }

    fn pattern(&self, facet: &Facet) -> Option<(String, Rc<pattern::Pattern>)> {
        let text = &facet.value.text;
        match pattern::parse(text) {
            Ok(parsed) => Some((text.clone(), Rc::new(parsed))),
            Err(error) => {
                let message = format!("the pattern is wrong at character {}", text[..error.at].chars().count() + 1);
                self.report(codes::PATTERN, message, facet.value.span, &error.message);
                None
            }
        }
    }

    /// Returns the value of a facet, which is a value of the base.
    fn value(&self, facet: &Facet) -> Option<Value> {
        if self.base.primitive() == Some(Primitive::Notation) {
            return self.notation(facet);
        }
        let value = self.types.value(self.base, &facet.value.text);
        value.map_err(|why| self.report_value(facet, &why)).ok()
    }

    fn report_value(&self, facet: &Facet, why: &str) {
        let message = format!("`{}` is no value of the base type", facet.value.text.trim());
        self.report(codes::FACET, message, facet.value.span, why);
    }

    fn notation(&self, facet: &Facet) -> Option<Value> {
        let text = facet.value.text.trim();
        let local = text.rsplit(':').next().unwrap_or(text).to_owned();
        let namespace = facet.namespace.clone().unwrap_or_default();
        let name = polywire_model::attr::XmlName { namespace, local };
        if !self.types.schema.named.notations.contains_key(&name) {
            let message = format!("there is no notation called `{text}`");
            self.report(codes::UNKNOWN_NAME, message, facet.value.span, "declare it with `<xs:notation>`");
            return None;
        }
        Some(Value::Text(text.to_owned()))
    }

    /// The bounds of a base need not be kept by the text of a bound itself: they are compared below.
    fn bound(&self, facet: &Facet, is_inclusive: bool) -> Option<Bound> {
        let text = self.base.treated(&facet.value.text);
        let value = Value::parse(&text, self.base.primitive()?);
        if value.is_none() {
            self.report_value(facet, &format!("write a `{}`", shown(self.base)));
        }
        Some(Bound { value: value?, text, is_inclusive })
    }

    fn white_space(&self, facet: &Facet, it: &mut SimpleType) {
        let (stated, rank) = match facet.value.text.trim() {
            "preserve" => (XmlSpace::Preserve, 0),
            "replace" => (XmlSpace::Replace, 1),
            "collapse" => (XmlSpace::Collapse, 2),
            other => {
                let message = format!("`{other}` is no value of `whiteSpace`");
                let help = "write `preserve`, `replace` or `collapse`";
                return self.report(codes::FACET, message, facet.value.span, help);
            }
        };
        let of_base = match self.base.space {
            XmlSpace::Preserve | XmlSpace::OfType => 0,
            XmlSpace::Replace => 1,
            XmlSpace::Collapse => 2,
        };
        if rank < of_base {
            let message = "the base type removes white space that this one would keep";
            return self.report(codes::FACET, message, facet.value.span, "remove the facet");
        }
        it.space = stated;
    }

    fn check_bounds(&self, seen: &BTreeMap<FacetKind, Span>, it: &SimpleType) {
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

    fn check_lengths(&self, seen: &BTreeMap<FacetKind, Span>, it: &SimpleType) {
        let kinds = [FacetKind::Length, FacetKind::MinLength, FacetKind::MaxLength];
        let Some(span) = kinds.iter().find_map(|kind| seen.get(kind)).copied() else { return };
        if !it.lengths.is_possible() {
            self.report(codes::FACET, "no length is possible", span, "correct one of the lengths");
        } else if !it.lengths.is_within(&self.base.lengths) {
            let message = "the length allows more than that of the base type";
            self.report(codes::FACET, message, span, "a restriction has no value that its base does not have");
        }
    }

    fn check_digits(&self, seen: &BTreeMap<FacetKind, Span>, it: &SimpleType) {
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

    fn report(&self, code: Code, message: impl Into<String>, span: Span, help: &str) {
        let span = if span == Span::default() { self.head.span } else { span };
        self.push(Diagnostic::error(code, message).at(span, "").help(help));
    }

    fn push(&self, problem: Diagnostic) {
        self.types.problems.borrow_mut().push(problem);
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

fn shown(ty: &SimpleType) -> &str {
    match ty.variety {
        VarietyKind::Atomic(_) => &ty.builtin,
        VarietyKind::List(_) => "list",
        VarietyKind::Union(_) => "union",
    }
}

/// Returns true if a facet can be stated for a type (section 4.1.5).
fn applies(kind: FacetKind, ty: &SimpleType) -> bool {
    use FacetKind::{
        Enumeration, FractionDigits, Length, MaxExclusive, MaxInclusive, MaxLength, MinExclusive, MinInclusive,
        MinLength, Pattern, TotalDigits, WhiteSpace,
    };
    let primitive = match ty.variety {
        VarietyKind::Atomic(primitive) => primitive,
        VarietyKind::List(_) => {
            return matches!(kind, Length | MinLength | MaxLength | Pattern | Enumeration | WhiteSpace);
        }
        VarietyKind::Union(_) => return matches!(kind, Pattern | Enumeration),
    };
    match kind {
        Pattern | WhiteSpace => true,
        Enumeration => primitive != Primitive::Boolean,
        Length | MinLength | MaxLength => matches!(
            primitive,
            Primitive::String
                | Primitive::HexBinary
                | Primitive::Base64Binary
                | Primitive::AnyUri
                | Primitive::QName
                | Primitive::Notation
        ),
        TotalDigits | FractionDigits => primitive == Primitive::Decimal,
        MaxInclusive | MaxExclusive | MinExclusive | MinInclusive => matches!(
            primitive,
            Primitive::Decimal
                | Primitive::Float
                | Primitive::Double
                | Primitive::Duration
                | Primitive::DateTime
                | Primitive::Time
                | Primitive::Date
                | Primitive::GYearMonth
                | Primitive::GYear
                | Primitive::GMonthDay
                | Primitive::GDay
                | Primitive::GMonth
        ),
    }
}

impl SimpleType {
    /// Checks a value, and its text after the treatment of white space; returns why it is none.
    pub(super) fn check(&self, text: &str, value: &Value) -> Result<(), String> {
        if let Some(group) = self.patterns.iter().find(|group| !group.iter().any(|(_, it)| it.matches(text))) {
            let patterns: Vec<String> = group.iter().map(|(text, _)| format!("`{text}`")).collect();
            return Err(format!("`{text}` does not match {}", patterns.join(" or ")));
        }
        if self.values.as_ref().is_some_and(|all| !all.iter().any(|(_, it, _)| it.equals(value))) {
            return Err(format!("`{text}` is none of the enumerated values"));
        }
        let is_over = |bound: &Bound, order: Ordering| match value.compare(&bound.value) {
            Some(Ordering::Equal) => !bound.is_inclusive,
            Some(found) => found == order,
            None => true,
        };
        if let Some(min) = self.min.as_ref().filter(|min| is_over(min, Ordering::Less)) {
            return Err(format!("`{text}` is less than the bound `{}`", min.text));
        }
        if let Some(max) = self.max.as_ref().filter(|max| is_over(max, Ordering::Greater)) {
            return Err(format!("`{text}` is greater than the bound `{}`", max.text));
        }
        self.check_length(text, value)?;
        self.check_number(text, value)
    }

    fn check_length(&self, text: &str, value: &Value) -> Result<(), String> {
        // The length of names with a namespace has no meaning.
        let length = match (value, self.primitive()) {
            (_, Some(Primitive::QName | Primitive::Notation)) => return Ok(()),
            (Value::Text(it), Some(_)) => it.chars().count(),
            (Value::Bytes(it), _) => it.len(),
            (Value::List(it), None) => it.len(),
            _ => return Ok(()),
        };
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        let least = self.lengths.least().max(self.lengths.min.unwrap_or(0));
        match length >= least && self.lengths.greatest().is_none_or(|greatest| length <= greatest) {
            true => Ok(()),
            false => Err(format!("the length of `{text}` is {length}")),
        }
    }

    fn check_number(&self, text: &str, value: &Value) -> Result<(), String> {
        let Value::Decimal(number) = value else { return Ok(()) };
        let is_over = |digits: usize, limit: Option<u32>| limit.is_some_and(|limit| digits > limit as usize);
        match is_over(number.total_digits(), self.total_digits)
            || is_over(number.fraction_digits(), self.fraction_digits)
        {
            true => Err(format!("`{text}` has too many digits")),
            false => Ok(()),
        }
    }
}
