use crate::IntoOwned;
use core::fmt;

/// The decimal number `unscaled` · 10^−`SCALE`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DecimalNumber<T, const SCALE: u8>(T);

impl<T: Copy, const SCALE: u8> DecimalNumber<T, SCALE> {
    /// Returns the number with these digits.
    pub const fn from_number(unscaled: T) -> Self {
        Self(unscaled)
    }

    /// Returns the number without its point.
    pub const fn number(self) -> T {
        self.0
    }
}

impl<T: Copy + Into<i64>, const SCALE: u8> fmt::Display for DecimalNumber<T, SCALE> {
    /// All digits, as in "-1.50".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, scale): (i64, usize) = (self.0.into(), usize::from(SCALE));
        let sign = if number < 0 { "-" } else { "" };
        // 10^19 and more is above every number of 64 bits.
        let power = 10u64.checked_pow(u32::from(SCALE));
        let (whole, part) = match power {
            Some(power) => (number.unsigned_abs() / power, number.unsigned_abs() % power),
            None => (0, number.unsigned_abs()),
        };
        if scale == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{part:0scale$}") }
    }
}

impl<T, const SCALE: u8> IntoOwned for DecimalNumber<T, SCALE> {
    type Owned = Self;

    fn into_owned(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn all_digits_are_printed() {
        assert_eq!(DecimalNumber::<i32, 2>::from_number(-150).to_string(), "-1.50");
        assert_eq!(DecimalNumber::<i64, 3>::from_number(7).to_string(), "0.007");
        assert_eq!(DecimalNumber::<i8, 0>::from_number(12).to_string(), "12");
        assert_eq!(DecimalNumber::<i64, 1>::from_number(i64::MIN).to_string(), "-922337203685477580.8");
        assert_eq!(DecimalNumber::<i64, 20>::from_number(7).to_string(), "0.00000000000000000007");
    }
}
