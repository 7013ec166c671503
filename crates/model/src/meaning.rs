//! Design: docs/decisions/0085-meanings-of-integers.md

use crate::DeclId;
use std::fmt;

/// What an integer stands for. The integer itself is the same for all meanings, in memory and in binary formats. `E` is
/// the reference to an enum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Meaning<E = DeclId> {
    /// A number.
    #[default]
    Number,
    /// A character: an octet of a character set (8 bits), a UTF-16 code unit (16) or a Unicode code point (32).
    Character,
    /// Days since 1970-01-01 in the proleptic Gregorian calendar (32 bits, signed).
    Date,
    /// The time since midnight.
    TimeOfDay(TimeUnit),
    /// The time since 1970-01-01T00:00:00Z, without leap seconds (64 bits).
    Timestamp(TimeUnit),
    /// The time since 1970-01-01T00:00:00 in a time zone that is not stated (64 bits).
    LocalTimestamp(TimeUnit),
    /// A span of time (64 bits, signed).
    Duration(TimeUnit),
    /// A decimal number with this many digits behind the point: the integer is the number times ten to this power.
    Decimal {
        /// Digits behind the point, at most 38.
        scale: u8,
    },
    /// The bits of an IEEE 754 binary16 float (16 bits, unsigned).
    Float16,
    /// A set of flags: a bit for each of them. The enum names them (unsigned, of the enum's width).
    Flags(E),
}

/// The unit of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TimeUnit {
    /// 1 s.
    Seconds,
    /// 10⁻³ s.
    Milliseconds,
    /// 10⁻⁶ s.
    Microseconds,
    /// 10⁻⁹ s.
    Nanoseconds,
}

impl TimeUnit {
    /// All units, the longest first.
    pub const ALL: [Self; 4] = [Self::Seconds, Self::Milliseconds, Self::Microseconds, Self::Nanoseconds];

    /// Returns the symbol of the unit.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Seconds => "s",
            Self::Milliseconds => "ms",
            Self::Microseconds => "us",
            Self::Nanoseconds => "ns",
        }
    }

    /// Returns the number of decimal digits of a second that the unit counts.
    pub const fn digits(self) -> u8 {
        match self {
            Self::Seconds => 0,
            Self::Milliseconds => 3,
            Self::Microseconds => 6,
            Self::Nanoseconds => 9,
        }
    }
}

impl<E> Meaning<E> {
    /// Returns the meaning with this name, as `Display` prints it; none has parameters but decimals, whose scale is `scale`.
    pub fn named(name: &str, scale: Option<u8>) -> Option<Self> {
        let of_unit = [Self::TimeOfDay, Self::Timestamp, Self::LocalTimestamp, Self::Duration];
        let timed = of_unit.into_iter().flat_map(|of| TimeUnit::ALL.map(of));
        let mut all = [Self::Character, Self::Date, Self::Float16].into_iter().chain(timed);
        match scale {
            Some(scale) => (name == "decimal").then_some(Self::Decimal { scale }),
            None => all.find(|it| it.to_string() == name),
        }
    }

    /// Returns the same meaning with another reference to the enum.
    pub fn map<F>(self, enumeration: impl FnOnce(E) -> F) -> Meaning<F> {
        match self {
            Self::Number => Meaning::Number,
            Self::Character => Meaning::Character,
            Self::Date => Meaning::Date,
            Self::TimeOfDay(unit) => Meaning::TimeOfDay(unit),
            Self::Timestamp(unit) => Meaning::Timestamp(unit),
            Self::LocalTimestamp(unit) => Meaning::LocalTimestamp(unit),
            Self::Duration(unit) => Meaning::Duration(unit),
            Self::Decimal { scale } => Meaning::Decimal { scale },
            Self::Float16 => Meaning::Float16,
            Self::Flags(id) => Meaning::Flags(enumeration(id)),
        }
    }

    /// Returns true if integers of this width and signedness can have the meaning.
    pub const fn fits(&self, bits: u8, signed: bool) -> bool {
        match self {
            Self::Number => true,
            Self::Character => bits <= 32 && !signed,
            Self::Date => bits == 32 && signed,
            Self::TimeOfDay(unit) => signed && bits == if unit.digits() > 3 { 64 } else { 32 },
            Self::Timestamp(_) | Self::LocalTimestamp(_) => bits == 64,
            Self::Duration(_) => bits == 64 && signed,
            Self::Decimal { scale } => signed && *scale <= 38,
            Self::Float16 => bits == 16 && !signed,
            Self::Flags(_) => !signed,
        }
    }
}

impl<E> fmt::Display for Meaning<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => f.write_str("number"),
            Self::Character => f.write_str("character"),
            Self::Date => f.write_str("date"),
            Self::TimeOfDay(unit) => write!(f, "time_of_day_{}", unit.symbol()),
            Self::Timestamp(unit) => write!(f, "timestamp_{}", unit.symbol()),
            Self::LocalTimestamp(unit) => write!(f, "local_timestamp_{}", unit.symbol()),
            Self::Duration(unit) => write!(f, "duration_{}", unit.symbol()),
            Self::Decimal { scale } => write!(f, "decimal({scale})"),
            Self::Float16 => f.write_str("float16"),
            Self::Flags(_) => f.write_str("flags"),
        }
    }
}
