//! Determines byte by byte which of several labels the input has; each byte is chosen to distinguish as many labels as
//! possible.

/// A label and the index of its arm.
pub type Label<'l> = (usize, &'l [u8]);

/// A decision tree for labels.
pub enum LabelTree<'l> {
    /// Compare with these one after another, longest first.
    Compare(Vec<Label<'l>>),
    /// Switch on a byte.
    Byte {
        /// Its offset.
        offset: usize,
        /// All remaining labels have at least this many bytes, which is more than the offset.
        min_len: usize,
        /// What follows each value.
        branches: Vec<(u8, LabelTree<'l>)>,
    },
}

impl<'l> LabelTree<'l> {
    /// Makes the tree of at least one label.
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
