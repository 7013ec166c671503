//! Tokens to a syntax tree. After an error, parsing continues behind the declaration or the member.

mod cursor;
mod enumeration;
mod file;
mod structure;

pub(super) use cursor::RESERVED;

use super::ast::File;
use super::lex::{Token, lex};
use polywire_source::{Diagnostics, FileId};

/// Parses a file; errors are reported, and what they are about is left out.
pub(super) fn parse(file: FileId, bytes: &[u8], diagnostics: &mut Diagnostics) -> File {
    let tokens = lex(file, bytes, diagnostics);
    Parser { tokens: &tokens, at: 0, diagnostics }.file()
}

/// The error has been reported.
struct Reported;

type Parse<T> = Result<T, Reported>;

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    diagnostics: &'a mut Diagnostics,
}
