//! Design: docs/decisions/0103-ranges-and-null-values.md

use crate::Literal;

/// The least and the greatest number that a field can hold, both included, where the schema limits them further than the
/// type does. They are integers or floats, like the field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberRange {
    /// The least number.
    pub min: Option<Literal>,
    /// The greatest number.
    pub max: Option<Literal>,
}

impl NumberRange {
    /// Returns true if all numbers of the type are allowed.
    pub fn is_everything(&self) -> bool {
        self.min.is_none() && self.max.is_none()
    }
}
