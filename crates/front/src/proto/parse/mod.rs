//! Tokens to syntax tree. A statement that does not parse is reported and left out; parsing resumes after it.

mod block;
mod constant;
mod cursor;
mod enumeration;
mod extend;
mod field;
mod file;
mod message;
mod option;
mod range;
mod service;
mod visibility;

use crate::proto::ast::File;
use crate::proto::descriptor::Edition;
use crate::proto::lex::{Token, lex};
use polywire_source::{Diagnostics, FileId};

/// Parses a file; its syntax errors go to `diagnostics`.
pub(super) fn parse(file: FileId, bytes: &[u8], diagnostics: &mut Diagnostics) -> File {
    let tokens = lex(file, bytes, diagnostics);
    Parser { bytes, tokens: &tokens, at: 0, depth: 0, edition: Edition::PROTO2, diagnostics }.file()
}

struct Parser<'a> {
    bytes: &'a [u8],
    /// Never empty: ends with the end token.
    tokens: &'a [Token],
    at: usize,
    /// Current nesting depth of messages.
    depth: u32,
    edition: Edition,
    diagnostics: &'a mut Diagnostics,
}

/// Marks that a problem has been reported and the current statement is to be skipped.
#[derive(Debug)]
struct Reported;

type Parse<T> = Result<T, Reported>;
