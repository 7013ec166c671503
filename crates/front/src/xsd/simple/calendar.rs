//! Dates and times.

use super::Primitive;
use std::cmp::Ordering;

/// A point in time, or a part of one; what a type does not have is that of 2000-01-01T00:00:00.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::xsd) struct Time {
    /// Seconds, without regard to the time zone.
    seconds: i128,
    /// The digits of the fraction of a second, without trailing zeros.
    fraction: String,
    /// Minutes that the local time is ahead, if the time zone is stated.
    zone: Option<i32>,
}

/// The greatest difference between time zones, in seconds.
const ZONES: i128 = 14 * 3600;

impl Time {
    /// Reads a value of one of the types of dates and times; `None` if the text is none.
    pub fn parse(text: &str, ty: Primitive) -> Option<Self> {
        let mut scan = Scan { rest: text };
        let mut it = Parts { year: 2000, month: 1, day: 1, seconds: 0, fraction: String::new() };
        match ty {
            Primitive::DateTime => {
                it.date(&mut scan)?;
                scan.eat('T')?;
                it.time(&mut scan)?;
            }
            Primitive::Date => it.date(&mut scan)?,
            Primitive::Time => it.time(&mut scan)?,
            Primitive::GYear => it.year = scan.year()?,
            Primitive::GYearMonth => {
                it.year = scan.year()?;
                scan.eat('-')?;
                it.month = scan.two(1, 12)?;
            }
            Primitive::GMonth => {
                scan.prefix("--")?;
                it.month = scan.two(1, 12)?;
            }
            Primitive::GMonthDay => {
                scan.prefix("--")?;
                it.month = scan.two(1, 12)?;
                scan.eat('-')?;
                it.day = scan.two(1, days_in_month(2000, it.month))?;
            }
            Primitive::GDay => {
                scan.prefix("---")?;
                it.day = scan.two(1, 31)?;
            }
            _ => return None,
        }
        let zone = scan.zone()?;
        let seconds = days(it.year, it.month, it.day) * 86_400 + i128::from(it.seconds);
        scan.rest.is_empty().then_some(Self { seconds, fraction: it.fraction, zone })
    }

    /// Returns a text that equal times have in common: the seconds, in UTC if there is a time zone.
    pub fn canonical(&self) -> String {
        let (seconds, fraction) = self.at(self.zone.map_or(0, |minutes| i128::from(minutes) * 60));
        format!("{seconds}.{fraction}{}", if self.zone.is_some() { "Z" } else { "" })
    }

    fn at(&self, zone_seconds: i128) -> (i128, &str) {
        (self.seconds - zone_seconds, &self.fraction)
    }

    /// Compares two times. One without a time zone is only less or greater if it is in all (section 3.2.7.4).
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        let of = |it: &Self| it.zone.map(|minutes| i128::from(minutes) * 60);
        match (of(self), of(other)) {
            (None, None) => Some(self.at(0).cmp(&other.at(0))),
            (Some(zone), Some(other_zone)) => Some(self.at(zone).cmp(&other.at(other_zone))),
            (Some(zone), None) => {
                let it = self.at(zone);
                let (first, last) = (other.at(ZONES), other.at(-ZONES));
                if it < first {
                    Some(Ordering::Less)
                } else if it > last {
                    Some(Ordering::Greater)
                } else {
                    None
                }
            }
            (None, Some(_)) => other.compare(self).map(Ordering::reverse),
        }
    }
}

struct Parts {
    year: i64,
    month: u32,
    day: u32,
    seconds: u32,
    fraction: String,
}

impl Parts {
    fn date(&mut self, scan: &mut Scan<'_>) -> Option<()> {
        self.year = scan.year()?;
        scan.eat('-')?;
        self.month = scan.two(1, 12)?;
        scan.eat('-')?;
        self.day = scan.two(1, days_in_month(self.year, self.month))?;
        Some(())
    }

    fn time(&mut self, scan: &mut Scan<'_>) -> Option<()> {
        let hours = scan.two(0, 24)?;
        scan.eat(':')?;
        let minutes = scan.two(0, 59)?;
        scan.eat(':')?;
        let seconds = scan.two(0, 59)?;
        if scan.eat('.').is_some() {
            let digits = scan.digits();
            if digits.is_empty() {
                return None;
            }
            self.fraction = digits.trim_end_matches('0').to_owned();
        }
        self.seconds = hours * 3600 + minutes * 60 + seconds;
        // The end of a day.
        (hours < 24 || minutes == 0 && seconds == 0 && self.fraction.is_empty()).then_some(())
    }
}

struct Scan<'t> {
    rest: &'t str,
}

impl<'t> Scan<'t> {
    fn eat(&mut self, expected: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(expected)?;
        Some(())
    }

    fn prefix(&mut self, expected: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(expected)?;
        Some(())
    }

    fn digits(&mut self) -> &'t str {
        let end = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits
    }

    fn two(&mut self, min: u32, max: u32) -> Option<u32> {
        let digits = self.rest.get(..2).filter(|it| it.bytes().all(|it| it.is_ascii_digit()))?;
        self.rest = &self.rest[2..];
        digits.parse().ok().filter(|it| (min..=max).contains(it))
    }

    /// A year has at least four digits, no more zeros than needed, and is not zero.
    fn year(&mut self) -> Option<i64> {
        let is_negative = self.eat('-').is_some();
        let digits = self.digits();
        let is_padded = digits.len() > 4 && digits.starts_with('0');
        let year: i64 = digits.parse().ok().filter(|it| digits.len() >= 4 && !is_padded && *it != 0)?;
        Some(if is_negative { -year } else { year })
    }

    fn zone(&mut self) -> Option<Option<i32>> {
        if self.rest.is_empty() {
            return Some(None);
        }
        if self.eat('Z').is_some() {
            return Some(Some(0));
        }
        let sign = if self.eat('-').is_some() { -1 } else { self.eat('+').map(|()| 1)? };
        let hours = self.two(0, 14)?;
        self.eat(':')?;
        let minutes = self.two(0, if hours == 14 { 0 } else { 59 })?;
        Some(Some(sign * (hours * 60 + minutes) as i32))
    }
}

fn days_in_month(year: i64, month: u32) -> u32 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the days since a fixed date of the proleptic Gregorian calendar.
pub(super) fn days(year: i64, month: u32, day: u32) -> i128 {
    let year = i128::from(year) - i128::from(month <= 2);
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((i128::from(month) + 9) % 12) + 2) / 5 + i128::from(day) - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year
}
