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

#[cfg(test)]
mod tests {
    use super::pattern;
    use crate::xsd::simple::{Primitive, Value};
    use crate::xsd::to_model::lexical::{Condition, Lexical};

    /// Texts of all types, right and wrong.
    const TEXTS: &str = "\
        2000-01-01 0000-01-01 0001-01-01 -0001-01-01 02000-01-01 20000-02-29 12000-12-31Z 2000-1-01 2000-13-01 2000-00-10 2000-04-31 \
        2000-02-29 1900-02-29 2100-02-29 2004-02-29 2001-02-29 -0004-02-29 -0001-02-29 10100-02-29 10000-02-29 100004-02-29 \
        2000-01-01+14:00 2000-01-01+14:01 2000-01-01-13:59 2000-01-01-15:00 2000-01-01z 2000-01-32 999-01-01 \
        2000-01-01T00:00:00 2000-01-01T24:00:00 2000-01-01T24:00:00.000 2000-01-01T24:00:01 2000-01-01T23:59:60 \
        2000-01-01T12:34:56.789Z 2000-01-01T12:34:56. 2000-01-01T1:00:00 1900-02-29T00:00:00 2000-02-29T00:00:00-00:00 \
        00:00:00 24:00:00 24:00:00.1 12:00 12:00:00.5+01:00 2000-01 2000-13 2000 02000 0000 -2000 2000Z 20000 \
        --02-29 --02-30 --04-31 --12-31Z --13-01 ---01 ---31+01:00 ---32 ---00 --01 --12 --13 --01-- --01Z \
        P P1Y P1M P1D PT1S PT1.5S PT.5S PT1.S P1YT P1Y2M3DT4H5M6.7S -P1D +P1D P1D2M PT1M2H P1.5D P1S PT1H1S P-1D P1M1D \
        1 +1 -1 01.50 . .5 5. +.5 1.2.3 1e5 1E-5 1e 1e1.5 INF -INF +INF NaN nan -NaN true false 0 TRUE \
        AB ab A abc 0g AA== AQ== AR== AAA= AAE= AAB= AAAA A=== ==== AA=A AAAAA== \
        a a:b :a a: a:b:c 1a a:1b é _ - a%20b a%2 a%zz a#b a#b#c %25#%26";

    #[test]
    fn patterns_match_the_texts_that_have_values() {
        let mut lexical = Lexical::default();
        for (primitive, name) in Primitive::ALL {
            let Some(pattern) = pattern(primitive) else { continue };
            let made = lexical.made(&Condition::OneOf(vec![pattern])).expect("a small automaton");
            for text in TEXTS.split(' ').chain(["", "A Q = =", "A A A A", "a b", "AB AB"]) {
                assert_eq!(made.accepts(text), Value::parse(text, primitive).is_some(), "{name}: {text:?}");
            }
        }
    }
}
