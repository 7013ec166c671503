/// A document with its entities expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expanded {
    /// The document.
    pub document: String,
    /// Where its pieces come from, in their order.
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    /// Its start in the expanded document.
    start: usize,
    /// Its start in the document as it was.
    original: usize,
    /// True if it is a copy, so that what is inside has a place, too.
    is_copy: bool,
}

impl Expanded {
    pub(super) fn new() -> Self {
        Self { document: String::new(), pieces: Vec::new() }
    }

    /// Notes that what is appended next comes from here.
    pub(super) fn begin(&mut self, original: usize, is_copy: bool) {
        let piece = Piece { start: self.document.len(), original, is_copy };
        match self.pieces.last() {
            Some(last) if last.continues(&piece) => {}
            Some(_) | None => self.pieces.push(piece),
        }
    }

    /// The offset in the document as it was. For what comes from an entity, that of the reference.
    pub fn original(&self, offset: usize) -> usize {
        let behind = self.pieces.partition_point(|piece| piece.start <= offset);
        let piece = behind.checked_sub(1).and_then(|index| self.pieces.get(index));
        piece.map_or(offset, |it| it.original + if it.is_copy { offset - it.start } else { 0 })
    }
}

impl Piece {
    /// True if the next piece can be part of this one.
    fn continues(&self, next: &Self) -> bool {
        match (self.is_copy, next.is_copy) {
            (true, true) => next.original.checked_sub(self.original) == next.start.checked_sub(self.start),
            (false, false) => self.original == next.original,
            (true, false) | (false, true) => false,
        }
    }
}
