//! The texts of built-in types, as patterns (XML Schema Part 2, section 3.2).

use crate::xsd::pattern::{automaton, parse};
use crate::xsd::simple::{Primitive, SimpleType};
use polywire_model::attr::XmlAutomaton;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

const DATE: &str = "-?(0[0-9]{2}[1-9]|0[0-9][1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3,})-\
                    ((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))";
const YEAR: &str = "-?(0[0-9]{2}[1-9]|0[0-9][1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3,})";
const TIME: &str = "(([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?|24:00:00(\\.0+)?)";
const ZONE: &str = "(Z|[+\\-](0[0-9]|1[0-3]):[0-5][0-9]|[+\\-]14:00)?";
const MONTH_DAY: &str =
    "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))";
const CLOCK: &str = "T([0-9]+H([0-9]+M)?([0-9]+(\\.[0-9]+)?S)?|[0-9]+M([0-9]+(\\.[0-9]+)?S)?|[0-9]+(\\.[0-9]+)?S)";

/// Returns the pattern of a built-in type, if its values are texts in the model.
fn pattern(primitive: Primitive) -> Option<String> {
    Some(match primitive {
        Primitive::DateTime => format!("{DATE}T{TIME}{ZONE}"),
        Primitive::Date => format!("{DATE}{ZONE}"),
        Primitive::Time => format!("{TIME}{ZONE}"),
        Primitive::GYearMonth => format!("{YEAR}-(0[1-9]|1[0-2]){ZONE}"),
        Primitive::GYear => format!("{YEAR}{ZONE}"),
        Primitive::GMonthDay => format!("--{MONTH_DAY}{ZONE}"),
        Primitive::GDay => format!("---(0[1-9]|[12][0-9]|3[01]){ZONE}"),
        Primitive::GMonth => format!("--(0[1-9]|1[0-2]){ZONE}"),
        Primitive::Duration => {
            let date = "([0-9]+Y([0-9]+M)?([0-9]+D)?|[0-9]+M([0-9]+D)?|[0-9]+D)";
            format!("-?P({date}({CLOCK})?|{CLOCK})")
        }
        Primitive::QName => r"([\i-[:]][\c-[:]]*:)?[\i-[:]][\c-[:]]*".to_owned(),
        Primitive::AnySimpleType
        | Primitive::String
        | Primitive::Boolean
        | Primitive::Decimal
        | Primitive::Float
        | Primitive::Double
        | Primitive::HexBinary
        | Primitive::Base64Binary
        | Primitive::AnyUri
        | Primitive::Notation => return None,
    })
}

/// The automata of built-in types, which are made once.
static BUILT_IN: OnceLock<HashMap<Primitive, Arc<XmlAutomaton>>> = OnceLock::new();

fn built_in(primitive: Primitive) -> Option<Arc<XmlAutomaton>> {
    let made = BUILT_IN.get_or_init(|| {
        let make = |(primitive, _): (Primitive, &str)| {
            let parsed = parse(&pattern(primitive)?).ok()?;
            Some((primitive, Arc::new(automaton([&parsed].into_iter())?)))
        };
        Primitive::ALL.into_iter().filter_map(make).collect()
    });
    made.get(&primitive).cloned()
}

/// Returns the automata that all texts of a type match.
pub(super) fn automata(ty: &SimpleType) -> Vec<Arc<XmlAutomaton>> {
    // The numbers of the model have no other texts.
    let is_decimal = ty.primitive() == Some(Primitive::Decimal);
    let first = if is_decimal { ty.builtin_patterns.min(ty.patterns.len()) } else { 0 };
    let groups = ty.patterns[first..].iter();
    let stated = groups.filter_map(|group| automaton(group.iter().map(|(_, pattern)| pattern.as_ref())).map(Arc::new));
    ty.primitive().and_then(built_in).into_iter().chain(stated).collect()
}
