//! Values and the facets of their type.

use crate::xsd::simple::{Bound, Primitive, SimpleType, Value};
use std::cmp::Ordering;

impl SimpleType {
    /// Checks a value, and its text after the treatment of white space; returns why it is none.
    pub(in crate::xsd::simple) fn check(&self, text: &str, value: &Value) -> Result<(), String> {
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
