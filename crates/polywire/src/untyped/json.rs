//! The tokens of JSON.

use super::{Bounds, failure};
use polywire_ir::ErrorCode;
use polywire_vm::Failure;
use polywire_vm::leaves::{Cursor, read_json_bool, read_json_string, skip_json_number, skip_json_space};

/// A JSON token. Strings are raw, with their quotes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    Begin(Container),
    End(Container),
    /// The name of the next member.
    Key(&'a [u8]),
    Text(&'a [u8]),
    Number(&'a [u8]),
    Bool(bool),
    Null,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    Object,
    Array,
}

/// Reads and validates tokens.
pub(super) struct Tokens<'a> {
    cursor: Cursor<'a>,
    depth: usize,
    open: Vec<Container>,
    next: Next,
}

/// The next allowed token.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    Value,
    /// The first member or element, or the end.
    First,
    /// A comma, or the end.
    More,
    Nothing,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a [u8], limits: Bounds) -> Self {
        Self { cursor: Cursor::new(text), depth: limits.depth as usize, open: Vec::new(), next: Next::Value }
    }

    /// Returns the next token and its offset; `None` at the end.
    pub fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, Failure> {
        skip_json_space(&mut self.cursor);
        let start = self.cursor.pos;
        let token = match (self.next, self.cursor.peek()) {
            (Next::Nothing, None) => return Ok(None),
            (Next::Nothing, Some(_)) => return Err(failure(ErrorCode::TrailingBytes, start)),
            (_, None) => return Err(failure(ErrorCode::Truncated, start)),
            (Next::Value, Some(first)) => self.value(first),
            (Next::First, Some(first)) => self.first(first),
            (Next::More, Some(first)) => return self.more(first),
        };
        token.map(|token| Some((start, token))).map_err(|code| failure(code, self.cursor.pos))
    }

    /// Leaves the innermost container, which was read by other means up to `end`.
    pub fn leave(&mut self, end: usize) {
        self.cursor.pos = end;
        self.open.pop();
        self.next = self.behind_value();
    }

    fn behind_value(&self) -> Next {
        if self.open.is_empty() { Next::Nothing } else { Next::More }
    }

    fn value(&mut self, first: u8) -> Result<Token<'a>, ErrorCode> {
        let start = self.cursor.pos;
        let token = match first {
            b'{' => return self.begin(Container::Object),
            b'[' => return self.begin(Container::Array),
            b'"' => Token::Text(self.string()?),
            b't' | b'f' => Token::Bool(read_json_bool(&mut self.cursor)?),
            b'n' => {
                self.cursor.expect(b"null", ErrorCode::Syntax)?;
                Token::Null
            }
            b'-' | b'0'..=b'9' => {
                skip_json_number(&mut self.cursor)?;
                Token::Number(self.since(start))
            }
            _ => return Err(ErrorCode::Syntax),
        };
        self.next = self.behind_value();
        Ok(token)
    }

    fn begin(&mut self, container: Container) -> Result<Token<'a>, ErrorCode> {
        if self.open.len() >= self.depth {
            return Err(ErrorCode::TooDeep);
        }
        self.cursor.pos += 1;
        self.open.push(container);
        self.next = Next::First;
        Ok(Token::Begin(container))
    }

    fn first(&mut self, first: u8) -> Result<Token<'a>, ErrorCode> {
        match self.open.last() {
            Some(container) if first == container.end() => Ok(self.end()),
            Some(Container::Object) => self.key(),
            Some(Container::Array) | None => self.value(first),
        }
    }

    fn end(&mut self) -> Token<'a> {
        self.cursor.pos += 1;
        let container = self.open.pop().unwrap_or(Container::Array);
        self.next = self.behind_value();
        Token::End(container)
    }

    fn key(&mut self) -> Result<Token<'a>, ErrorCode> {
        let key = self.string()?;
        skip_json_space(&mut self.cursor);
        match self.cursor.peek() {
            Some(b':') => self.cursor.pos += 1,
            Some(_) => return Err(ErrorCode::Syntax),
            None => return Err(ErrorCode::Truncated),
        }
        self.next = Next::Value;
        Ok(Token::Key(key))
    }

    fn more(&mut self, first: u8) -> Result<Option<(usize, Token<'a>)>, Failure> {
        let start = self.cursor.pos;
        match self.open.last() {
            Some(container) if first == container.end() => Ok(Some((start, self.end()))),
            Some(_) if first != b',' => Err(failure(ErrorCode::Syntax, start)),
            container => {
                let is_object = container == Some(&Container::Object);
                self.cursor.pos += 1;
                skip_json_space(&mut self.cursor);
                let start = self.cursor.pos;
                let token = match self.cursor.peek() {
                    None => Err(ErrorCode::Truncated),
                    Some(_) if is_object => self.key(),
                    Some(first) => self.value(first),
                };
                token.map(|token| Some((start, token))).map_err(|code| failure(code, self.cursor.pos))
            }
        }
    }

    fn string(&mut self) -> Result<&'a [u8], ErrorCode> {
        let start = self.cursor.pos;
        match read_json_string(&mut self.cursor) {
            Ok(_) => Ok(self.since(start)),
            Err(ErrorCode::WrongKind) => {
                self.cursor.pos = start;
                Err(ErrorCode::Syntax)
            }
            Err(code) => Err(code),
        }
    }

    fn since(&self, start: usize) -> &'a [u8] {
        &self.cursor.bytes[start..self.cursor.pos]
    }
}

impl Container {
    pub fn end(self) -> u8 {
        match self {
            Self::Object => b'}',
            Self::Array => b']',
        }
    }

    pub fn start(self) -> u8 {
        match self {
            Self::Object => b'{',
            Self::Array => b'[',
        }
    }
}
