use super::scan::{Token, TokenKind};
use std::ops::Range;

/// The tokens of a file, to find the statement around an offset.
pub struct Statements<'a> {
    text: &'a [u8],
    tokens: &'a [Token],
}

impl<'a> Statements<'a> {
    /// Creates it of the text of a file and its tokens.
    pub fn new(text: &'a [u8], tokens: &'a [Token]) -> Self {
        Self { text, tokens }
    }

    fn is(&self, token: &Token, symbols: &[&[u8]]) -> bool {
        token.kind == TokenKind::Symbol && symbols.contains(&token.bytes(self.text))
    }

    /// Returns the statement around an offset, up to the block that it may begin.
    pub fn head(&self, offset: usize) -> Range<usize> {
        let ends: [&[u8]; 3] = [b";", b"{", b"}"];
        let code = || self.tokens.iter().filter(|token| !token.is_comment());
        let before = code().take_while(|token| token.end <= offset).filter(|token| self.is(token, &ends)).last();
        let start = before.map_or(0, |token| token.end);
        let end = code().find(|token| token.start >= offset && self.is(token, &ends));
        let first = code().find(|token| token.start >= start).map_or(offset, |token| token.start);
        first.min(offset)..end.map_or(self.text.len(), |token| token.end)
    }

    /// Returns the statement around an offset, with the block that it begins.
    pub fn whole(&self, offset: usize) -> Range<usize> {
        let head = self.head(offset);
        let opened = self.tokens.iter().position(|token| token.end == head.end && self.is(token, &[b"{"]));
        let Some(opened) = opened else { return head };
        let mut depth = 0usize;
        for token in &self.tokens[opened..] {
            depth += usize::from(self.is(token, &[b"{"]));
            depth -= usize::from(self.is(token, &[b"}"]));
            if depth == 0 {
                return head.start..token.end;
            }
        }
        head.start..self.text.len()
    }
}
