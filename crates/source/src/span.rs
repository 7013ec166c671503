/// A file registered in a source map; files are numbered in the order of registration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A half-open range of byte offsets in one file. The default span (file 0, 0..0) marks items without source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the span from the start of `self` to the end of `last`, which is in the same file and does not begin
    /// earlier.
    pub fn to(self, last: Span) -> Span {
        Span { end: last.end, ..self }
    }
}
