//! The parser.

mod build;
mod control;
mod cursor;
mod declare;
mod expr;
mod function;
mod lex;
mod native;
mod op;
mod place;
mod read;
mod scan;
mod view;
mod write;

use crate::Module;
use cursor::Cursor;
use std::fmt;
use std::sync::Arc;

/// An error in the text form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Line, from 1.
    pub line: u32,
    /// Character in the line, from 1.
    pub column: u32,
    /// The error message.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for TextError {}

/// Parses a module's text form.
///
/// # Errors
/// The first place at which the text does not follow the grammar or refers to an undeclared name. A parsed module can
/// still break invariants: see the verifier.
pub fn parse(text: &str) -> Result<Module, TextError> {
    let tokens = lex::tokens(text)?;
    let names = scan::scan(&tokens)?;
    let mut types = names.types();
    let mut cursor = Cursor::new(&tokens);
    cursor.expect_word("module")?;
    let format = cursor.name()?.to_owned();
    declare::types(&mut cursor, &names, &mut types)?;
    let entries = declare::entries(&mut cursor, &names)?;
    let views = view::views(&mut cursor, &names)?;
    let types = Arc::new(types);
    let mut functions = Vec::new();
    while !cursor.at_end() {
        functions.push(function::parse(&mut cursor, &names, &types)?);
    }
    Ok(Module { format, types, functions, entries, views })
}
