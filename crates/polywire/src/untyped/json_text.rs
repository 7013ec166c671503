//! Writes JSON, compact or indented.

use super::json::{Container, Token, Tokens};
use super::notes::{Found, Keys};
use super::{Bounds, failure};
use polywire_ir::ErrorCode;
use polywire_vm::Failure;
use polywire_vm::leaves::{Cursor, read_json_string, write_json_string};

/// Writes JSON token by token.
pub(super) struct JsonText<'o> {
    out: &'o mut Vec<u8>,
    is_pretty: bool,
    /// For each open container, true if it is not empty.
    open: Vec<bool>,
    /// True after a key, whose value follows.
    is_keyed: bool,
    /// Bytes of indentation that may still be written.
    budget: u64,
    is_exhausted: bool,
}

impl<'o> JsonText<'o> {
    pub fn new(out: &'o mut Vec<u8>, is_pretty: bool, limits: Bounds) -> Self {
        Self { out, is_pretty, open: Vec::new(), is_keyed: false, budget: limits.budget, is_exhausted: false }
    }

    pub fn begin(&mut self, container: Container) {
        self.place();
        self.out.push(container.start());
        self.open.push(false);
    }

    pub fn end(&mut self, container: Container) {
        if self.open.pop() == Some(true) {
            self.line();
        }
        self.out.push(container.end());
    }

    /// Writes a raw key, with its quotes.
    pub fn key(&mut self, raw: &[u8]) {
        self.value(raw);
        self.out.extend_from_slice(if self.is_pretty { b": " } else { b":" });
        self.is_keyed = true;
    }

    /// Writes a raw value.
    pub fn value(&mut self, raw: &[u8]) {
        self.place();
        self.out.extend_from_slice(raw);
    }

    pub fn key_text(&mut self, text: &[u8]) {
        let mut raw = Vec::with_capacity(text.len() + 2);
        write_json_string(text, &mut raw);
        self.key(&raw);
    }

    /// Writes a value by a function that appends it.
    pub fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.place();
        write(self.out);
    }

    pub fn text(&mut self, text: &[u8]) {
        self.write(|out| write_json_string(text, out));
    }

    /// Fails if the output exceeds the limit.
    pub fn check(&self, offset: usize) -> Result<(), Failure> {
        if self.is_exhausted { Err(failure(ErrorCode::BudgetExceeded, offset)) } else { Ok(()) }
    }

    /// Writes the separator and indentation before a key or value.
    fn place(&mut self) {
        if std::mem::take(&mut self.is_keyed) {
            return;
        }
        let Some(has_some) = self.open.last_mut() else { return };
        if std::mem::replace(has_some, true) {
            self.out.push(b',');
        }
        self.line();
    }

    fn line(&mut self) {
        if !self.is_pretty || self.is_exhausted {
            return;
        }
        let spaces = 2 * self.open.len();
        // The first spaces of a line are covered by the input itself.
        match self.budget.checked_sub(spaces.saturating_sub(16) as u64) {
            None => self.is_exhausted = true,
            Some(left) => {
                self.budget = left;
                self.out.push(b'\n');
                self.out.resize(self.out.len() + spaces, b' ');
            }
        }
    }
}

/// Rewrites a text with other white space.
pub(super) fn reformat(
    message: &[u8],
    is_pretty: bool,
    limits: Bounds,
    output: &mut Vec<u8>,
) -> Result<Found, Failure> {
    let mut tokens = Tokens::new(message, limits);
    let mut text = JsonText::new(output, is_pretty, limits);
    let mut keys = Keys::default();
    while let Some((offset, token)) = tokens.next()? {
        watch(&mut keys, offset, token);
        match token {
            Token::Begin(container) => text.begin(container),
            Token::End(container) => text.end(container),
            Token::Key(raw) => text.key(raw),
            Token::Text(raw) | Token::Number(raw) => text.value(raw),
            Token::Bool(true) => text.value(b"true"),
            Token::Bool(false) => text.value(b"false"),
            Token::Null => text.value(b"null"),
        }
        text.check(offset)?;
    }
    Ok(Found { duplicates: keys.duplicates, rounded: None })
}

/// Detects duplicate keys.
pub(super) fn watch(keys: &mut Keys, offset: usize, token: Token<'_>) {
    match token {
        Token::Begin(Container::Object) => keys.begin(),
        Token::End(Container::Object) => keys.end(),
        Token::Key(raw) => keys.meet(&read_json_string(&mut Cursor::new(raw)).unwrap_or_default(), offset),
        Token::Begin(Container::Array)
        | Token::End(Container::Array)
        | Token::Text(_)
        | Token::Number(_)
        | Token::Bool(_)
        | Token::Null => {}
    }
}
