use super::name::Names;
use crate::proto::descriptor::{Enum, EnumValue, Tree, Value, numbers};
use polywire_model::snake_case;

/// Converts an enum. A member name that is in use in the enclosing scope gets the enum's name as a prefix.
pub(super) fn enumeration(name: &str, it: &polywire_model::Enum, taken: &mut Names) -> Enum {
    let mut values: Vec<EnumValue> = Vec::new();
    for member in &it.members {
        let wanted = if taken.has(&member.name) { prefixed(name, &member.name) } else { member.name.clone() };
        let value = EnumValue { name: taken.claim(&wanted), number: member.number as i32, ..EnumValue::default() };
        values.push(value);
    }
    if values.is_empty() {
        values.push(EnumValue { name: taken.claim(&prefixed(name, "none")), ..EnumValue::default() });
    }
    let is_alias = |(at, value): (usize, &EnumValue)| values[..at].iter().any(|other| other.number == value.number);
    let has_aliases = values.iter().enumerate().any(is_alias);
    Enum { name: name.to_owned(), options: has_aliases.then(allow_alias), values, ..Enum::default() }
}

fn prefixed(name: &str, member: &str) -> String {
    format!("{}_{member}", snake_case(name))
}

fn allow_alias() -> Tree {
    let mut options = Tree::default();
    options.set(numbers::ALLOW_ALIAS, Value::Varint(1));
    options
}

/// Returns the printed name of the member with a number.
pub(super) fn value_name(it: &Enum, number: i128) -> Option<String> {
    it.values.iter().find(|value| i128::from(value.number) == number).map(|value| value.name.clone())
}
