//! `#if`, `#ifdef`, `#ifndef`, `#elif`, `#else` and `#endif`.

use super::Preprocessor;
use super::lexeme::{Lexeme, LexemeKind};
use crate::idl::codes;
use polywire_source::{Diagnostic, Span};

/// An `#if` that has no `#endif` yet.
pub(super) struct Condition {
    pub is_active: bool,
    /// A branch of it was read, or none is to be read since a condition around it does not hold.
    is_done: bool,
    has_else: bool,
    span: Span,
}

/// Limit on parentheses and operators in front of a value, which bounds the recursion.
const MAX_DEPTH: usize = 100;

impl Preprocessor<'_> {
    pub(super) fn conditional(&mut self, name: &Lexeme, line: &[Lexeme]) {
        match &*name.text {
            b"elif" | b"else" => self.branch(name, line),
            b"endif" => {
                if self.frames.last_mut().and_then(|frame| frame.conditions.pop()).is_none() {
                    self.without_if(name);
                }
            }
            _ => {
                let is_read = self.is_active();
                let holds = is_read && self.holds(name, line);
                let condition =
                    Condition { is_active: holds, is_done: holds || !is_read, has_else: false, span: name.span };
                if let Some(frame) = self.frames.last_mut() {
                    frame.conditions.push(condition);
                }
            }
        }
    }

    fn branch(&mut self, name: &Lexeme, line: &[Lexeme]) {
        let is_else = name.is_word("else");
        let Some(mut condition) = self.frames.last_mut().and_then(|frame| frame.conditions.pop()) else {
            return self.without_if(name);
        };
        if condition.has_else {
            let error = Diagnostic::error(codes::DIRECTIVE, "a branch follows `#else`").at(name.span, "");
            self.diagnostics.push(error.related(condition.span, "of this condition").help("remove one of them"));
        }
        condition.is_active = !condition.is_done && (is_else || self.holds(name, line));
        condition.is_done |= condition.is_active;
        condition.has_else |= is_else;
        if let Some(frame) = self.frames.last_mut() {
            frame.conditions.push(condition);
        }
    }

    fn without_if(&mut self, name: &Lexeme) {
        let error = Diagnostic::error(codes::DIRECTIVE, format!("`#{}` without `#if`", name.to_text()));
        self.diagnostics.push(error.at(name.span, "").help("remove it, or add `#if` before it"));
    }

    pub(super) fn unterminated(&mut self, condition: &Condition) {
        let error = Diagnostic::error(codes::DIRECTIVE, "the condition has no `#endif`");
        self.diagnostics.push(error.at(condition.span, "it begins here").help("end it with `#endif`"));
    }

    fn holds(&mut self, name: &Lexeme, line: &[Lexeme]) -> bool {
        if matches!(&*name.text, b"ifdef" | b"ifndef") {
            return match line.first().filter(|lexeme| lexeme.kind == LexemeKind::Word) {
                Some(lexeme) => self.macros.is_defined(lexeme) == name.is_word("ifdef"),
                None => {
                    self.bad_condition(name.span, "the name of a macro is missing");
                    false
                }
            };
        }
        let replaced = self.without_defined(line);
        let expanded = self.expand(&replaced);
        let mut reader = Reader { lexemes: &expanded, at: 0, depth: 0 };
        match reader.binary(0) {
            Some(value) if reader.at == expanded.len() => value != 0,
            _ => {
                let span = expanded.get(reader.at).map_or(name.span, |lexeme| lexeme.span);
                self.bad_condition(span, "this is not a condition");
                false
            }
        }
    }

    /// Replaces `defined NAME` and `defined(NAME)`, whose names are not expanded.
    fn without_defined(&self, line: &[Lexeme]) -> Vec<Lexeme> {
        let mut output = Vec::new();
        let mut rest = line;
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            let name = match after {
                _ if !first.is_word("defined") => None,
                [open, name, close, ..] if open.is_symbol("(") && close.is_symbol(")") => {
                    rest = &after[3..];
                    Some(name)
                }
                [name, ..] if name.kind == LexemeKind::Word => {
                    rest = &after[1..];
                    Some(name)
                }
                _ => None,
            };
            output.push(match name {
                Some(name) => {
                    let text: &[u8] = if self.macros.is_defined(name) { b"1" } else { b"0" };
                    Lexeme { kind: LexemeKind::Number, text: text.into(), ..first.clone() }
                }
                None => first.clone(),
            });
        }
        output
    }

    fn bad_condition(&mut self, span: Span, message: &str) {
        let error = Diagnostic::error(codes::DIRECTIVE, message).at(span, "");
        self.diagnostics.push(error.help("write integers, `defined(NAME)`, and the operators of C"));
    }
}

/// Computes an expression of integers, as C does with 64 bits.
struct Reader<'a> {
    lexemes: &'a [Lexeme],
    at: usize,
    depth: usize,
}

/// The operators by how tightly they bind, loosest first.
const OPERATORS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Reader<'_> {
    fn binary(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = OPERATORS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.is_next(operator)) {
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = compute(operator, left, right)?;
        }
        if level == 0 && self.is_next("?") {
            return self.conditional(left);
        }
        Some(left)
    }

    fn conditional(&mut self, condition: i64) -> Option<i64> {
        self.at += 1;
        let then = self.nested(|it| it.binary(0))?;
        if !self.is_next(":") {
            return None;
        }
        self.at += 1;
        let otherwise = self.nested(|it| it.binary(0))?;
        Some(if condition != 0 { then } else { otherwise })
    }

    fn unary(&mut self) -> Option<i64> {
        let first = self.lexemes.get(self.at)?;
        self.at += 1;
        match (first.kind, &*first.text) {
            (LexemeKind::Symbol, b"!") => self.nested(|it| Some(i64::from(it.unary()? == 0))),
            (LexemeKind::Symbol, b"-") => self.nested(|it| Some(it.unary()?.wrapping_neg())),
            (LexemeKind::Symbol, b"+") => self.nested(Self::unary),
            (LexemeKind::Symbol, b"~") => self.nested(|it| Some(!it.unary()?)),
            (LexemeKind::Symbol, b"(") => {
                let value = self.nested(|it| it.binary(0))?;
                let is_closed = self.is_next(")");
                self.at += usize::from(is_closed);
                is_closed.then_some(value)
            }
            (LexemeKind::Number, text) => number(text),
            (LexemeKind::Char, [b'\'', byte, b'\'']) => Some(i64::from(*byte)),
            // A name that is no macro counts as 0.
            (LexemeKind::Word, _) => Some(0),
            _ => {
                self.at -= 1;
                None
            }
        }
    }

    fn nested(&mut self, read: impl Fn(&mut Self) -> Option<i64>) -> Option<i64> {
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn is_next(&self, symbol: &str) -> bool {
        self.lexemes.get(self.at).is_some_and(|lexeme| lexeme.is_symbol(symbol))
    }
}

fn compute(operator: &str, left: i64, right: i64) -> Option<i64> {
    Some(match operator {
        "||" => i64::from(left != 0 || right != 0),
        "&&" => i64::from(left != 0 && right != 0),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        "<" => i64::from(left < right),
        ">" => i64::from(left > right),
        "<=" => i64::from(left <= right),
        ">=" => i64::from(left >= right),
        "<<" => left.checked_shl(u32::try_from(right).ok()?)?,
        ">>" => left.checked_shr(u32::try_from(right).ok()?)?,
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" => left.checked_div(right)?,
        _ => left.checked_rem(right)?,
    })
}

fn number(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok()?,
        None if text.len() > 1 && text.starts_with('0') => u64::from_str_radix(text, 8).ok()?,
        None => text.parse().ok()?,
    };
    Some(value as i64)
}
