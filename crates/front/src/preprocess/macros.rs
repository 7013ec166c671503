//! Macros and their definitions.

use super::Preprocessor;
use super::codes;
use super::lexeme::{Lexeme, LexemeKind};
use polywire_source::{Diagnostic, Span};
use std::collections::HashMap;
use std::rc::Rc;

/// The macros that are defined.
#[derive(Default)]
pub(super) struct Macros {
    pub by_name: HashMap<Rc<[u8]>, Rc<Macro>>,
    /// How many lexemes macros have made.
    pub made: usize,
    /// That it is too much has been reported.
    pub is_reported: bool,
}

pub(super) struct Macro {
    /// The names of the parameters; `None` without parentheses.
    pub parameters: Option<Vec<Rc<[u8]>>>,
    /// The last parameter stands for any number of arguments.
    pub takes_list: bool,
    pub body: Vec<Lexeme>,
}

/// They depend on the place.
const OF_PLACE: &[&str] = &["__FILE__", "__LINE__"];

impl Preprocessor<'_> {
    pub(super) fn is_defined(&self, name: &Lexeme) -> bool {
        self.macros.by_name.contains_key(&name.text) || self.is_predefined(name)
    }

    fn is_predefined(&self, name: &Lexeme) -> bool {
        OF_PLACE.iter().any(|it| name.is_word(it)) || self.predefined_text(name).is_some()
    }

    fn predefined_text(&self, name: &Lexeme) -> Option<&'static str> {
        self.dialect.macros.iter().find(|(it, _)| name.is_word(it)).map(|(_, text)| *text)
    }

    /// Returns what a predefined macro stands for.
    pub(super) fn predefined(&self, name: &Lexeme) -> Option<Lexeme> {
        let (kind, text) = if name.is_word("__FILE__") {
            let file = self.frames.last().map_or("", |frame| self.files.name(frame.file));
            (LexemeKind::Text, format!("\"{}\"", file.escape_default()))
        } else if name.is_word("__LINE__") {
            (LexemeKind::Number, self.files.line(name.span).to_string())
        } else {
            (LexemeKind::Number, self.predefined_text(name)?.to_owned())
        };
        Some(Lexeme { kind, text: text.into_bytes().into(), ..name.clone() })
    }

    pub(super) fn define(&mut self, directive: Span, line: &[Lexeme]) {
        let Some((name, rest)) = line.split_first().filter(|(name, _)| name.kind == LexemeKind::Word) else {
            return self.bad_macro(directive, "`#define` needs a name", "write `#define NAME text`");
        };
        if self.is_predefined(name) || name.is_word("defined") {
            return self.bad_macro(name.span, "this name cannot be defined", "choose another name");
        }
        let (parameters, takes_list, body) = match rest.split_first() {
            Some((open, rest)) if open.is_symbol("(") && !open.is_spaced => match parameters(rest) {
                Some((names, takes_list, body)) => (Some(names), takes_list, body),
                None => {
                    let help = "write names that differ, separated by commas, in parentheses";
                    return self.bad_macro(open.span, "these are no parameters of a macro", help);
                }
            },
            _ => (None, false, rest),
        };
        let is_joined = |lexeme: Option<&Lexeme>| lexeme.is_some_and(|lexeme| lexeme.is_symbol("##"));
        if is_joined(body.first()) || is_joined(body.last()) {
            return self.bad_macro(name.span, "`##` needs text on both sides", "add the text, or remove `##`");
        }
        let definition = Macro { parameters, takes_list, body: body.to_vec() };
        self.macros.by_name.insert(Rc::clone(&name.text), Rc::new(definition));
    }

    /// Defines a macro that does not come from a file; what is wrong with it is reported in a text of its own.
    pub(super) fn define_given(&mut self, given: &str) {
        let (name, body) = given.split_once('=').unwrap_or((given, "1"));
        match self.files.scan_alone(&format!("-D {given}"), format!("{name} {body}"), self.diagnostics) {
            Ok((start, line)) => self.define(start, &line),
            Err(error) => self.diagnostics.push(Diagnostic::error(codes::MACRO, format!("`{given}`: {error}"))),
        }
    }

    pub(super) fn undefine(&mut self, directive: Span, line: &[Lexeme]) {
        match line.first().filter(|name| name.kind == LexemeKind::Word) {
            Some(name) => {
                self.macros.by_name.remove(&name.text);
            }
            None => self.bad_macro(directive, "`#undef` needs a name", "write `#undef NAME`"),
        }
    }

    pub(super) fn bad_macro(&mut self, span: Span, message: &str, help: &str) {
        self.diagnostics.push(Diagnostic::error(codes::MACRO, message).at(span, "").help(help));
    }
}

type Parameters = Vec<Rc<[u8]>>;

/// Returns the names up to `)`, whether the last one stands for a list, and what follows them.
fn parameters(line: &[Lexeme]) -> Option<(Parameters, bool, &[Lexeme])> {
    let end = line.iter().position(|lexeme| lexeme.is_symbol(")"))?;
    let (list, body) = (&line[..end], &line[end + 1..]);
    let (mut names, mut takes_list): (Parameters, bool) = (Vec::new(), false);
    if list.is_empty() {
        return Some((names, false, body));
    }
    for part in list.split(|lexeme| lexeme.is_symbol(",")) {
        if takes_list {
            return None;
        }
        match part {
            [dots] if dots.is_symbol("...") => {
                takes_list = true;
                names.push(Rc::from(&b"__VA_ARGS__"[..]));
            }
            [name, dots] if name.kind == LexemeKind::Word && dots.is_symbol("...") => {
                takes_list = true;
                names.push(Rc::clone(&name.text));
            }
            [name] if name.kind == LexemeKind::Word && !names.contains(&name.text) => {
                names.push(Rc::clone(&name.text));
            }
            _ => return None,
        }
    }
    Some((names, takes_list, body))
}
