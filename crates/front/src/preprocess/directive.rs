//! Directives: lines that begin with `#`.

use super::codes;
use super::files::Include;
use super::lexeme::{Lexeme, LexemeKind};
use super::{MAX_REPEATED, Mark, Preprocessor};
use polywire_source::{Diagnostic, Span, closest};

/// Limit on files that are open at once.
const MAX_INCLUDE_DEPTH: usize = 64;

const DIRECTIVES: &[&str] = &[
    "define", "elif", "else", "endif", "error", "if", "ifdef", "ifndef", "include", "line", "pragma", "undef",
    "warning",
];

impl Preprocessor<'_> {
    /// Handles a directive; `mark` is the `#`, and the line is what follows it.
    pub(super) fn directive(&mut self, mark: Span, line: &[Lexeme]) {
        // A `#` alone does nothing.
        let Some((name, rest)) = line.split_first() else { return };
        if name.kind == LexemeKind::Number {
            return self.line_marker(rest);
        }
        let text = name.to_text();
        match text.as_str() {
            "if" | "ifdef" | "ifndef" | "elif" | "else" | "endif" => self.conditional(name, rest),
            _ if !self.is_active() => {}
            "include" => self.include(name.span, rest),
            "define" => self.define(name.span, rest),
            "undef" => self.undefine(name.span, rest),
            "pragma" => self.pragma(rest),
            "error" => self.message(name, rest),
            "warning" => self.message(name, rest),
            "line" | "ident" => {}
            _ => {
                let error = Diagnostic::error(codes::DIRECTIVE, format!("there is no directive `#{text}`"));
                let help = match closest(&text, DIRECTIVES.iter().copied()) {
                    Some(close) => format!("did you mean `#{close}`?"),
                    None => "remove the line".to_owned(),
                };
                self.diagnostics.push(error.at(mark.to(name.span), "").help(help));
            }
        }
    }

    /// `# 12 "file" 3`, with which preprocessors state where text comes from.
    fn line_marker(&mut self, line: &[Lexeme]) {
        let is_system = line.iter().skip(1).any(|flag| &*flag.text == b"3");
        self.mark(Mark::Line { is_system });
    }

    fn message(&mut self, name: &Lexeme, rest: &[Lexeme]) {
        let text = line_text(rest);
        let span = rest.last().map_or(name.span, |last| name.span.to(last.span));
        let diagnostic = match name.is_word("error") {
            true => Diagnostic::error(codes::USER_ERROR, format!("the file reports: {text}")),
            false => Diagnostic::warning(codes::USER_WARNING, format!("the file warns: {text}")),
        };
        self.diagnostics.push(diagnostic.at(span, "").help("see the conditions around this line"));
    }

    fn include(&mut self, directive: Span, line: &[Lexeme]) {
        let expanded = match line.first() {
            Some(first) if first.kind == LexemeKind::Word => self.expand(line),
            _ => line.to_vec(),
        };
        let Some((name, is_system, span)) = included_name(&expanded) else {
            let error = Diagnostic::error(codes::DIRECTIVE, "`#include` needs the name of a file");
            let end = self.dialect.extension;
            let help = format!("write `#include \"file.{end}\"` or `#include <file.{end}>`");
            return self.diagnostics.push(error.at(directive, "").help(help));
        };
        let Some(from) = self.frames.last().map(|frame| frame.file) else { return };
        let is_too_deep = self.frames.len() >= MAX_INCLUDE_DEPTH;
        if is_too_deep || self.repeated > MAX_REPEATED {
            let message = match is_too_deep {
                true => format!("includes are nested deeper than {MAX_INCLUDE_DEPTH}"),
                false => "files are included again too many times".to_owned(),
            };
            let help = "guard files that include each other with `#pragma once`";
            return self.diagnostics.push_once(Diagnostic::error(codes::TOO_DEEP, message).at(span, "").help(help));
        }
        let include = Include { name: &name, is_system, span, from };
        if let Some(file) = self.files.open(&name, Some(&include), self.diagnostics) {
            self.enter(file);
        }
    }
}

/// A text in double quotes, or all between `<` and `>`, which is a file of the system.
fn included_name(line: &[Lexeme]) -> Option<(String, bool, Span)> {
    let first = line.first()?;
    if first.kind == LexemeKind::Text && first.text.starts_with(b"\"") {
        return Some((first.to_text().trim_matches('"').to_owned(), false, first.span));
    }
    let end = line.iter().position(|lexeme| lexeme.is_symbol(">")).filter(|_| first.is_symbol("<"))?;
    let name: String = line[1..end].iter().map(Lexeme::to_text).collect();
    Some((name, true, first.span.to(line[end].span)))
}

/// The text of a line, with a space where there is white space.
pub(super) fn line_text(line: &[Lexeme]) -> String {
    let mut text = String::new();
    for (index, lexeme) in line.iter().enumerate() {
        if index > 0 && lexeme.is_spaced {
            text.push(' ');
        }
        text.push_str(&lexeme.to_text());
    }
    text
}
