use super::Lexer;

impl Lexer<'_> {
    /// Skips white space and comments.
    pub(super) fn skip_to_token(&mut self) {
        loop {
            match self.peek(0) {
                Some(b'#') => {
                    self.line();
                }
                Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) => self.at += 1,
                _ => return,
            }
        }
    }

    /// The comment that begins on this line or on the next one, each of its lines ended by a line break. An empty line
    /// ends it.
    pub(super) fn documentation(&mut self) -> String {
        let start = self.at;
        self.skip_spaces();
        if self.peek(0) == Some(b'\n') {
            self.at += 1;
        }
        let mut text = String::new();
        loop {
            self.skip_spaces();
            if self.peek(0) != Some(b'#') {
                break;
            }
            text.push_str(&self.line());
            text.push('\n');
        }
        if text.is_empty() {
            self.at = start;
        }
        text
    }

    /// The text of a comment from its `#` up to the end of the line, which is consumed too.
    fn line(&mut self) -> String {
        let rest = &self.bytes[self.at + 1..];
        let len = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        self.at = (self.at + len + 2).min(self.bytes.len());
        let text = String::from_utf8_lossy(&rest[..len]);
        let text = text.strip_suffix('\r').unwrap_or(&text);
        text.strip_prefix(' ').unwrap_or(text).to_owned()
    }

    fn skip_spaces(&mut self) {
        while matches!(self.peek(0), Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c)) {
            self.at += 1;
        }
    }
}
