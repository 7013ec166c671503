use crate::IntoOwned;
use core::fmt;
use core::str::FromStr;

/// A universally unique identifier: its bytes in the order of its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uuid(pub [u8; 16]);

impl fmt::Display for Uuid {
    /// 36 characters, as in "123e4567-e89b-12d3-a456-426614174000".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, byte) in self.0.iter().enumerate() {
            let hyphen = if matches!(at, 4 | 6 | 8 | 10) { "-" } else { "" };
            write!(f, "{hyphen}{byte:02x}")?;
        }
        Ok(())
    }
}

/// A text that is no UUID of 36 characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoUuid;

impl fmt::Display for NoUuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a UUID of 36 characters")
    }
}

impl core::error::Error for NoUuid {}

impl FromStr for Uuid {
    type Err = NoUuid;

    fn from_str(text: &str) -> Result<Self, NoUuid> {
        let text = text.as_bytes();
        let has_hyphens = text.len() == 36 && [8, 13, 18, 23].iter().all(|at| text[*at] == b'-');
        let mut digits = text.iter().enumerate().filter(|(at, _)| !matches!(at, 8 | 13 | 18 | 23));
        let mut uuid = Self::default();
        for byte in uuid.0.iter_mut().filter(|_| has_hyphens) {
            for _ in 0..2 {
                let digit = digits.next().and_then(|(_, digit)| (*digit as char).to_digit(16)).ok_or(NoUuid)?;
                *byte = *byte << 4 | digit as u8;
            }
        }
        if has_hyphens { Ok(uuid) } else { Err(NoUuid) }
    }
}

impl IntoOwned for Uuid {
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
    fn texts_convert_both_ways() {
        let uuid = Uuid(*b"\x12\x3e\x45\x67\xe8\x9b\x12\xd3\xa4\x56\x42\x66\x14\x17\x40\x00");
        assert_eq!(uuid.to_string(), "123e4567-e89b-12d3-a456-426614174000");
        assert_eq!("123E4567-E89B-12D3-A456-426614174000".parse(), Ok(uuid));
        for text in ["", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g", "{"] {
            assert_eq!(text.parse::<Uuid>(), Err(NoUuid), "{text}");
        }
    }
}
