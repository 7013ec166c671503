//! Positions of the protocol: lines from 0, and UTF-16 code units from 0.

use lsp_types::{Position, Range};
use std::ops;

/// Returns the position of an offset in bytes.
pub(super) fn position(text: &[u8], offset: usize) -> Position {
    let before = &text[..offset.min(text.len())];
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line = before.iter().filter(|byte| **byte == b'\n').count();
    let character = String::from_utf8_lossy(&before[start..]).encode_utf16().count();
    Position { line: line as u32, character: character as u32 }
}

/// Returns the offset of a position; that of the end of the line for one behind it.
pub(super) fn offset(text: &[u8], position: Position) -> usize {
    let mut lines = text.split_inclusive(|byte| *byte == b'\n');
    let before: usize = lines.by_ref().take(position.line as usize).map(<[u8]>::len).sum();
    let line = String::from_utf8_lossy(lines.next().unwrap_or_default());
    let mut units = position.character as usize;
    let mut bytes = 0;
    for ch in line.trim_end_matches(['\r', '\n']).chars() {
        if units < ch.len_utf16() {
            break;
        }
        units -= ch.len_utf16();
        bytes += ch.len_utf8();
    }
    (before + bytes).min(text.len())
}

/// Returns the range between two offsets.
pub(super) fn range(text: &[u8], range: ops::Range<usize>) -> Range {
    Range { start: position(text, range.start), end: position(text, range.end) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_utf16_code_units() {
        let text = "a\né𝄞x\r\n".as_bytes();
        for (at, line, character) in [(0, 0, 0), (1, 0, 1), (2, 1, 0), (4, 1, 1), (8, 1, 3), (9, 1, 4), (11, 2, 0)] {
            let expected = Position { line, character };
            assert_eq!(position(text, at), expected, "{at}");
            assert_eq!(offset(text, expected), at);
        }
        assert_eq!(offset(text, Position { line: 1, character: 99 }), 9);
        assert_eq!(offset(text, Position { line: 9, character: 0 }), 11);
    }
}
