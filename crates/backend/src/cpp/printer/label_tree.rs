//! Which of several labels stands in the input: told by one byte after another, each chosen to tell as many apart as it can.

/// A label and the position of its arm.
pub(super) type Label<'l> = (usize, &'l [u8]);

/// How a label is found.
pub(super) enum LabelTree<'l> {
    /// These are compared one after another, the longest first.
    Compare(Vec<Label<'l>>),
    /// The byte at this offset tells which are left. All have so many bytes at least, which are more than the offset.
    Byte { offset: usize, least: usize, branches: Vec<(u8, LabelTree<'l>)> },
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
        let least = labels.iter().map(|(_, label)| label.len()).min().unwrap_or(0);
        let best = (0..least).map(|offset| (offset, values_at(offset))).rev();
        match best.max_by_key(|(_, values)| values.len()) {
            Some((offset, values)) if values.len() > 1 => {
                let with = |value: u8| labels.iter().copied().filter(|(_, label)| label[offset] == value).collect();
                let branches = values.iter().map(|&value| (value, Self::of(with(value)))).collect();
                Self::Byte { offset, least, branches }
            }
            _ => {
                labels.sort_by_key(|(_, label)| std::cmp::Reverse(label.len()));
                Self::Compare(labels)
            }
        }
    }
}
