//! The parser of classes of characters.

use super::PatternError;
use super::class::Class;
use super::parse::{Parsed, Parser};

impl Parser<'_> {
    pub(super) fn escape(&mut self) -> Parsed<Class> {
        let start = self.at;
        self.at += 1;
        let Some(letter) = self.next() else { return self.fail("a character is missing behind `\\`") };
        if matches!(letter, 'p' | 'P') {
            return self.property(letter == 'P');
        }
        let class = Class::of_escape(letter);
        let error = PatternError { at: start, message: format!("`\\{letter}` means nothing") };
        class.ok_or(error)
    }

    fn property(&mut self, is_negated: bool) -> Parsed<Class> {
        if !self.eat("{") {
            return self.fail("`{` is missing");
        }
        let Some(len) = self.text[self.at..].find('}') else { return self.fail("`}` is missing") };
        let name = &self.text[self.at..self.at + len];
        let Some(class) = Class::of_property(name) else {
            return self.fail(format!("Unicode has no category or block `{name}`"));
        };
        self.at += len + 1;
        Ok(if is_negated { class.negated() } else { class })
    }

    /// Reads a class behind its `[`.
    pub(super) fn group(&mut self) -> Parsed<Class> {
        let is_negated = self.eat("^");
        let (mut parts, start) = (Vec::new(), self.at);
        let other = loop {
            match self.peek() {
                None => return self.fail("`]` is missing"),
                Some(']') if !parts.is_empty() => break None,
                Some('-') if !parts.is_empty() && self.eat("-[") => break Some(self.nested(Self::group)?),
                Some(_) => parts.push(self.part(self.at == start)?),
            }
        };
        if !self.eat("]") {
            return self.fail("`]` is missing");
        }
        let class = if is_negated { Class::Any(parts).negated() } else { Class::Any(parts) };
        Ok(match other {
            Some(other) => Class::Without(Box::new(class), Box::new(other)),
            None => class,
        })
    }

    /// Reads a character, an escape or a range.
    fn part(&mut self, is_first: bool) -> Parsed<Class> {
        let first = match self.single(is_first)? {
            Class::Range(first, last) if first == last => first,
            class => return Ok(class),
        };
        let rest = &self.text[self.at..];
        if !rest.starts_with('-') || rest.starts_with("-[") || rest.starts_with("-]") {
            return Ok(Class::Range(first, first));
        }
        self.at += 1;
        match self.single(true)? {
            Class::Range(last, end) if last == end && first <= last => Ok(Class::Range(first, last)),
            Class::Range(..) => self.fail("the range ends before it begins"),
            _ => self.fail("a range ends with a character"),
        }
    }

    fn single(&mut self, may_be_hyphen: bool) -> Parsed<Class> {
        match self.peek() {
            Some('\\') => self.escape(),
            Some(it @ ('[' | ']')) => self.fail(format!("`{it}` stands alone: escape it as `\\{it}`")),
            Some('-') if !may_be_hyphen && !self.text[self.at..].starts_with("-]") => {
                self.fail("`-` is a character only at the ends of a class: escape it as `\\-`")
            }
            Some(it) => {
                self.at += it.len_utf8();
                Ok(Class::Range(it, it))
            }
            None => self.fail("`]` is missing"),
        }
    }
}
