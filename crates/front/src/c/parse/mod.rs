//! Tokens to declarations with resolved names: what a name means decides how C is read. After an error, parsing continues behind the
//! declaration or the member.

mod assertion;
mod attribute;
mod cursor;
mod declarator;
mod enumeration;
mod expr;
mod items;
mod marks;
mod member;
mod record;
mod report;
mod scope;
mod specifiers;
mod words;

pub(super) use cursor::KEYWORDS;

use super::token::{Token, tokens};
use super::tree::Unit;
use crate::preprocess::Translation;
use marks::Marks;
use polywire_source::{Diagnostic, Diagnostics};
use scope::Scope;

/// Parses the text of all files; errors are reported, and what they are about is left out.
pub(super) fn parse(translation: Translation, diagnostics: &mut Diagnostics) -> Unit {
    let Translation { lexemes, marks, files } = translation;
    let marks = Marks::new(&marks, &files, diagnostics);
    let mut parser = Parser {
        tokens: tokens(&lexemes),
        marks,
        at: 0,
        depth: 0,
        gave_up: false,
        guesses: 0,
        scope: Scope::default(),
        unit: Unit { files, ..Unit::default() },
        diagnostics,
    };
    drop(lexemes);
    parser.items(false);
    parser.useless_notes();
    parser.unit
}

/// The error has been reported.
#[derive(Debug)]
struct Reported;

type Parse<T> = Result<T, Reported>;

struct Parser<'a> {
    /// The last one is the end, which is never taken.
    tokens: Vec<Token>,
    marks: Marks,
    at: usize,
    depth: usize,
    /// The text is nested too deep: the rest of it is skipped without errors.
    gave_up: bool,
    /// How often a name like an unknown one was looked for, which takes time.
    guesses: usize,
    scope: Scope,
    unit: Unit,
    diagnostics: &'a mut Diagnostics,
}

impl Parser<'_> {
    /// Reports notes that stand where nothing can have one.
    fn useless_notes(&mut self) {
        for note in self.tokens.iter().flat_map(|token| &token.notes) {
            let error = Diagnostic::error(super::codes::NOTE, "the note belongs to nothing").at(note.span, "");
            self.diagnostics.push(error.help("write it before a member or type, or behind it on the same line"));
        }
    }
}
