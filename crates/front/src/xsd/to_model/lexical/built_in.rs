//! The texts of primitive types, as patterns (XML Schema Part 2, section 3.2).

use crate::xsd::simple::Primitive;

const YEAR: &str = "-?(0[0-9]{2}[1-9]|0[0-9][1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3,})";
/// Years of 366 days. The last four digits are divisible by 4, and not by 100 unless by 400.
const LEAP_YEAR: &str = "-?(([1-9][0-9]*)?([0-9]{2}(0[48]|[2468][048]|[13579][26])|\
                         (0[48]|[2468][048]|[13579][26])00)|[1-9][0-9]*0000)";
/// Days that all years have.
const USUAL_DAY: &str = "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|\
                         02-(0[1-9]|1[0-9]|2[0-8]))";
const LEAP_DAY: &str = "02-29";
const TIME: &str = "(([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?|24:00:00(\\.0+)?)";
const ZONE: &str = "(Z|[+\\-](0[0-9]|1[0-3]):[0-5][0-9]|[+\\-]14:00)?";
const DAYS: &str = "([0-9]+Y([0-9]+M)?([0-9]+D)?|[0-9]+M([0-9]+D)?|[0-9]+D)";
const CLOCK: &str = "T([0-9]+H([0-9]+M)?([0-9]+(\\.[0-9]+)?S)?|[0-9]+M([0-9]+(\\.[0-9]+)?S)?|[0-9]+(\\.[0-9]+)?S)";
const NUMBER: &str = "[+\\-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)";
/// A name with or without a prefix, up to its local part.
pub(super) const PREFIX: &str = r"([\i-[:]][\c-[:]]*:)?";
const LOCAL: &str = r"[\i-[:]][\c-[:]]*";

/// Returns the pattern of a primitive type; `None` if it has any texts.
pub(super) fn pattern(primitive: Primitive) -> Option<String> {
    let date = || format!("({YEAR}-{USUAL_DAY}|{LEAP_YEAR}-{LEAP_DAY})");
    Some(match primitive {
        Primitive::DateTime => format!("{}T{TIME}{ZONE}", date()),
        Primitive::Date => format!("{}{ZONE}", date()),
        Primitive::Time => format!("{TIME}{ZONE}"),
        Primitive::GYearMonth => format!("{YEAR}-(0[1-9]|1[0-2]){ZONE}"),
        Primitive::GYear => format!("{YEAR}{ZONE}"),
        Primitive::GMonthDay => format!("--({USUAL_DAY}|{LEAP_DAY}){ZONE}"),
        Primitive::GDay => format!("---(0[1-9]|[12][0-9]|3[01]){ZONE}"),
        Primitive::GMonth => format!("--(0[1-9]|1[0-2]){ZONE}"),
        Primitive::Duration => format!("-?P({DAYS}({CLOCK})?|{CLOCK})"),
        Primitive::QName | Primitive::Notation => format!("{PREFIX}{LOCAL}"),
        Primitive::Boolean => "true|false|1|0".to_owned(),
        Primitive::Decimal => NUMBER.to_owned(),
        Primitive::Float | Primitive::Double => format!("{NUMBER}([eE][+\\-]?[0-9]+)?|-?INF|NaN"),
        Primitive::HexBinary => "([0-9a-fA-F]{2})*".to_owned(),
        Primitive::Base64Binary => {
            let digit = "[A-Za-z0-9+/] ?";
            format!("(({digit}){{4}})*(({digit}){{2}}[AEIMQUYcgkosw048] ?=|{digit}[AQgw] ?= ?=)?")
        }
        // As `value` says: hexadecimal digits behind each `%`, and one `#`.
        Primitive::AnyUri => "([^%#]|%[0-9a-fA-F]{2})*(#([^%#]|%[0-9a-fA-F]{2})*)?".to_owned(),
        Primitive::AnySimpleType | Primitive::String => return None,
    })
}
