//! Finds which of several labels the input has, byte by byte; each byte is chosen to distinguish as many labels as
//! possible.

/// A label and the position of its arm.
pub(super) type Label<'l> = (usize, &'l [u8]);

/// How a label is found.
pub(super) enum LabelTree<'l> {
    /// These are compared one after another, the longest first.
    Compare(Vec<Label<'l>>),
    /// The byte at this offset selects the remaining labels. All have at least this many bytes, which is more than the
    /// offset.
    Byte { offset: usize, min_len: usize, branches: Vec<(u8, LabelTree<'l>)> },
}

impl<'l> LabelTree<'l> {
    /// For labels of which there is at least one.
    pub fn of(mut labels: Vec<Label<'l>>) -> Self {
        let values_at = |offset: usize| {
            let mut values: Vec<u8> = labels.iter().map(|(_, label)| label[offset]).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        // The first of the best.
        let min_len = labels.iter().map(|(_, label)| label.len()).min().unwrap_or(0);
        let best = (0..min_len).map(|offset| (offset, values_at(offset))).rev();
        match best.max_by_key(|(_, values)| values.len()) {
            Some((offset, values)) if values.len() > 1 => {
                let with = |value: u8| labels.iter().copied().filter(|(_, label)| label[offset] == value).collect();
                let branches = values.iter().map(|&value| (value, Self::of(with(value)))).collect();
                Self::Byte { offset, min_len, branches }
            }
            _ => {
                labels.sort_by_key(|(_, label)| std::cmp::Reverse(label.len()));
                Self::Compare(labels)
            }
        }
    }
}
