//! The lengths of texts, bytes and lists.

/// The least and the greatest length, and the exact one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::xsd) struct Lengths {
    pub exact: Option<u32>,
    pub min: Option<u32>,
    pub max: Option<u32>,
}

impl Lengths {
    /// Returns the least length.
    pub fn least(&self) -> u32 {
        self.exact.or(self.min).unwrap_or(0)
    }

    /// Returns the greatest length.
    pub fn greatest(&self) -> Option<u32> {
        self.exact.or(self.max)
    }

    /// Returns true if no limit allows more than those of a base.
    pub fn is_within(&self, base: &Self) -> bool {
        let is_exact = self.exact == base.exact || base.exact.is_none();
        let is_longest = match (self.greatest(), base.greatest()) {
            (_, None) => true,
            (Some(own), Some(of_base)) => own <= of_base,
            (None, Some(_)) => false,
        };
        is_exact && is_longest && self.least() >= base.least()
    }

    /// Returns true if some length is possible.
    pub fn is_possible(&self) -> bool {
        let (least, greatest) = (self.min.unwrap_or(0), self.max.unwrap_or(u32::MAX));
        least <= greatest && self.exact.is_none_or(|it| (least..=greatest).contains(&it))
    }
}
