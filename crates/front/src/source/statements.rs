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
        let is_end = |token: &&Token| self.is(token, &ends);
        let (before, _) = self.tokens.split_at(self.tokens.partition_point(|token| token.end <= offset));
        let (_, after) = self.tokens.split_at(self.tokens.partition_point(|token| token.start < offset));
        let start = before.iter().rposition(|token| is_end(&token)).map_or(0, |at| at + 1);
        let first = self.tokens[start..].iter().find(|token| !token.is_comment()).map_or(offset, |token| token.start);
        first.min(offset)..after.iter().find(is_end).map_or(self.text.len(), |token| token.end)
    }

    /// Returns the statement around an offset, with the block that it begins.
    pub fn whole(&self, offset: usize) -> Range<usize> {
        let head = self.head(offset);
        let opened = self.tokens.partition_point(|token| token.end < head.end);
        if !self.tokens.get(opened).is_some_and(|token| self.is(token, &[b"{"])) {
            return head;
        }
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

#[cfg(test)]
mod tests {
    use super::Statements;
    use crate::proto::SOURCE;
    use crate::source::scan;

    #[test]
    fn statements_around_an_offset() {
        let text = "// c\na b; // d\nm { x; n { y } }\nz";
        let tokens = scan(text.as_bytes(), &SOURCE.lexical);
        let statements = Statements::new(text.as_bytes(), &tokens);
        for (place, head, whole) in [
            ("a b", "a b;", "a b;"),
            ("b;", "a b;", "a b;"),
            ("; //", "a b;", "a b;"),
            ("m {", "m {", "m { x; n { y } }"),
            ("{ x", "m {", "m { x; n { y } }"),
            ("x;", "x;", "x;"),
            ("y", "y }", "y }"),
            ("z", "z", "z"),
        ] {
            let offset = text.find(place).unwrap();
            assert_eq!((&text[statements.head(offset)], &text[statements.whole(offset)]), (head, whole), "{place}");
        }
    }
}
