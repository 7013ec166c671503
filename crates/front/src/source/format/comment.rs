use crate::source::scan::{Token, TokenKind};

/// Returns the lines of a comment, as they are printed: without white space at their ends. The stars that begin the lines
/// of a block comment are aligned; other lines stay as they are, as do directives.
pub(super) fn lines<'t>(token: &Token, text: &'t [u8], indent: &[u8]) -> Vec<Vec<u8>> {
    if token.kind == TokenKind::Directive {
        let lines = token.bytes(text).split(|byte| *byte == b'\n');
        return lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line).to_vec()).collect();
    }
    let all: Vec<&'t [u8]> = token.bytes(text).split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).collect();
    let has_stars = all.iter().skip(1).all(|line| line.trim_ascii_start().starts_with(b"*"));
    let line = |(at, line): (usize, &&[u8])| match at {
        0 => line.to_vec(),
        _ if has_stars => [indent, b" ", line.trim_ascii_start()].concat(),
        _ => line.to_vec(),
    };
    all.iter().enumerate().map(line).collect()
}

/// Returns true if two tokens are the same, apart from the indentation of the lines of comments.
pub(super) fn is_same((one, text): (&Token, &[u8]), (other, formatted): (&Token, &[u8])) -> bool {
    one.kind == other.kind
        && match one.kind {
            TokenKind::BlockComment | TokenKind::Directive => lines(one, text, b"") == lines(other, formatted, b""),
            _ => one.bytes(text).trim_ascii_end() == other.bytes(formatted).trim_ascii_end(),
        }
}
