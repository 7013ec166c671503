//! MessagePack timestamps (extension -1) in RFC 3339 form.

/// The extension type.
pub(crate) const TYPE: i8 = -1;

/// Seconds since 1970, and nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Timestamp {
    pub seconds: i64,
    pub nanos: u32,
}

/// Returns the text of an extension that is a timestamp.
pub(crate) fn text_of(ty: i8, data: &[u8]) -> Option<String> {
    Timestamp::of(data).filter(|_| ty == TYPE).and_then(Timestamp::text)
}

const DAY: i64 = 86_400;
/// The years 0001 to 9999, in seconds.
const FIRST: i64 = -62_135_596_800;
const LAST: i64 = 253_402_300_799;

impl Timestamp {
    /// Returns the timestamp in an extension.
    pub fn of(data: &[u8]) -> Option<Self> {
        let timestamp = match data.len() {
            4 => Self { seconds: u32::from_be_bytes(data.try_into().ok()?).into(), nanos: 0 },
            8 => {
                let bits = u64::from_be_bytes(data.try_into().ok()?);
                Self { seconds: (bits & ((1 << 34) - 1)) as i64, nanos: (bits >> 34) as u32 }
            }
            12 => {
                let (nanos, seconds) = data.split_first_chunk()?;
                Self { seconds: i64::from_be_bytes(seconds.try_into().ok()?), nanos: u32::from_be_bytes(*nanos) }
            }
            _ => return None,
        };
        (timestamp.nanos < 1_000_000_000).then_some(timestamp)
    }

    /// Returns the shortest extension data.
    pub fn data(self) -> Vec<u8> {
        match u64::try_from(self.seconds) {
            Ok(seconds) if self.nanos == 0 && seconds >> 32 == 0 => (seconds as u32).to_be_bytes().to_vec(),
            Ok(seconds) if seconds >> 34 == 0 => (u64::from(self.nanos) << 34 | seconds).to_be_bytes().to_vec(),
            Ok(_) | Err(_) => [&self.nanos.to_be_bytes()[..], &self.seconds.to_be_bytes()].concat(),
        }
    }

    /// Returns the text; `None` for years out of range.
    pub fn text(self) -> Option<String> {
        if !(FIRST..=LAST).contains(&self.seconds) {
            return None;
        }
        let (year, month, day) = date(self.seconds.div_euclid(DAY));
        let second = self.seconds.rem_euclid(DAY);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        let fraction = if self.nanos == 0 { String::new() } else { format!(".{:09}", self.nanos) };
        let fraction = fraction.trim_end_matches('0');
        Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z"))
    }

    /// Parses a text of exactly this form.
    pub fn parse(text: &str) -> Option<Self> {
        let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
        let [year, month, day] = fields(date, '-', [4, 2, 2])?;
        let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
        let [hour, minute, second] = fields(time, ':', [2, 2, 2])?;
        let nanos = format!("{:0<9}", fraction).parse().ok().filter(|_| fraction.len() <= 9)?;
        let seconds = days(year, month, day) * DAY + hour * 3600 + minute * 60 + second;
        // Invalid dates and other forms differ from the printed text.
        Some(Self { seconds, nanos }).filter(|timestamp| timestamp.text().as_deref() == Some(text))
    }
}

fn fields(text: &str, between: char, widths: [usize; 3]) -> Option<[i64; 3]> {
    let mut parts = text.split(between);
    let mut field = |width: usize| {
        let part = parts.next().filter(|part| part.len() == width && part.bytes().all(|byte| byte.is_ascii_digit()))?;
        part.parse().ok()
    };
    Some([field(widths[0])?, field(widths[1])?, field(widths[2])?])
}

/// Converts a day counted from 1970-01-01 to a Gregorian date. Years begin in March here, so that the leap day is the
/// last.
fn date(day: i64) -> (i64, i64, i64) {
    let day = day + 719_468;
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + later, month, day)
}

/// Returns the day of a date, counted from 1970-01-01.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_data_read_back() {
        let cases = [
            (0, 0, "1970-01-01T00:00:00Z", 4),
            (951_782_400, 0, "2000-02-29T00:00:00Z", 4),
            (1_700_000_000, 500_000_000, "2023-11-14T22:13:20.5Z", 8),
            (-1, 1, "1969-12-31T23:59:59.000000001Z", 12),
            (FIRST, 0, "0001-01-01T00:00:00Z", 12),
            (LAST, 999_999_999, "9999-12-31T23:59:59.999999999Z", 12),
        ];
        for (seconds, nanos, text, len) in cases {
            let timestamp = Timestamp { seconds, nanos };
            assert_eq!(timestamp.text().as_deref(), Some(text));
            assert_eq!(Timestamp::parse(text), Some(timestamp));
            assert_eq!(timestamp.data().len(), len);
            assert_eq!(Timestamp::of(&timestamp.data()), Some(timestamp));
        }
        for wrong in ["2023-02-29T00:00:00Z", "2023-01-01T24:00:00Z", "2023-01-01T00:00:00.50Z", "2023-1-1T00:00:00Z"] {
            assert_eq!(Timestamp::parse(wrong), None, "{wrong}");
        }
    }
}
