//! Macros and their definitions.

use super::Preprocessor;
use super::lexeme::{Lexeme, LexemeKind};
use crate::idl::codes;
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
    pub body: Vec<Lexeme>,
}

/// What the official compiler defines; both have the version of it that verdicts are compared with.
const VERSION_NAMES: &[&str] = &["__OMNIIDL__", "__OMNIIDL_VERSION__"];
const VERSION: &str = "0x2630";

impl Macros {
    pub fn is_defined(&self, name: &Lexeme) -> bool {
        self.by_name.contains_key(&name.text) || is_predefined(name)
    }
}

/// `__FILE__` and `__LINE__` depend on the place.
fn is_predefined(name: &Lexeme) -> bool {
    ["__FILE__", "__LINE__", VERSION_NAMES[0]].iter().any(|it| name.is_word(it))
}

impl Preprocessor<'_> {
    /// Returns what a predefined macro stands for.
    pub(super) fn predefined(&self, name: &Lexeme) -> Option<Lexeme> {
        let (kind, text) = if name.is_word("__FILE__") {
            let file = self.frames.last().map_or("", |frame| self.files.name(frame.file));
            (LexemeKind::Text, format!("\"{}\"", file.escape_default()))
        } else if name.is_word("__LINE__") {
            (LexemeKind::Number, self.files.line(name.span).to_string())
        } else if is_predefined(name) {
            (LexemeKind::Number, VERSION.to_owned())
        } else {
            return None;
        };
        Some(Lexeme { kind, text: text.into_bytes().into(), ..name.clone() })
    }

    pub(super) fn define(&mut self, directive: Span, line: &[Lexeme]) {
        let Some((name, rest)) = line.split_first().filter(|(name, _)| name.kind == LexemeKind::Word) else {
            return self.bad_macro(directive, "`#define` needs a name", "write `#define NAME text`");
        };
        if is_predefined(name) || name.is_word("defined") {
            return self.bad_macro(name.span, "this name cannot be defined", "choose another name");
        }
        let (parameters, body) = match rest.split_first() {
            Some((open, rest)) if open.is_symbol("(") && !open.is_spaced => match parameters(rest) {
                Some((names, body)) => (Some(names), body),
                None => {
                    let help = "write names that differ, separated by commas, in parentheses";
                    return self.bad_macro(open.span, "these are no parameters of a macro", help);
                }
            },
            _ => (None, rest),
        };
        let is_joined = |lexeme: Option<&Lexeme>| lexeme.is_some_and(|lexeme| lexeme.is_symbol("##"));
        if is_joined(body.first()) || is_joined(body.last()) {
            return self.bad_macro(name.span, "`##` needs text on both sides", "add the text, or remove `##`");
        }
        let definition = Macro { parameters, body: body.to_vec() };
        self.macros.by_name.insert(Rc::clone(&name.text), Rc::new(definition));
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

/// Returns the names up to `)`, and what follows it.
fn parameters(line: &[Lexeme]) -> Option<(Parameters, &[Lexeme])> {
    let end = line.iter().position(|lexeme| lexeme.is_symbol(")"))?;
    let (list, body) = (&line[..end], &line[end + 1..]);
    let mut names: Parameters = Vec::new();
    if list.is_empty() {
        return Some((names, body));
    }
    for part in list.split(|lexeme| lexeme.is_symbol(",")) {
        match part {
            [name] if name.kind == LexemeKind::Word && !names.contains(&name.text) => {
                names.push(Rc::clone(&name.text));
            }
            _ => return None,
        }
    }
    Some((names, body))
}
