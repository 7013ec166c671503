use crate::IntoOwned;
use core::fmt;

/// A decimal number of 96 bits: the magnitude, least significant byte first, two zero bytes, the number of digits behind the
/// point, and 0x80 if it is negative. Equal if the bytes are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decimal128(pub [u8; 16]);

impl Decimal128 {
    /// Returns the number `magnitude` · 10^−`scale`, or its opposite; `None` if the magnitude has more than 96 bits or the scale
    /// is more than 28.
    pub fn new(is_negative: bool, magnitude: u128, scale: u8) -> Option<Self> {
        let mut bytes = magnitude.to_le_bytes();
        (bytes[14], bytes[15]) = (scale, if is_negative { 0x80 } else { 0 });
        (magnitude >> 96 == 0 && scale <= 28).then_some(Self(bytes))
    }

    /// Returns the number without its point and sign.
    pub fn magnitude(self) -> u128 {
        u128::from_le_bytes(self.0) & ((1 << 96) - 1)
    }

    /// Returns the number of digits behind the point.
    pub const fn scale(self) -> u8 {
        self.0[14]
    }

    /// Returns true if it is less than 0, or −0.
    pub const fn is_negative(self) -> bool {
        self.0[15] & 0x80 != 0
    }
}

impl fmt::Display for Decimal128 {
    /// All digits, as in "-1.50".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, scale) = (if self.is_negative() { "-" } else { "" }, usize::from(self.scale()));
        let (whole, part) = match 10u128.checked_pow(u32::from(self.scale())) {
            Some(power) => (self.magnitude() / power, self.magnitude() % power),
            None => (0, self.magnitude()),
        };
        if scale == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{part:0scale$}") }
    }
}

/// An IEEE 754 binary128 float, as its bytes, the least significant first. Equal if the bytes are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Float128(pub [u8; 16]);

impl IntoOwned for Decimal128 {
    type Owned = Self;

    fn into_owned(self) -> Self {
        self
    }
}

impl IntoOwned for Float128 {
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
        let text =
            |is_negative, magnitude, scale| Decimal128::new(is_negative, magnitude, scale).map(|it| it.to_string());
        assert_eq!(text(true, 150, 2).as_deref(), Some("-1.50"));
        assert_eq!(text(false, 7, 28).as_deref(), Some("0.0000000000000000000000000007"));
        assert_eq!(text(false, (1 << 96) - 1, 0).as_deref(), Some("79228162514264337593543950335"));
        assert_eq!(text(false, 1 << 96, 0), None);
        assert_eq!(text(false, 1, 29), None);
    }
}
