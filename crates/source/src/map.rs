use crate::{FileId, Span};
use std::borrow::Cow;
use std::fmt;

/// The files of a compilation: names and contents, provided by the caller.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<File>,
}

#[derive(Clone, Debug)]
struct File {
    name: String,
    bytes: Vec<u8>,
    /// Offset of the first byte of each line.
    line_starts: Vec<u32>,
}

/// A position in a file for people: line and column start at 1; columns are characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// Error: a source file is longer than a [`Span`] can address (4 GiB − 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceTooLong;

impl fmt::Display for SourceTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the file is longer than 4 GiB")
    }
}

impl std::error::Error for SourceTooLong {}

impl SourceMap {
    /// Adds a file. Its bytes need not be UTF-8; rendered diagnostics show invalid bytes as `?`.
    pub fn add(&mut self, name: impl Into<String>, bytes: Vec<u8>) -> Result<FileId, SourceTooLong> {
        if u32::try_from(bytes.len()).is_err() {
            return Err(SourceTooLong);
        }
        let after_newlines = bytes.iter().zip(1..).filter(|(byte, _)| **byte == b'\n').map(|(_, next)| next);
        let line_starts = std::iter::once(0).chain(after_newlines).collect();
        self.files.push(File { name: name.into(), bytes, line_starts });
        Ok(FileId(self.files.len() as u32 - 1))
    }

    /// Returns true if a file with this id exists.
    pub fn contains(&self, file: FileId) -> bool {
        (file.0 as usize) < self.files.len()
    }

    /// Returns the files in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = FileId> {
        (0..self.files.len() as u32).map(FileId)
    }

    /// Returns the name of a file.
    pub fn name(&self, file: FileId) -> &str {
        &self.file(file).name
    }

    /// Returns the contents of a file.
    pub fn bytes(&self, file: FileId) -> &[u8] {
        &self.file(file).bytes
    }

    /// Returns the line and column of the start of a span.
    pub fn position(&self, span: Span) -> Position {
        let line = self.line_index(span.file, span.start);
        let before = Span { start: self.file(span.file).line_starts[line], end: span.start, ..span };
        Position { line: line as u32 + 1, column: self.text(before).chars().count() as u32 + 1 }
    }

    /// Returns the text of a span; every byte that is not UTF-8 is replaced by one `?`, which preserves offsets.
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        let bytes = self.bytes(span.file);
        lossy_in_place(bytes.get(span.start as usize..span.end as usize).unwrap_or_default())
    }

    /// Returns the span extended to whole lines, without the last line break, and the number of its first line.
    pub(crate) fn whole_lines(&self, span: Span) -> (Span, u32) {
        let file = self.file(span.file);
        let first = self.line_index(span.file, span.start);
        let last = self.line_index(span.file, span.end.max(span.start));
        let end = file.line_starts.get(last + 1).map_or(file.bytes.len() as u32, |next| next - 1);
        (Span { start: file.line_starts[first], end, ..span }, first as u32 + 1)
    }

    fn line_index(&self, file: FileId, offset: u32) -> usize {
        // The first line starts at 0, so the partition point is at least 1.
        self.file(file).line_starts.partition_point(|start| *start <= offset) - 1
    }

    fn file(&self, id: FileId) -> &File {
        &self.files[id.0 as usize]
    }
}

fn lossy_in_place(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(file: FileId, start: u32) -> Span {
        Span { file, start, end: start }
    }

    #[test]
    fn positions_count_characters_from_one() {
        let mut map = SourceMap::default();
        let file = map.add("a", "é = 1\n\nx".into()).unwrap();
        for (offset, line, column) in [(0, 1, 1), (2, 1, 2), (6, 1, 6), (7, 2, 1), (8, 3, 1), (9, 3, 2)] {
            assert_eq!(map.position(at(file, offset)), Position { line, column }, "offset {offset}");
        }
    }

    #[test]
    fn text_that_is_not_utf8_keeps_its_offsets() {
        let mut map = SourceMap::default();
        let file = map.add("a", b"a\xff\xfeb".to_vec()).unwrap();
        assert_eq!(map.text(Span { file, start: 0, end: 4 }), "a??b");
    }
}
