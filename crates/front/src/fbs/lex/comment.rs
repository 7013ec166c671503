use super::Lexer;
use crate::fbs::codes;
use polywire_source::Diagnostic;

impl Lexer<'_> {
    /// Skips white space and comments; returns the lines of documentation. `begins` is true at the begin of the file.
    pub(super) fn skip_to_token(&mut self, begins: bool) -> Vec<String> {
        let mut doc = Vec::new();
        let mut is_new_line = begins;
        loop {
            match (self.peek(0), self.peek(1), self.peek(2)) {
                (Some(b'\n'), ..) => {
                    is_new_line = true;
                    self.at += 1;
                }
                (Some(b' ' | b'\t' | b'\r'), ..) => self.at += 1,
                (Some(b'/'), Some(b'/'), Some(b'/')) => doc.push(self.documentation(is_new_line)),
                (Some(b'/'), Some(b'/'), _) => self.skip_line(),
                (Some(b'/'), Some(b'*'), _) => self.skip_block(),
                _ => return doc,
            }
        }
    }

    fn documentation(&mut self, is_new_line: bool) -> String {
        let start = self.at;
        self.skip_line();
        if !is_new_line {
            let misplaced = Diagnostic::error(codes::DOCUMENTATION, "documentation must be on a line of its own");
            let help = "put it before the declaration, or write `//` for a comment";
            self.diagnostics.push(misplaced.at(self.since(start), "").help(help));
        }
        self.written(start + 3)
    }

    fn skip_line(&mut self) {
        while self.peek(0).is_some_and(|byte| !matches!(byte, b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn skip_block(&mut self) {
        let start = self.at;
        self.at += 2;
        while !self.take_bytes(b"*/") {
            if self.peek(0).is_none() {
                return self.error(codes::SYNTAX, "the comment is not closed with `*/`", start);
            }
            self.at += 1;
        }
    }
}
