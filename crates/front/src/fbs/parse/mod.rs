//! Tokens to syntax tree. A statement that does not parse is reported and left out; parsing resumes after it.

mod block;
mod cursor;
mod declaration;
mod file;
mod ty;
mod value;

use super::ast::File;
use super::lex::{Token, lex};
use polywire_source::{Diagnostics, FileId};

/// Parses a file; its syntax errors go to `diagnostics`.
pub(super) fn parse(file: FileId, bytes: &[u8], diagnostics: &mut Diagnostics) -> File {
    let tokens = lex(file, bytes, diagnostics);
    Parser { tokens: &tokens, at: 0, depth: 0, diagnostics }.file()
}

/// Limit on the nesting of types and functions, which bounds the recursion of everything that visits the tree.
const MAX_DEPTH: u32 = 64;

struct Parser<'a> {
    /// Never empty: ends with the end token.
    tokens: &'a [Token],
    at: usize,
    depth: u32,
    diagnostics: &'a mut Diagnostics,
}

/// Marks that a problem has been reported and the current statement is to be skipped.
#[derive(Debug)]
struct Reported;

type Parse<T> = Result<T, Reported>;
