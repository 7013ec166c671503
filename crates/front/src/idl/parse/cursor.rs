//! Reading tokens one by one.

use super::{Parse, Parser};
use crate::idl::ast::{Item, ItemKind, ScopedName, Word};
use crate::idl::codes;
use crate::idl::token::{KEYWORDS, Token, TokenKind};
use crate::idl::tree::Value;
use polywire_source::Span;

/// Limit on modules, types, and expressions inside of each other, which bounds the recursion here and in all that
/// follows.
const MAX_DEPTH: usize = 100;

impl Parser<'_> {
    pub fn peek(&self) -> &TokenKind {
        self.ahead(0)
    }

    pub fn ahead(&self, count: usize) -> &TokenKind {
        &self.tokens[(self.at + count).min(self.tokens.len() - 1)].kind
    }

    pub fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    pub fn span(&self) -> Span {
        self.token().span
    }

    /// The token before the next one.
    pub fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    /// From a place to the last token; what macros make may not be in one piece.
    pub fn since(&self, start: Span) -> Span {
        let last = self.last_span();
        if start.file == last.file && last.end >= start.start { start.to(last) } else { start }
    }

    pub fn doc(&self) -> String {
        self.token().doc.clone()
    }

    pub fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol)
    }

    pub fn is_keyword(&self, keyword: &str) -> bool {
        matches!(self.peek(), TokenKind::Keyword(found) if *found == keyword)
    }

    /// A word that is only reserved where it has a meaning.
    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Name(found) if found == word)
    }

    pub fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    pub fn take_keyword(&mut self, keyword: &str) -> bool {
        let found = self.is_keyword(keyword);
        if found {
            self.advance();
        }
        found
    }

    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub fn expect(&mut self, symbol: &str, place: &str) -> Parse<()> {
        // IDL 4 closes two lists with `>>`, as C++ does.
        if symbol == ">" && self.is_symbol(">>") {
            self.tokens[self.at].kind = TokenKind::Symbol(">");
            return Ok(());
        }
        if self.take_symbol(symbol) {
            return Ok(());
        }
        Err(self.expected(&format!("`{symbol}` {place}")))
    }

    /// A name that is declared: it differs from keywords not only in upper and lower case.
    pub fn name(&mut self, what: &str) -> Parse<Word> {
        let is_escaped = self.token().is_escaped;
        let name = self.part(what)?;
        let keyword = KEYWORDS.iter().find(|keyword| keyword.eq_ignore_ascii_case(&name.text));
        if let Some(keyword) = keyword.filter(|_| !is_escaped) {
            let text = &name.text;
            let message = format!("`{text}` differs from the keyword `{keyword}` in upper and lower case only");
            let help = format!("choose another name, or write `_{text}`");
            self.error_at(name.span, codes::KEYWORD_CASE, &message, &help);
        }
        Ok(name)
    }

    /// A name, or a part of it between `::`.
    fn part(&mut self, what: &str) -> Parse<Word> {
        match self.peek() {
            TokenKind::Name(text) => {
                let word = Word { text: text.clone(), span: self.span() };
                self.advance();
                Ok(word)
            }
            TokenKind::Keyword(keyword) => {
                let message = format!("expected {what}, found the keyword `{keyword}`");
                let help = format!("choose another name, or write `_{keyword}`");
                Err(self.error(codes::SYNTAX, &message, &help))
            }
            TokenKind::Literal(_) | TokenKind::Symbol(_) | TokenKind::Invalid | TokenKind::End => {
                Err(self.expected(what))
            }
        }
    }

    pub fn scoped_name(&mut self, what: &str) -> Parse<ScopedName> {
        let start = self.span();
        let is_absolute = self.take_symbol("::");
        let mut parts = vec![self.part(what)?];
        while self.take_symbol("::") {
            parts.push(self.part("a name")?);
        }
        Ok(ScopedName { is_absolute, parts, span: self.since(start) })
    }

    /// One or more of something, separated by commas.
    pub fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut list = vec![read(self)?];
        while self.take_symbol(",") {
            list.push(read(self)?);
        }
        Ok(list)
    }

    pub fn text(&mut self, what: &str) -> Parse<Word> {
        match self.peek() {
            TokenKind::Literal(Value::String(bytes)) => {
                let word = Word { text: String::from_utf8_lossy(bytes).into_owned(), span: self.span() };
                self.advance();
                Ok(word)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Reads something that can contain itself.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth == MAX_DEPTH {
            let message = format!("this is nested deeper than {MAX_DEPTH} levels");
            let reported = self.error(codes::TOO_DEEP, &message, "split it: name its parts and use the names");
            self.gave_up = true;
            self.at = self.tokens.len() - 1;
            return Err(reported);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// What the preprocessor has noted before the next token.
    pub fn take_marks(&mut self, items: &mut Vec<Item>) {
        while self.marks.front().is_some_and(|(index, _)| *index <= self.at) {
            let Some((_, mark)) = self.marks.pop_front() else { return };
            items.push(Item { doc: String::new(), annotations: Vec::new(), kind: ItemKind::Mark(mark) });
        }
    }
}
