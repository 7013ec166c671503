//! Lines that continue: a backslash at the end of a line joins it with the next one.

/// A text without continued lines, and where its bytes came from.
pub(super) struct Spliced {
    pub bytes: Vec<u8>,
    /// Positions in `bytes`, with how many bytes were removed up to there.
    cuts: Vec<(usize, usize)>,
}

impl Spliced {
    pub fn new(text: &[u8]) -> Self {
        let mut spliced = Self { bytes: Vec::with_capacity(text.len()), cuts: Vec::new() };
        let (mut at, mut removed) = (0, 0);
        while at < text.len() {
            let len = continuation(&text[at..]);
            if len > 0 {
                removed += len;
                spliced.cuts.push((spliced.bytes.len(), removed));
            } else {
                spliced.bytes.push(text[at]);
            }
            at += len.max(1);
        }
        spliced
    }

    /// Returns the place in the file.
    pub fn offset(&self, at: usize) -> u32 {
        let cut = self.cuts.partition_point(|(position, _)| *position <= at);
        let removed = cut.checked_sub(1).map_or(0, |cut| self.cuts[cut].1);
        (at + removed) as u32
    }
}

fn continuation(text: &[u8]) -> usize {
    match text {
        [b'\\', b'\n', ..] => 2,
        [b'\\', b'\r', b'\n', ..] => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::Spliced;

    #[test]
    fn places_are_those_of_the_file() {
        let spliced = Spliced::new(b"a\\\nb\\\r\ncd");
        assert_eq!(spliced.bytes, b"abcd");
        assert_eq!([0, 1, 2, 3].map(|at| spliced.offset(at)), [0, 3, 7, 8]);
    }
}
