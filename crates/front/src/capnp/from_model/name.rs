//! Names as Cap'n Proto wants them: letters and digits, capitalised for types, and not so for members.

use polywire_model::{camel_case, pascal_case};
use std::collections::HashSet;

/// Names that are in use in a scope.
#[derive(Default)]
pub(super) struct Names(HashSet<String>);

/// Names of built-in types, which a scope can redefine.
const BUILT_IN: [&str; 20] = [
    "AnyList",
    "AnyPointer",
    "AnyStruct",
    "Bool",
    "Capability",
    "Data",
    "Float32",
    "Float64",
    "Int16",
    "Int32",
    "Int64",
    "Int8",
    "List",
    "Text",
    "UInt16",
    "UInt32",
    "UInt64",
    "UInt8",
    "Void",
    "Interface",
];

impl Names {
    /// For types.
    pub fn of_types() -> Self {
        Self(BUILT_IN.map(str::to_owned).into())
    }

    /// Claims a name; one that is in use gets the first number appended that makes it unique.
    pub fn claim(&mut self, name: &str, numbers: impl Iterator<Item = u32>) -> String {
        let numbered = numbers.map(|number| format!("{name}{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let free = names.find(|name| !self.0.contains(name)).unwrap_or_default();
        self.0.insert(free.clone());
        free
    }
}

/// The name of a type.
pub(super) fn type_name(name: &str) -> String {
    if is_plain(name) && name.starts_with(|first: char| first.is_ascii_uppercase()) {
        return name.to_owned();
    }
    with_letter(pascal_case(name), 'N')
}

/// The name of a member.
pub(super) fn member_name(name: &str) -> String {
    if is_plain(name) && name.starts_with(|first: char| first.is_ascii_lowercase()) {
        return name.to_owned();
    }
    with_letter(camel_case(name), 'n')
}

fn is_plain(name: &str) -> bool {
    name.chars().all(|ch| ch.is_ascii_alphanumeric())
}

/// A name must not begin with a digit.
fn with_letter(name: String, letter: char) -> String {
    if name.starts_with(|first: char| first.is_ascii_alphabetic()) { name } else { format!("{letter}{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept_if_possible() {
        let types =
            [("Order", "Order"), ("HTTPServer", "HTTPServer"), ("foo_bar", "FooBar"), ("_1st", "N1st"), ("_", "N")];
        types.iter().for_each(|(name, expected)| assert_eq!(type_name(name), *expected));
        let members =
            [("orderId", "orderId"), ("order_id", "orderId"), ("NONE", "none"), ("_1st", "n1st"), ("__", "n")];
        members.iter().for_each(|(name, expected)| assert_eq!(member_name(name), *expected));
    }

    #[test]
    fn a_name_that_is_in_use_gets_a_number() {
        let mut names = Names::of_types();
        assert_eq!(["Text", "Text", "Other"].map(|name| names.claim(name, 2..)), ["Text2", "Text3", "Other"]);
    }
}
