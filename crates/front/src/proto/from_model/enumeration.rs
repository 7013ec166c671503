use super::name::Names;
use super::{CLOSED, Documented, flag, set_feature};
use crate::proto::descriptor::{Enum, EnumValue, Tree, Value, numbers};
use polywire_model::{Decl, Literal, snake_case};

/// Converts an enum. A member name that is in use in the enclosing scope gets the enum's name as a prefix.
pub(super) fn enumeration(
    (name, decl): (&str, &Decl),
    it: &polywire_model::Enum,
    taken: &mut Names,
    documented: &mut Documented,
) -> Enum {
    let mut values: Vec<EnumValue> = Vec::new();
    for member in &it.members {
        let wanted = if taken.has(&member.name) { prefixed(name, &member.name) } else { member.name.clone() };
        values.push(EnumValue {
            name: taken.claim(&wanted),
            number: member.number as i32,
            options: member.deprecated.then(|| flag(numbers::VALUE_DEPRECATED)),
            node: documented.node(&member.doc),
        });
    }
    // An open enum starts with zero; fields have the model's first member as a default then.
    if it.open || values.is_empty() {
        match values.iter().position(|value| value.number == 0) {
            Some(zero) => values[..=zero].rotate_right(1),
            None => values.insert(0, EnumValue { name: taken.claim(&prefixed(name, "none")), ..EnumValue::default() }),
        }
    }
    let mut options = Tree::default();
    let is_alias = |(at, value): (usize, &EnumValue)| values[..at].iter().any(|other| other.number == value.number);
    if values.iter().enumerate().any(is_alias) {
        options.set(numbers::ALLOW_ALIAS, Value::Varint(1));
    }
    if decl.deprecated {
        options.set(numbers::ENUM_DEPRECATED, Value::Varint(1));
    }
    if !it.open {
        set_feature(&mut options, numbers::ENUM_FEATURES, CLOSED);
    }
    let options = Some(options).filter(|it| !it.is_empty());
    Enum { name: name.to_owned(), options, values, node: documented.node(&decl.doc), ..Enum::default() }
}

fn prefixed(name: &str, member: &str) -> String {
    format!("{}_{member}", snake_case(name))
}

/// Returns the first member if it is an open enum's, and not zero, which is what absence means for Protocol Buffers.
pub(super) fn first_member(it: &polywire_model::Enum) -> Option<Literal> {
    let first = it.members.first().filter(|first| it.open && !it.flags && first.number != 0)?;
    Some(Literal::Int(first.number.into()))
}

/// Returns the printed name of the member with a number.
pub(super) fn value_name(it: &Enum, number: i128) -> Option<String> {
    it.values.iter().find(|value| i128::from(value.number) == number).map(|value| value.name.clone())
}
