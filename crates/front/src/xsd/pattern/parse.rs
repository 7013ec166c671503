//! The parser of expressions.

use super::class::Class;
use super::{Pattern, PatternError};

/// How deep parentheses and brackets may be nested.
const MAX_DEPTH: u32 = 100;

/// Parses an expression.
///
/// # Errors
/// The first place at which the text is not an expression.
pub(in crate::xsd) fn parse(text: &str) -> Result<Pattern, PatternError> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let pattern = parser.choice()?;
    match parser.peek() {
        None => Ok(pattern),
        Some(it) => parser.fail(format!("`{it}` is unexpected: escape it as `\\{it}`")),
    }
}

/// The place in a text.
pub(super) struct Parser<'t> {
    pub text: &'t str,
    pub at: usize,
    depth: u32,
}

pub(super) type Parsed<T> = Result<T, PatternError>;

impl Parser<'_> {
    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let it = self.peek()?;
        self.at += it.len_utf8();
        Some(it)
    }

    pub(super) fn eat(&mut self, expected: &str) -> bool {
        let is_there = self.text[self.at..].starts_with(expected);
        if is_there {
            self.at += expected.len();
        }
        is_there
    }

    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(PatternError { at: self.at, message: message.into() })
    }

    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail("the expression is nested too deeply");
        }
        let read = read(self)?;
        self.depth -= 1;
        Ok(read)
    }

    fn choice(&mut self) -> Parsed<Pattern> {
        let mut branches = vec![self.sequence()?];
        while self.eat("|") {
            branches.push(self.sequence()?);
        }
        Ok(if branches.len() == 1 { branches.remove(0) } else { Pattern::Choice(branches) })
    }

    fn sequence(&mut self) -> Parsed<Pattern> {
        let mut pieces = Vec::new();
        while let Some(it) = self.peek().filter(|it| !matches!(it, '|' | ')')) {
            let atom = self.atom(it)?;
            pieces.push(self.quantified(atom)?);
        }
        Ok(Pattern::Sequence(pieces))
    }

    fn atom(&mut self, first: char) -> Parsed<Pattern> {
        match first {
            '(' => {
                self.at += 1;
                let inner = self.nested(Self::choice)?;
                if !self.eat(")") {
                    return self.fail("`)` is missing");
                }
                Ok(inner)
            }
            '[' => {
                self.at += 1;
                self.nested(Self::group).map(Pattern::Class)
            }
            '.' => {
                self.at += 1;
                let ends = [Class::Range('\n', '\n'), Class::Range('\r', '\r')];
                Ok(Pattern::Class(Class::Any(ends.to_vec()).negated()))
            }
            '\\' => self.escape().map(Pattern::Class),
            '?' | '*' | '+' => self.fail(format!("there is nothing that `{first}` could repeat")),
            '{' | '}' | ']' => self.fail(format!("`{first}` stands alone: escape it as `\\{first}`")),
            it => {
                self.at += it.len_utf8();
                Ok(Pattern::Class(Class::Range(it, it)))
            }
        }
    }

    fn quantified(&mut self, atom: Pattern) -> Parsed<Pattern> {
        let (min, max) = match self.peek() {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('{') => return self.counted(atom),
            Some(_) | None => return Ok(atom),
        };
        self.at += 1;
        Ok(Pattern::Repeat(Box::new(atom), min, max))
    }

    fn counted(&mut self, atom: Pattern) -> Parsed<Pattern> {
        self.at += 1;
        let min = self.number()?;
        let max = match self.eat(",") {
            true if self.peek() == Some('}') => None,
            true => Some(self.number()?),
            false => Some(min),
        };
        if max.is_some_and(|max| max < min) {
            return self.fail("the second number is less than the first");
        }
        if !self.eat("}") {
            return self.fail("`}` is missing");
        }
        Ok(Pattern::Repeat(Box::new(atom), min, max))
    }

    fn number(&mut self) -> Parsed<u32> {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return self.fail("a number is missing");
        }
        let number = &self.text[self.at..self.at + digits];
        self.at += digits;
        Ok(number.parse().unwrap_or(u32::MAX))
    }
}
