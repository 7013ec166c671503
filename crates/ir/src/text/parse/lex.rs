//! Tokens with their positions.

use super::TextError;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) line: u32,
    pub(super) column: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    /// A name, quoted with backquotes or not, and the number after `%` that distinguishes variables of the same name.
    Name { name: String, quoted: bool, suffix: u32 },
    /// A number; `signed` if it has the suffix `i`.
    Number { value: u128, signed: bool },
    /// Bytes in either notation.
    Bytes(Vec<u8>),
    /// The text of a documentation line.
    Doc(String),
    /// Punctuation.
    Symbol(&'static str),
    /// The end of the text.
    End,
}

const SYMBOLS: &[&str] = &[
    "->", "==", "!=", "<=", "<<", ">>", "::", "<", ">", "=", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "(",
    ")", "{", "}", "[", "]", ",", ".", "?", "#", ":", "@",
];

/// Splits a text into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, TextError> {
    let mut lexer = Lexer { rest: text, line: 1, column: 1 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_space();
        let (line, column) = (lexer.line, lexer.column);
        let kind = lexer.token()?;
        let ends = kind == TokenKind::End;
        tokens.push(Token { kind, line, column });
        if ends {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Lexer<'a> {
    fn token(&mut self) -> Result<TokenKind, TextError> {
        let Some(first) = self.rest.chars().next() else { return Ok(TokenKind::End) };
        if self.rest.starts_with("///") {
            return Ok(self.doc());
        }
        match first {
            '0'..='9' => self.number(),
            '"' => self.quoted_bytes(),
            'x' if self.rest.starts_with("x\"") => self.hexadecimal(),
            '`' => self.quoted_name(),
            'a'..='z' | 'A'..='Z' | '_' => self.plain_name(),
            _ => self.symbol(),
        }
    }

    fn error(&self, message: &str) -> TextError {
        TextError { line: self.line, column: self.column, message: message.to_owned() }
    }

    fn take(&mut self, len: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(len);
        for ch in taken.chars() {
            (self.line, self.column) = if ch == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let len = self.rest.find(|ch| !keep(ch)).unwrap_or(self.rest.len());
        self.take(len)
    }

    fn skip_space(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if !self.rest.starts_with(';') {
                return;
            }
            self.take_while(|ch| ch != '\n');
        }
    }

    fn doc(&mut self) -> TokenKind {
        self.take(3);
        let line = self.take_while(|ch| ch != '\n');
        TokenKind::Doc(line.strip_prefix(' ').unwrap_or(line).to_owned())
    }

    fn number(&mut self) -> Result<TokenKind, TextError> {
        let radix = if self.rest.starts_with("0x") { 16 } else { 10 };
        self.take(if radix == 16 { 2 } else { 0 });
        let digits = self.take_while(|ch| ch.is_digit(radix));
        let value = u128::from_str_radix(digits, radix).map_err(|_| self.error("not a number"))?;
        let signed = self.rest.starts_with('i');
        self.take(usize::from(signed));
        Ok(TokenKind::Number { value, signed })
    }

    /// Reads the text up to an unescaped `end` and resolves its escapes.
    fn delimited(&mut self, end: char) -> Result<String, TextError> {
        self.take(1);
        let mut text = String::new();
        while let Some(ch) = self.rest.chars().next() {
            self.take(ch.len_utf8());
            match ch {
                '\\' => {
                    let escaped = self.rest.chars().next().ok_or_else(|| self.error("a text is not closed"))?;
                    self.take(escaped.len_utf8());
                    text.push(if escaped == 'n' { '\n' } else { escaped });
                }
                _ if ch == end => return Ok(text),
                _ => text.push(ch),
            }
        }
        Err(self.error("a text is not closed"))
    }

    fn quoted_bytes(&mut self) -> Result<TokenKind, TextError> {
        Ok(TokenKind::Bytes(self.delimited('"')?.into_bytes()))
    }

    fn hexadecimal(&mut self) -> Result<TokenKind, TextError> {
        self.take(1);
        let digits = self.delimited('"')?;
        let pairs = digits.as_bytes().chunks(2);
        let byte = |pair: &[u8]| match pair {
            [high, low] => Some(char::from(*high).to_digit(16)? as u8 * 16 + char::from(*low).to_digit(16)? as u8),
            _ => None,
        };
        let bytes: Option<Vec<u8>> = pairs.map(byte).collect();
        bytes.map(TokenKind::Bytes).ok_or_else(|| self.error("hexadecimal digits come in pairs"))
    }

    fn quoted_name(&mut self) -> Result<TokenKind, TextError> {
        let name = self.delimited('`')?;
        Ok(TokenKind::Name { name, quoted: true, suffix: self.suffix()? })
    }

    fn plain_name(&mut self) -> Result<TokenKind, TextError> {
        let name = self.take_while(|ch| ch.is_ascii_alphanumeric() || ch == '_').to_owned();
        Ok(TokenKind::Name { name, quoted: false, suffix: self.suffix()? })
    }

    /// Reads the number after a `%` that directly follows a name; 1 if there is none.
    fn suffix(&mut self) -> Result<u32, TextError> {
        let digits = self.rest.strip_prefix('%').is_some_and(|rest| rest.starts_with(|ch: char| ch.is_ascii_digit()));
        if !digits {
            return Ok(1);
        }
        self.take(1);
        self.take_while(|ch| ch.is_ascii_digit()).parse().map_err(|_| self.error("not a number"))
    }

    fn symbol(&mut self) -> Result<TokenKind, TextError> {
        let found = SYMBOLS.iter().find(|symbol| self.rest.starts_with(**symbol));
        let symbol = found.ok_or_else(|| self.error("this character has no meaning here"))?;
        self.take(symbol.len());
        Ok(TokenKind::Symbol(symbol))
    }
}
