use crate::IntoOwned;
use core::fmt;
use core::marker::PhantomData;

/// A unit of time.
pub trait TimeUnit: Copy + Ord + core::hash::Hash + fmt::Debug + Default {
    /// Units in a second: a power of ten.
    const PER_SECOND: u32;
}

macro_rules! units {
    ($($name:ident = $per_second:literal, $doc:literal;)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl TimeUnit for $name {
            const PER_SECOND: u32 = $per_second;
        }
    )*};
}

units! {
    Seconds = 1, "Counts seconds.";
    Millis = 1_000, "Counts milliseconds.";
    Micros = 1_000_000, "Counts microseconds.";
    Nanos = 1_000_000_000, "Counts nanoseconds.";
}

macro_rules! times {
    ($($name:ident($number:ident), $doc:literal;)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name<U: TimeUnit> {
            number: $number,
            unit: PhantomData<U>,
        }

        impl<U: TimeUnit> $name<U> {
            /// Returns the value with this number of units.
            pub const fn from_number(number: $number) -> Self {
                Self { number, unit: PhantomData }
            }

            /// Returns the number of units.
            pub const fn number(self) -> $number {
                self.number
            }

            /// Returns whole seconds, rounded down, and the nanoseconds beyond them.
            pub fn seconds_and_nanos(self) -> (i64, u32) {
                seconds_and_nanos::<U>(i64::from(self.number))
            }
        }

        impl<U: TimeUnit> IntoOwned for $name<U> {
            type Owned = Self;

            fn into_owned(self) -> Self {
                self
            }
        }
    )*};
}

times! {
    TimeOfDay32(i32), "The time since midnight, in 32 bits.";
    TimeOfDay64(i64), "The time since midnight.";
    Timestamp(i64), "The time since 1970-01-01T00:00:00Z, without leap seconds.";
    LocalTimestamp(i64), "The time since 1970-01-01T00:00:00 in a time zone that is not stated.";
    Duration(i64), "A span of time.";
}

fn seconds_and_nanos<U: TimeUnit>(number: i64) -> (i64, u32) {
    let per_second = i64::from(U::PER_SECOND);
    // Both factors are below 10^9, and their product as well.
    let rest = number.rem_euclid(per_second) as u32;
    (number.div_euclid(per_second), rest * (1_000_000_000 / U::PER_SECOND))
}

/// Returns the number of whole units, rounded down, if it has 64 bits.
fn number_of<U: TimeUnit>(seconds: i64, nanos: u32) -> Option<i64> {
    let units = i128::from(seconds) * i128::from(U::PER_SECOND) + i128::from(nanos / (1_000_000_000 / U::PER_SECOND));
    i64::try_from(units).ok()
}

impl<U: TimeUnit> Timestamp<U> {
    /// Returns the time this many seconds after (or before) 1970, plus nanoseconds below 10^9, rounded down; `None` if
    /// it is too far away.
    pub fn from_seconds(seconds: i64, nanos: u32) -> Option<Self> {
        number_of::<U>(seconds, nanos).map(Self::from_number)
    }

    /// Returns the time of a clock, rounded down; `None` if it is too far away.
    #[cfg(feature = "std")]
    pub fn from_system_time(time: std::time::SystemTime) -> Option<Self> {
        let epoch = std::time::SystemTime::UNIX_EPOCH;
        match time.duration_since(epoch) {
            Ok(after) => Self::from_seconds(i64::try_from(after.as_secs()).ok()?, after.subsec_nanos()),
            Err(error) => {
                let before = error.duration();
                let seconds = -i64::try_from(before.as_secs()).ok()?;
                match before.subsec_nanos() {
                    0 => Self::from_seconds(seconds, 0),
                    nanos => Self::from_seconds(seconds.checked_sub(1)?, 1_000_000_000 - nanos),
                }
            }
        }
    }

    /// Returns the time for a clock; `None` if it cannot show it.
    #[cfg(feature = "std")]
    pub fn system_time(self) -> Option<std::time::SystemTime> {
        let (seconds, nanos) = self.seconds_and_nanos();
        let epoch = std::time::SystemTime::UNIX_EPOCH;
        let start = match u64::try_from(seconds) {
            Ok(after) => epoch.checked_add(core::time::Duration::from_secs(after)),
            Err(_) => epoch.checked_sub(core::time::Duration::from_secs(seconds.unsigned_abs())),
        };
        start?.checked_add(core::time::Duration::from_nanos(u64::from(nanos)))
    }
}

impl<U: TimeUnit> fmt::Display for Timestamp<U> {
    /// As RFC 3339 has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        moment(f, self.seconds_and_nanos())?;
        f.write_str("Z")
    }
}

impl<U: TimeUnit> fmt::Display for LocalTimestamp<U> {
    /// As RFC 3339 has it, without a time zone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        moment(f, self.seconds_and_nanos())
    }
}

impl<U: TimeUnit> fmt::Display for TimeOfDay32<U> {
    /// As in "15:04:05.999".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        clock(f, self.seconds_and_nanos())
    }
}

impl<U: TimeUnit> fmt::Display for TimeOfDay64<U> {
    /// As in "15:04:05.999".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        clock(f, self.seconds_and_nanos())
    }
}

/// Days since 1970-01-01.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(i32);

impl Date {
    /// Returns the date with this number of days.
    pub const fn from_number(days: i32) -> Self {
        Self(days)
    }

    /// Returns the number of days.
    pub const fn number(self) -> i32 {
        self.0
    }

    /// Returns the date of a year, a month from 1 and a day from 1 in the proleptic Gregorian calendar; `None` if there
    /// is no such date or it is too far away.
    pub fn from_calendar(year: i64, month: u32, day: u32) -> Option<Self> {
        if !(1..=12).contains(&month) || day == 0 || !(-6_000_000..=6_000_000).contains(&year) {
            return None;
        }
        let days = days_before(year, month) + i64::from(day) - 1;
        (calendar(days) == (year, month, day)).then(|| i32::try_from(days).ok().map(Self)).flatten()
    }

    /// Returns the year, the month from 1 and the day from 1.
    pub fn calendar(self) -> (i64, u32, u32) {
        calendar(i64::from(self.0))
    }
}

impl fmt::Display for Date {
    /// As in "2006-01-02".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        day(f, i64::from(self.0))
    }
}

const DAYS_OF_400_YEARS: i64 = 146_097;
/// Days from 0000-03-01 to 1970-01-01. Years that start in March end with the day that leap years add.
const MARCH_0000_TO_1970: i64 = 719_468;

/// Returns the days from 1970-01-01 to the first day of a month.
fn days_before(year: i64, month: u32) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days_of_months = (153 * i64::from(month) + 2) / 5;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + days_of_months - MARCH_0000_TO_1970
}

fn calendar(days: i64) -> (i64, u32, u32) {
    let since = days + MARCH_0000_TO_1970;
    let (cycle, day) = (since.div_euclid(DAYS_OF_400_YEARS), since.rem_euclid(DAYS_OF_400_YEARS));
    // The last day of 4, of 100 (but not of 400) and of 400 years belongs to the year before.
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (cycle * 400 + year + carry, month as u32, of_month as u32)
}

fn day(f: &mut fmt::Formatter<'_>, days: i64) -> fmt::Result {
    let (year, month, day) = calendar(days);
    let sign = if year < 0 { "-" } else { "" };
    write!(f, "{sign}{:04}-{month:02}-{day:02}", year.unsigned_abs())
}

fn clock(f: &mut fmt::Formatter<'_>, (seconds, nanos): (i64, u32)) -> fmt::Result {
    let second = seconds.rem_euclid(86_400);
    write!(f, "{:02}:{:02}:{:02}", second / 3_600, second / 60 % 60, second % 60)?;
    if nanos != 0 {
        let (mut digits, mut width) = (nanos, 9);
        while digits % 10 == 0 {
            (digits, width) = (digits / 10, width - 1);
        }
        write!(f, ".{digits:0width$}")?;
    }
    Ok(())
}

fn moment(f: &mut fmt::Formatter<'_>, (seconds, nanos): (i64, u32)) -> fmt::Result {
    day(f, seconds.div_euclid(86_400))?;
    f.write_str("T")?;
    clock(f, (seconds, nanos))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn dates_agree_with_the_calendar() {
        for (text, days) in [("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2100-03-01", 47_541)] {
            assert_eq!(Date::from_number(days).to_string(), text);
        }
        for days in (-800_000..800_000).step_by(13).chain([i32::MIN, i32::MAX]) {
            let date = Date::from_number(days);
            let (year, month, day) = date.calendar();
            assert_eq!(Date::from_calendar(year, month, day), Some(date));
        }
        assert_eq!(Date::from_calendar(2100, 2, 29), None);
        assert_eq!(Date::from_calendar(2026, 13, 1), None);
        assert_eq!(Date::from_calendar(6_000_000, 1, 1), None);
    }

    #[test]
    fn times_print_as_rfc_3339_has_them() {
        assert_eq!(Timestamp::<Nanos>::from_number(-1).to_string(), "1969-12-31T23:59:59.999999999Z");
        assert_eq!(Timestamp::<Millis>::from_number(1_500).to_string(), "1970-01-01T00:00:01.5Z");
        assert_eq!(LocalTimestamp::<Seconds>::from_number(0).to_string(), "1970-01-01T00:00:00");
        assert_eq!(TimeOfDay32::<Millis>::from_number(45_296_789).to_string(), "12:34:56.789");
        assert_eq!(TimeOfDay64::<Micros>::from_number(1).to_string(), "00:00:00.000001");
    }

    #[test]
    fn timestamps_convert_both_ways() {
        for nanos in [0, 1, -1, 1_500_000_000, -1_500_000_000, i64::MAX, i64::MIN] {
            let time = Timestamp::<Nanos>::from_number(nanos);
            let (seconds, rest) = time.seconds_and_nanos();
            assert_eq!(Timestamp::from_seconds(seconds, rest), Some(time));
            #[cfg(feature = "std")]
            assert_eq!(time.system_time().and_then(Timestamp::from_system_time), Some(time));
        }
        assert_eq!(Timestamp::<Nanos>::from_seconds(i64::MAX, 0), None);
        assert_eq!(Duration::<Millis>::from_number(-1).seconds_and_nanos(), (-1, 999_000_000));
    }
}
