//! Expressions of integers in conditions, computed with 64 bits as in C.

use super::lexeme::{Lexeme, LexemeKind};

/// Limit on parentheses and operators in front of a value, which bounds the recursion.
const MAX_DEPTH: usize = 100;

/// Returns the value of an expression, or the index of what does not belong to one.
pub(super) fn compute(lexemes: &[Lexeme]) -> Result<i64, usize> {
    let mut reader = Reader { lexemes, at: 0, depth: 0 };
    match reader.binary(0) {
        Some(value) if reader.at == lexemes.len() => Ok(value),
        _ => Err(reader.at),
    }
}

struct Reader<'a> {
    lexemes: &'a [Lexeme],
    at: usize,
    depth: usize,
}

/// The operators of C by how tightly they bind, loosest first.
pub(crate) const OPERATORS: &[&[&str]] = &[
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
            left = apply(operator, left, right)?;
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

fn apply(operator: &str, left: i64, right: i64) -> Option<i64> {
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
