//! Facets: what they restrict, and the rules for them (XML Schema Part 2, section 4.3).

mod applicable;
mod range;
mod value;

use super::{Bound, Primitive, SimpleType, Types, Value};
use crate::xsd::schema::{Facet, FacetKind, Head};
use crate::xsd::{codes, pattern};
use applicable::{applies, shown};
use polywire_model::attr::XmlSpace;
use polywire_source::{Code, Diagnostic, Span};
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

    fn report(&self, code: Code, message: impl Into<String>, span: Span, help: &str) {
        let span = if span == Span::default() { self.head.span } else { span };
        self.push(Diagnostic::error(code, message).at(span, "").help(help));
    }

    fn push(&self, problem: Diagnostic) {
        self.types.problems.borrow_mut().push(problem);
    }
}
