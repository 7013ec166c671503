/// The comments and literals of a language.
pub struct Lexical {
    /// Begins a comment that ends with the line.
    pub line_comment: &'static str,
    /// The begin and end of a comment that may extend over lines.
    pub block_comment: Option<(&'static str, &'static str)>,
    /// Comments document the declaration before them instead of the one after them.
    pub comments_follow: bool,
    /// The characters that enclose strings, in which `\` escapes.
    pub quotes: &'static str,
    /// Words that have a meaning immediately before a string.
    pub text_prefixes: &'static [&'static str],
    /// Begins a string that ends with the line.
    pub line_string: Option<char>,
    /// Symbols of more than one character.
    pub symbols: &'static [&'static str],
    /// Characters inside of words, besides letters, digits and `_`.
    pub word_characters: &'static str,
    /// Begins a directive, if it is the first of its line. A line that ends with `\\` goes on.
    pub directive: Option<char>,
}

impl Lexical {
    /// Comments and strings as in C.
    pub const C: Self = Self {
        line_comment: "//",
        block_comment: Some(("/*", "*/")),
        comments_follow: false,
        quotes: "\"'",
        text_prefixes: &[],
        line_string: None,
        symbols: &[],
        word_characters: "",
        directive: None,
    };
}

/// A piece of a file between white space; comments are tokens too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset after its last byte.
    pub end: usize,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name, keyword or number.
    Word,
    /// A string, with its quotes.
    Text,
    /// A string that ends with the line.
    TextLine,
    /// Punctuation.
    Symbol,
    /// A comment that ends with the line.
    LineComment,
    /// A comment that ends with a mark.
    BlockComment,
    /// A directive, with its comments.
    Directive,
}

impl Token {
    /// Returns the token's bytes.
    pub fn bytes<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// Returns true for comments of both kinds.
    pub fn is_comment(&self) -> bool {
        matches!(self.kind, TokenKind::LineComment | TokenKind::BlockComment)
    }
}

/// Splits a file into tokens. Any file has tokens, also one that does not compile.
pub fn scan(text: &[u8], lexical: &Lexical) -> Vec<Token> {
    let mut scanner = Scanner { text, at: 0, lexical };
    if text.starts_with(b"\xef\xbb\xbf") {
        scanner.at = 3;
    }
    std::iter::from_fn(|| scanner.token()).collect()
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    lexical: &'a Lexical,
}

impl Scanner<'_> {
    fn token(&mut self) -> Option<Token> {
        self.skip_while(is_white);
        let start = self.at;
        let first = *self.text.get(start)?;
        let kind = if self.lexical.directive.is_some_and(|it| it as u32 == u32::from(first)) && self.is_first_of_line()
        {
            self.directive()
        } else if self.starts_with(self.lexical.line_comment) {
            self.take_line(TokenKind::LineComment)
        } else if let Some((begin, end)) = self.lexical.block_comment.filter(|(begin, _)| self.starts_with(begin)) {
            self.take_block(begin, end);
            TokenKind::BlockComment
        } else if self.lexical.quotes.as_bytes().contains(&first) {
            self.string(first)
        } else if self.lexical.line_string.is_some_and(|it| it as u32 == u32::from(first)) {
            self.take_line(TokenKind::TextLine)
        } else if is_word(first) {
            self.word()
        } else {
            self.symbol()
        };
        Some(Token { kind, start, end: self.at })
    }

    fn is_first_of_line(&self) -> bool {
        let before = self.text[..self.at].rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        before.strip_prefix(b"\xef\xbb\xbf").unwrap_or(before).iter().all(|byte| is_white(*byte))
    }

    fn take_block(&mut self, begin: &str, end: &str) {
        self.at += begin.len();
        while self.at < self.text.len() && !self.starts_with(end) {
            self.at += 1;
        }
        self.at = (self.at + end.len()).min(self.text.len());
    }

    /// Takes a directive up to the end of its last line, with comments that begin in it.
    fn directive(&mut self) -> TokenKind {
        while let Some(byte) = self.text.get(self.at).copied() {
            match self.lexical.block_comment {
                Some((begin, end)) if self.starts_with(begin) => self.take_block(begin, end),
                _ if self.starts_with("\\\n") => self.at += 2,
                _ if self.starts_with("\\\r\n") => self.at += 3,
                _ if matches!(byte, b'\n') || self.starts_with("\r\n") => break,
                _ if self.starts_with(self.lexical.line_comment) => {
                    self.take_line(TokenKind::LineComment);
                    break;
                }
                _ => self.at += 1,
            }
        }
        TokenKind::Directive
    }

    /// Takes a name or a number; `-` and `+` are part of it in an exponent.
    fn word(&mut self) -> TokenKind {
        let start = self.at;
        let is_number = self.text[start].is_ascii_digit();
        let is_hex = is_number && self.text.get(start + 1).is_some_and(|it| matches!(it, b'x' | b'X'));
        loop {
            let others = self.lexical.word_characters.as_bytes();
            self.skip_while(|byte| is_word(byte) || others.contains(&byte));
            let exponent = is_number && !is_hex && matches!(self.text[self.at - 1], b'e' | b'E');
            match self.text.get(self.at) {
                Some(b'.') if is_number && !is_hex => self.at += 1,
                Some(b'+' | b'-') if exponent => self.at += 1,
                _ => return TokenKind::Word,
            }
        }
    }

    fn string(&mut self, quote: u8) -> TokenKind {
        self.at += 1;
        while let Some(byte) = self.text.get(self.at).copied().filter(|it| *it != b'\n') {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == quote {
                break;
            }
        }
        self.at = self.at.min(self.text.len());
        TokenKind::Text
    }

    fn symbol(&mut self) -> TokenKind {
        let long = self.lexical.symbols.iter().find(|it| self.starts_with(it));
        self.at += long.map_or(1, |it| it.len());
        TokenKind::Symbol
    }

    fn take_line(&mut self, kind: TokenKind) -> TokenKind {
        self.skip_while(|byte| byte != b'\n');
        if self.text[..self.at].ends_with(b"\r") {
            self.at -= 1;
        }
        kind
    }

    fn skip_while(&mut self, is_skipped: impl Fn(u8) -> bool) {
        while self.text.get(self.at).is_some_and(|byte| is_skipped(*byte)) {
            self.at += 1;
        }
    }

    fn starts_with(&self, expected: &str) -> bool {
        self.text[self.at..].starts_with(expected.as_bytes())
    }
}

fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Characters outside ASCII count as letters.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}
