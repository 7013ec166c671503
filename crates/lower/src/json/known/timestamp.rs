//! Points in time in RFC 3339 form (sections 5.6 and 5.7, without leap seconds), from year 1 to year 9999.

use super::digits;
use super::types::Time;
use crate::text::number::write_digits;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Place, ReadLeaf, ValueType};

/// Seconds from 0001-01-01T00:00:00Z to 1970-01-01T00:00:00Z.
const EPOCH: i64 = 62_135_596_800;
/// The last second of year 9999.
const LAST: i64 = 253_402_300_799;
const DAY: u64 = 86_400;
/// Days from 0000-03-01 to 0001-01-01. Years start in March here, so that a leap day is the last of its year.
const MARCH: u64 = 306;
/// Days of 400 years.
const ERA: u64 = 146_097;

/// Appends the string.
pub(super) fn write(b: &mut FunctionBuilder, time: Time, value: &Place) {
    let seconds = Expr::from(b.let_("seconds", Expr::Get(value.field(time.seconds))));
    check_range(b, &seconds);
    let nanos = Expr::Get(value.field(time.nanos)).reinterpret();
    let nanos = Expr::from(b.let_("nanos", nanos));
    b.check(nanos.clone().below(1_000_000_000u64), ErrorCode::OutOfRange);
    let since = Expr::from(b.let_("since", (seconds + EPOCH).reinterpret()));
    b.write_bytes(b"\"");
    write_date(b, since.clone() / DAY);
    let second = Expr::from(b.let_("second", since % DAY));
    for (mark, part) in
        [(b"T", second.clone() / 3600u64), (b":", second.clone() / 60u64 % 60u64), (b":", second % 60u64)]
    {
        b.write_bytes(mark);
        write_digits(b, &part, 2);
    }
    digits::write_fraction(b, &nanos);
    b.write_bytes(b"Z\"");
}

/// Appends the date that is this number of days (U64) after 0001-01-01.
fn write_date(b: &mut FunctionBuilder, days: Expr) {
    let number = |b: &mut FunctionBuilder, name: &str, value: Expr| Expr::from(b.let_(name, value));
    let days = number(b, "days", days + MARCH);
    let day = number(b, "day_of_era", days.clone() % ERA);
    // Days without leap days: none in the 100th, 200th and 300th year, one in the 400th.
    let leaps = day.clone() / 1460u64 - day.clone() / 36_524u64 + day.clone() / 146_096u64;
    let year = number(b, "year_of_era", (day.clone() - leaps) / 365u64);
    let leaps = year.clone() / 4u64 - year.clone() / 100u64;
    let day = number(b, "day_of_year", day - year.clone() * 365u64 - leaps);
    let month = number(b, "month", (day.clone() * 5u64 + 2u64) / 153u64);
    let day = day - (month.clone() * 153u64 + 2u64) / 5u64 + 1u64;
    let late = Expr::from(10u64).at_most(month.clone());
    let year = number(b, "year", days / ERA * 400u64 + year + late.clone().as_int());
    write_digits(b, &year, 4);
    b.write_bytes(b"-");
    write_digits(b, &(month + late.choose(u64::MAX - 8, 3u64)), 2);
    b.write_bytes(b"-");
    write_digits(b, &day, 2);
}

/// Reads the string.
pub(super) fn read(b: &mut FunctionBuilder, time: Time, value: &Place) {
    let text = b.read_leaf("text", ReadLeaf::JsonString);
    let parts = [("seconds", ValueType::I64), ("nanos", ValueType::U64)];
    let read = b.at(text, 0u64, &parts, |b| {
        let days = read_date(b);
        let second = read_clock(b, b'T', true);
        let nanos = digits::read_fraction(b);
        let offset = read_offset(b);
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        let seconds = (days * DAY + second).reinterpret() - EPOCH - offset;
        vec![seconds, nanos]
    });
    check_range(b, &read[0].into());
    b.set(value.field(time.seconds), read[0]);
    b.set(value.field(time.nanos), Expr::from(read[1]).reinterpret());
}

fn check_range(b: &mut FunctionBuilder, seconds: &Expr) {
    let from_first = Expr::from(-EPOCH).at_most(seconds.clone());
    b.check(from_first & seconds.clone().at_most(LAST), ErrorCode::OutOfRange);
}

/// Reads a calendar date; yields days since 0001-01-01 as U64.
fn read_date(b: &mut FunctionBuilder) -> Expr {
    let year = digits::read_number(b, "year", 4);
    digits::mark(b, b'-');
    let month = digits::read_number(b, "month", 2);
    digits::mark(b, b'-');
    let day = digits::read_number(b, "day", 2);
    let in_year = year.clone().is_not(0u64) & (month.clone() - 1u64).below(12u64);
    b.check(in_year & (day.clone() - 1u64).below(days_of(&year, &month)), ErrorCode::OutOfRange);
    let number = |b: &mut FunctionBuilder, name: &str, value: Expr| Expr::from(b.let_(name, value));
    let year = number(b, "year", year - month.clone().at_most(2u64).as_int());
    let of_era = number(b, "year_of_era", year.clone() % 400u64);
    let from_march = (month + 9u64) % 12u64;
    let day = (from_march * 153u64 + 2u64) / 5u64 + day - 1u64;
    let leaps = of_era.clone() / 4u64 - of_era.clone() / 100u64;
    let days = year / 400u64 * ERA + of_era * 365u64 + leaps + day - MARCH;
    number(b, "days", days)
}

/// Returns the number of days of a month.
fn days_of(year: &Expr, month: &Expr) -> Expr {
    let divides = |divisor: u64| (year.clone() % divisor).is(0u64);
    let leap = divides(4) & (!divides(100) | divides(400));
    // Months with 31 days are the odd ones up to July and the even ones from August on.
    let long = (month.clone() + (month.clone() >> 3u64)) & 1u64;
    month.clone().is(2u64).choose(leap.as_int() + 28u64, long + 30u64)
}

/// Reads hours and minutes, and optionally seconds, after a mark; yields seconds as U64.
fn read_clock(b: &mut FunctionBuilder, mark: u8, with_seconds: bool) -> Expr {
    digits::mark(b, mark);
    let hour = digits::read_number(b, "hour", 2);
    digits::mark(b, b':');
    let minute = digits::read_number(b, "minute", 2);
    b.check(hour.clone().below(24u64) & minute.clone().below(60u64), ErrorCode::OutOfRange);
    let clock = (hour * 60u64 + minute) * 60u64;
    if !with_seconds {
        return clock;
    }
    digits::mark(b, b':');
    let second = digits::read_number(b, "second", 2);
    b.check(second.clone().below(60u64), ErrorCode::OutOfRange);
    clock + second
}

/// Reads the offset of a time from UTC; yields seconds as I64.
fn read_offset(b: &mut FunctionBuilder) -> Expr {
    let utc = Expr::from(b.matches("utc", b"Z"));
    let offset = [("offset", ValueType::I64)];
    let given = |b: &mut FunctionBuilder| {
        let ahead = Expr::from(b.peek("sign")).is(u64::from(b'+'));
        b.if_yields(
            ahead,
            &offset,
            |b| vec![read_clock(b, b'+', false).reinterpret()],
            |b| vec![Expr::from(0i64) - read_clock(b, b'-', false).reinterpret()],
        )
    };
    b.if_yields(utc, &offset, |_| vec![0i64.into()], |b| given(b).into_iter().map(Expr::from).collect())[0].into()
}
