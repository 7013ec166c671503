use std::fmt;

/// A place in a text, as editors count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// From 1. Lines end with a line feed.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

impl TextPlace {
    /// Returns the place of an offset in a text in UTF-8, whose byte order mark is no character.
    pub fn of(text: &[u8], offset: usize) -> Self {
        let text = text.strip_prefix(b"\xef\xbb\xbf").map_or((text, offset), |rest| (rest, offset.saturating_sub(3)));
        let before = text.0.get(..text.1).unwrap_or(text.0);
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let is_character = |byte: &&u8| **byte & 0xc0 != 0x80;
        let column = before.get(line_start..).unwrap_or_default().iter().filter(is_character).count() + 1;
        Self { line, column }
    }
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::TextPlace;

    #[test]
    fn lines_and_characters_are_counted_from_one() {
        let text = "\u{feff}a\r\n\u{e9}\u{1f600}b\n".as_bytes();
        let place = |offset| TextPlace::of(text, offset).to_string();
        assert_eq!(place(0), "line 1, column 1");
        assert_eq!(place(3), "line 1, column 1");
        assert_eq!(place(5), "line 1, column 3");
        assert_eq!(place(6), "line 2, column 1");
        assert_eq!(place(8), "line 2, column 2");
        assert_eq!(place(12), "line 2, column 3");
        assert_eq!(place(14), "line 3, column 1");
        assert_eq!(place(1000), "line 3, column 1");
    }
}
