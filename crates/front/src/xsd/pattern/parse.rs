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

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
}

type Parsed<T> = Result<T, PatternError>;

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let it = self.peek()?;
        self.at += it.len_utf8();
        Some(it)
    }

    fn eat(&mut self, expected: &str) -> bool {
        let is_there = self.text[self.at..].starts_with(expected);
        if is_there {
            self.at += expected.len();
        }
        is_there
    }

    fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(PatternError { at: self.at, message: message.into() })
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
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

    fn escape(&mut self) -> Parsed<Class> {
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
    fn group(&mut self) -> Parsed<Class> {
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
