//! `#if`, `#ifdef`, `#ifndef`, `#elif`, `#else` and `#endif`.

use super::codes;
use super::lexeme::{Lexeme, LexemeKind};
use super::{Preprocessor, integer};
use polywire_source::{Diagnostic, Span};

/// An `#if` that has no `#endif` yet.
pub(super) struct Condition {
    pub is_active: bool,
    /// A branch of it was read, or none is to be read since a condition around it does not hold.
    is_done: bool,
    has_else: bool,
    span: Span,
}

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
        for word in line.iter().filter(|it| self.dialect.undecided.iter().any(|name| it.is_word(name))) {
            if !self.is_defined(word) {
                self.undecided(word);
            }
        }
        if matches!(&*name.text, b"ifdef" | b"ifndef") {
            return match line.first().filter(|lexeme| lexeme.kind == LexemeKind::Word) {
                Some(lexeme) => self.is_defined(lexeme) == name.is_word("ifdef"),
                None => {
                    self.bad_condition(name.span, "the name of a macro is missing");
                    false
                }
            };
        }
        let replaced = self.without_defined(line);
        let expanded = self.expand(&replaced);
        match integer::compute(&expanded) {
            Ok(value) => value != 0,
            Err(at) => {
                let span = expanded.get(at).map_or(name.span, |lexeme| lexeme.span);
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
                    let text: &[u8] = if self.is_defined(name) { b"1" } else { b"0" };
                    Lexeme { kind: LexemeKind::Number, text: text.into(), ..first.clone() }
                }
                None => first.clone(),
            });
        }
        output
    }

    /// A macro that compilers define is not known.
    fn undecided(&mut self, name: &Lexeme) {
        let message = format!("`{}` depends on the compiler: it counts as not defined", name.to_text());
        let warning = Diagnostic::warning(codes::UNDECIDED, message).at(name.span, "");
        self.diagnostics.push(warning.help(self.dialect.undecided_help));
    }

    fn bad_condition(&mut self, span: Span, message: &str) {
        let error = Diagnostic::error(codes::DIRECTIVE, message).at(span, "");
        self.diagnostics.push(error.help("write integers, `defined(NAME)`, and the operators of C"));
    }
}
