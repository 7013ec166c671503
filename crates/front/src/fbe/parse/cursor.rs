//! The token cursor.

use super::{Parse, Parser, Reported};
use crate::fbe::ast::Word;
use crate::fbe::codes;
use crate::fbe::lex::{Token, TokenKind};
use polywire_source::{Diagnostic, Span};

/// Words that are no names.
pub(in crate::fbe) const RESERVED: [&str; 32] = [
    "enum",
    "flags",
    "struct",
    "message",
    "base",
    "bool",
    "byte",
    "bytes",
    "char",
    "wchar",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
    "float",
    "double",
    "decimal",
    "string",
    "timestamp",
    "uuid",
    "true",
    "false",
    "null",
    "epoch",
    "utc",
    "uuid0",
    "uuid1",
    "uuid4",
];

impl<'a> Parser<'a> {
    pub(super) fn peek(&self) -> &'a Token {
        self.ahead(0)
    }

    pub(super) fn ahead(&self, count: usize) -> &'a Token {
        &self.tokens[(self.at + count).min(self.tokens.len() - 1)]
    }

    pub(super) fn take(&mut self) -> &'a Token {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(&self.peek().kind, TokenKind::Word(text) if text == word)
    }

    pub(super) fn is_symbol(&self, symbol: char) -> bool {
        self.peek().kind == TokenKind::Symbol(symbol)
    }

    pub(super) fn is_end(&self) -> bool {
        self.peek().kind == TokenKind::End
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.take();
        }
        found
    }

    pub(super) fn take_symbol(&mut self, symbol: char) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.take();
        }
        found
    }

    pub(super) fn expect(&mut self, symbol: char, context: &str) -> Parse<Span> {
        match self.is_symbol(symbol) {
            true => Ok(self.take().span),
            false => Err(self.expected(&format!("`{symbol}` {context}"))),
        }
    }

    /// A name of a declaration or a member.
    pub(super) fn name(&mut self, what: &str) -> Parse<Word> {
        match &self.peek().kind {
            TokenKind::Word(text) if RESERVED.contains(&text.as_str()) => {
                let (span, message) = (self.peek().span, format!("`{text}` is a word of the language, not a name"));
                let problem = Diagnostic::error(codes::SYNTAX, message).at(span, "").help("choose another name");
                Err(self.report(problem))
            }
            TokenKind::Word(text) => Ok(Word { text: text.clone(), span: self.take().span }),
            _ => Err(self.expected(what)),
        }
    }

    /// Names joined by dots; the first may be that of a built-in type.
    pub(super) fn dotted(&mut self, what: &str) -> Parse<Word> {
        let TokenKind::Word(text) = &self.peek().kind else { return Err(self.expected(what)) };
        let mut word = Word { text: text.clone(), span: self.take().span };
        while self.take_symbol('.') {
            let part = self.name("a name after `.`")?;
            word = Word { text: format!("{}.{}", word.text, part.text), span: word.span.to(part.span) };
        }
        Ok(word)
    }

    /// A number that is not negative.
    pub(super) fn count(&mut self, what: &str) -> Parse<(u32, Span)> {
        let (value, span) = match self.peek().kind {
            TokenKind::Int(value) => (value, self.take().span),
            _ => return Err(self.expected(what)),
        };
        u32::try_from(value).map(|value| (value, span)).map_err(|_| {
            let message = format!("{value} is not between 0 and {}", u32::MAX);
            self.report(Diagnostic::error(codes::VALUE, message).at(span, ""))
        })
    }

    /// Moves behind the next `;`, or to the `}` before it.
    pub(super) fn skip_member(&mut self) {
        while !self.is_end() && !self.is_symbol('}') && !self.take_symbol(';') {
            self.take();
        }
    }

    /// Moves behind the next `}`, or to the next declaration at the start of a line of its own.
    pub(super) fn skip_declaration(&mut self) {
        let begins = |parser: &Self| ["enum", "flags", "struct", "message"].iter().any(|word| parser.is_word(word));
        while !self.is_end() && !self.take_symbol('}') && !begins(self) {
            self.take();
        }
    }

    /// Reports that the next token is not the expected one.
    pub(super) fn expected(&mut self, what: &str) -> Reported {
        let found = self.peek();
        let name = match &found.kind {
            TokenKind::End => "the end of the file".to_owned(),
            TokenKind::Text(_) => "a text".to_owned(),
            TokenKind::Char(_) => "a character".to_owned(),
            TokenKind::Int(_) | TokenKind::Number(_) => "a number".to_owned(),
            TokenKind::Word(text) => format!("`{text}`"),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
        };
        let message = format!("expected {what}, found {name}");
        self.report(Diagnostic::error(codes::SYNTAX, message).at(found.span, ""))
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.push(diagnostic);
        Reported
    }
}
