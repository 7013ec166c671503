/// An edition of the language by its number in `descriptor.proto`; proto2 and proto3 count as editions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edition(pub i32);

impl Default for Edition {
    fn default() -> Self {
        Self::PROTO2
    }
}

impl Edition {
    /// `syntax = "proto2"`, or no syntax.
    pub const PROTO2: Self = Self(998);
    /// `syntax = "proto3"`.
    pub const PROTO3: Self = Self(999);
    /// `edition = "2023"`.
    pub const E2023: Self = Self(1000);
    /// `edition = "2024"`.
    pub const E2024: Self = Self(1001);
    /// `edition = "2026"`.
    pub const E2026: Self = Self(1002);
    /// `edition = "UNSTABLE"`: features of a future edition.
    pub const UNSTABLE: Self = Self(9999);

    /// Returns true for proto2 and proto3.
    pub fn is_legacy(self) -> bool {
        self < Self::E2023
    }

    /// Returns the edition with this name.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        match name {
            b"2023" => Some(Self::E2023),
            b"2024" => Some(Self::E2024),
            b"2026" => Some(Self::E2026),
            b"UNSTABLE" => Some(Self::UNSTABLE),
            _ => None,
        }
    }

    /// Returns the name as written in files.
    pub fn name(self) -> String {
        match self {
            Self::PROTO2 => "proto2".to_owned(),
            Self::PROTO3 => "proto3".to_owned(),
            Self::E2023 => "2023".to_owned(),
            Self::E2024 => "2024".to_owned(),
            Self::E2026 => "2026".to_owned(),
            Self::UNSTABLE => "UNSTABLE".to_owned(),
            Self(900) => "LEGACY".to_owned(),
            Self(other) => other.to_string(),
        }
    }
}
