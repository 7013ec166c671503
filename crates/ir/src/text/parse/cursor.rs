//! A position in the token list.

use super::TextError;
use super::lex::{Token, TokenKind};

pub(super) type Result<T> = std::result::Result<T, TextError>;

/// Deeper nesting of blocks and parentheses is rejected to bound the stack.
const MAX_DEPTH: u32 = 200;

pub(super) struct Cursor<'a> {
    tokens: &'a [Token],
    index: usize,
    depth: u32,
    /// True if the first half of the `>>` at the cursor has closed a bracket.
    half_closed: bool,
}

impl<'a> Cursor<'a> {
    /// Starts at the first token; the last token is [`TokenKind::End`].
    pub(super) fn new(tokens: &'a [Token]) -> Self {
        Self { tokens, index: 0, depth: 0, half_closed: false }
    }

    /// Returns the token `ahead` places further, or `None` after the end.
    fn ahead(&self, ahead: usize) -> Option<&'a Token> {
        self.tokens.get(self.index + ahead)
    }

    pub(super) fn peek(&self) -> &'a TokenKind {
        self.ahead(0).map_or(&TokenKind::End, |token| &token.kind)
    }

    pub(super) fn next(&mut self) -> &'a TokenKind {
        let token = self.peek();
        self.index += 1;
        token
    }

    /// Steps back one token, to report an error there.
    pub(super) fn back(&mut self) {
        self.index -= 1;
    }

    pub(super) fn at_end(&self) -> bool {
        *self.peek() == TokenKind::End
    }

    /// Returns an error at the next token.
    pub(super) fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        let token = self.ahead(0).or(self.tokens.last());
        let (line, column) = token.map_or((1, 1), |token| (token.line, token.column));
        Err(TextError { line, column, message: message.into() })
    }

    /// Runs `parse` one level deeper.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.enter()?;
        let parsed = parse(self);
        self.leave();
        parsed
    }

    pub(super) fn enter(&mut self) -> Result<()> {
        if self.depth == MAX_DEPTH {
            return self.error("nested too deep");
        }
        self.depth += 1;
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    pub(super) fn at_symbol(&self, symbol: &str) -> bool {
        self.symbol_ahead(0, symbol)
    }

    pub(super) fn symbol_ahead(&self, ahead: usize, symbol: &str) -> bool {
        matches!(self.ahead(ahead), Some(Token { kind: TokenKind::Symbol(found), .. }) if *found == symbol)
    }

    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        let found = self.at_symbol(symbol);
        self.index += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Result<()> {
        if self.eat(symbol) { Ok(()) } else { self.error(format!("`{symbol}` expected")) }
    }

    /// Consumes a `>` that closes a bracket, possibly one half of `>>`.
    pub(super) fn close_angle(&mut self) -> Result<()> {
        if !self.at_symbol(">>") {
            return self.expect(">");
        }
        self.index += usize::from(self.half_closed);
        self.half_closed = !self.half_closed;
        Ok(())
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Name { name, quoted: false, suffix: 1 } if name == word)
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        self.index += usize::from(found);
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { self.error(format!("`{word}` expected")) }
    }

    /// Parses a name without a distinguishing number.
    pub(super) fn name(&mut self) -> Result<&'a str> {
        match self.peek() {
            TokenKind::Name { name, suffix: 1, .. } => {
                self.index += 1;
                Ok(name)
            }
            _ => self.error("a name expected"),
        }
    }

    pub(super) fn number<T: TryFrom<u128>>(&mut self) -> Result<T> {
        let TokenKind::Number { value, signed: false } = self.peek() else { return self.error("a number expected") };
        let Ok(value) = T::try_from(*value) else { return self.error("the number is too large here") };
        self.index += 1;
        Ok(value)
    }

    /// Parses an optionally negative number.
    pub(super) fn signed<T: TryFrom<i128>>(&mut self) -> Result<T> {
        let minus = self.eat("-");
        let value: u128 = self.number()?;
        let value = i128::try_from(value).unwrap_or(i128::MAX);
        T::try_from(if minus { -value } else { value }).or_else(|_| self.error("the number is out of range"))
    }

    pub(super) fn bytes(&mut self) -> Result<&'a [u8]> {
        let TokenKind::Bytes(bytes) = self.peek() else { return self.error("bytes expected") };
        self.index += 1;
        Ok(bytes)
    }

    /// Moves past the `}` that closes the next `{`.
    pub(super) fn skip_braces(&mut self) -> Result<()> {
        let mut open = 0_u32;
        loop {
            match self.next() {
                TokenKind::Symbol("{") => open += 1,
                TokenKind::Symbol("}") if open <= 1 => return Ok(()),
                TokenKind::Symbol("}") => open -= 1,
                TokenKind::End => return self.error("a block is not closed"),
                _ => {}
            }
        }
    }
}
