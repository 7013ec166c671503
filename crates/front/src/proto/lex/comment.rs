use super::{Lexer, Token, TokenKind};
use crate::proto::codes;

/// A comment between two tokens; `//` comments on consecutive lines form one.
pub(super) struct Comment {
    text: String,
    first_line: u32,
    last_line: u32,
    is_line: bool,
}

impl Lexer<'_> {
    pub(super) fn line_comment(&mut self) -> Comment {
        let start = self.at + 2;
        while self.peek(0).is_some_and(|byte| byte != b'\n') {
            self.at += 1;
        }
        let text = String::from_utf8_lossy(&self.bytes[start..self.at]);
        let text = text.trim_start_matches('/').trim_end();
        let text = text.strip_prefix(' ').unwrap_or(text).to_owned();
        Comment { text, first_line: self.line, last_line: self.line, is_line: true }
    }

    pub(super) fn block_comment(&mut self) -> Comment {
        let start = self.at;
        let first_line = self.line;
        self.at += 2;
        let mut closed = false;
        while !closed && self.peek(0).is_some() {
            closed = self.take_bytes(b"*/");
            if !closed {
                self.check_nested_comment();
                self.line += u32::from(self.peek(0) == Some(b'\n'));
                self.at += 1;
            }
        }
        if !closed {
            self.error(codes::BAD_COMMENT, "the comment is not terminated (`*/`)", start);
        }
        let body = &self.bytes[start + 2..self.at];
        let body = String::from_utf8_lossy(body.strip_suffix(b"*/").unwrap_or(body)).into_owned();
        Comment { text: without_stars(&body), first_line, last_line: self.line, is_line: false }
    }

    fn check_nested_comment(&mut self) {
        if self.peek(0) == Some(b'/') && self.peek(1) == Some(b'*') {
            self.error(codes::BAD_COMMENT, "`/*` inside a comment; comments cannot be nested", self.at);
        }
    }
}

/// Strips the stars that begin the lines of a block comment.
fn without_stars(body: &str) -> String {
    let lines = body.trim_start_matches('*').lines().map(|line| {
        let line = line.trim();
        let line = line.strip_prefix('*').unwrap_or(line);
        line.strip_prefix(' ').unwrap_or(line)
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Attaches the comments before the last of `tokens` to it or to the token before it, as protoc does: a comment belongs
/// to the token that it touches, and to the following one if it touches both; a comment that touches neither is
/// dropped.
///
/// `last_line` is the line on which the token before ends, `line` the one on which the last token starts.
pub(super) fn attach(comments: Vec<Comment>, last_line: Option<u32>, line: u32, tokens: &mut [Token]) {
    let mut blocks = joined(comments, last_line);
    let closes = tokens.last().is_some_and(|token| matches!(token.kind, TokenKind::End | TokenKind::Symbol('}')));
    if let (Some(last_line), [.., previous, _]) = (last_line, &mut *tokens)
        && blocks.first().is_some_and(|first| belongs_to_previous(first, last_line, line, closes, blocks.len()))
    {
        previous.trailing = blocks.remove(0).text;
    }
    if let (Some(last), Some(next)) = (blocks.pop(), tokens.last_mut())
        && last.last_line + 1 >= line
    {
        next.leading = last.text;
    }
}

fn belongs_to_previous(comment: &Comment, last_line: u32, line: u32, closes: bool, blocks: usize) -> bool {
    let same_line = comment.first_line == last_line && comment.last_line < line;
    let line_below = comment.first_line == last_line + 1;
    let touches_next = comment.last_line + 1 >= line;
    same_line || (line_below && (blocks > 1 || closes || !touches_next))
}

/// Joins `//` comments on consecutive lines, except with a comment that follows a token on its line.
fn joined(comments: Vec<Comment>, last_line: Option<u32>) -> Vec<Comment> {
    let mut blocks: Vec<Comment> = Vec::new();
    for comment in comments {
        match blocks.last_mut() {
            Some(block)
                if block.is_line
                    && comment.is_line
                    && comment.first_line == block.last_line + 1
                    && Some(block.first_line) != last_line =>
            {
                block.text = format!("{}\n{}", block.text, comment.text);
                block.last_line = comment.last_line;
            }
            _ => blocks.push(comment),
        }
    }
    blocks
}
