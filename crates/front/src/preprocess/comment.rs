//! Comments: documentation, and notes to the compiler.

use super::codes;
use super::lexeme::{Lexeme, LexemeKind};
use super::scan::Scanner;
use polywire_source::{Diagnostic, Span};
use std::rc::Rc;

impl Scanner<'_> {
    pub(super) fn line_comment(&mut self) {
        let start = self.at + 2;
        self.skip_while(|byte| byte != b'\n');
        let text = String::from_utf8_lossy(&self.text.bytes[start..self.at]).into_owned();
        let is_behind = text.trim_start_matches(['/', '!']).starts_with('<');
        if !self.note(start, self.at) {
            self.keep_comment(text.trim_start_matches(['/', '!']).trim_start_matches('<'), is_behind);
        }
    }

    pub(super) fn block_comment(&mut self) {
        let start = self.at;
        let Some(len) = self.text.bytes[start + 2..].windows(2).position(|pair| pair == b"*/") else {
            self.at = self.text.bytes.len();
            let span = Span { end: self.text.offset(start + 2), ..self.since(start) };
            let error = Diagnostic::error(codes::SYNTAX, "the comment has no end").at(span, "it begins here");
            return self.diagnostics.push(error.help("end it with `*/`"));
        };
        self.at = start + len + 4;
        let (mut lines, mut line_start) = (Vec::new(), start + 2);
        for line in self.text.bytes[start + 2..self.at - 2].split(|byte| *byte == b'\n') {
            let end = line_start + line.len();
            if !self.note(line_start, end) {
                lines.push(String::from_utf8_lossy(line).trim().trim_start_matches(['*', '!']).to_owned());
            }
            line_start = end + 1;
        }
        let is_behind = lines.first().is_some_and(|line| line.starts_with('<'));
        self.keep_comment(lines.join("\n").trim_start_matches('<'), is_behind);
    }

    /// Keeps a line of a comment that is a note.
    fn note(&mut self, start: usize, end: usize) -> bool {
        let Some(word) = self.dialect.note else { return false };
        let line = &self.text.bytes[start..end];
        let before = line.iter().take_while(|byte| byte.is_ascii_whitespace() || b"/*!<".contains(byte)).count();
        let Some(text) = line[before..].strip_prefix(word.as_bytes()) else { return false };
        let start = end - text.len();
        let span = Span { end: self.text.offset(end), ..self.since(start) };
        // A note on the line of what precedes it belongs to that.
        let starts_line = !self.comes_after;
        let (kind, text, doc) = (LexemeKind::Note, Rc::from(text), "".into());
        self.notes.push(Lexeme { kind, text, span, doc, after: None, starts_line, is_spaced: true });
        true
    }

    /// Keeps what is before a lexeme, or behind one if the language has documentation there.
    fn keep_comment(&mut self, text: &str, is_behind: bool) {
        let kept = match (self.comes_after || is_behind, self.dialect.has_docs_behind) {
            (false, _) => &mut self.doc,
            (true, true) => &mut self.after,
            (true, false) if self.comes_after => return,
            (true, false) => &mut self.doc,
        };
        for line in text.lines().map(str::trim).skip_while(|line| line.is_empty()) {
            kept.push_str(line);
            kept.push('\n');
        }
    }
}
