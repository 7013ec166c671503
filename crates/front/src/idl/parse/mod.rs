//! Tokens to a syntax tree. After an error, parsing continues behind the definition or the member.

mod aggregate;
mod annotation;
mod bits;
mod cursor;
mod expr;
mod identity;
mod interface;
mod items;
mod report;
mod types;
mod unsupported;
mod value;

use super::ast::Item;
use super::lex::lex;
use super::pragma::{Mark, marks};
use super::token::Token;
use crate::preprocess::Translation;
use items::Container;
use polywire_source::Diagnostics;
use std::collections::VecDeque;

/// Parses the text of all files; errors are reported, and what they are about is left out.
pub(super) fn parse(translation: &mut Translation, diagnostics: &mut Diagnostics) -> Vec<Item> {
    let tokens = lex(&translation.lexemes, diagnostics);
    translation.lexemes.clear();
    let marks = marks(std::mem::take(&mut translation.marks), diagnostics);
    let mut parser = Parser { tokens, marks, at: 0, depth: 0, gave_up: false, diagnostics };
    parser.items(Container::File)
}

/// The error has been reported.
struct Reported;

type Parse<T> = Result<T, Reported>;

struct Parser<'a> {
    /// The last one is the end, which is never taken.
    tokens: Vec<Token>,
    marks: VecDeque<(usize, Mark)>,
    at: usize,
    depth: usize,
    /// The text is nested too deep: the rest of it is skipped without errors.
    gave_up: bool,
    diagnostics: &'a mut Diagnostics,
}
