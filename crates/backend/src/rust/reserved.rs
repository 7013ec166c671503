//! Names that declarations of a schema cannot have.

use crate::outline::NameScope;

/// Makes an empty scope of fields, constants or modules.
pub(super) fn scope() -> NameScope {
    NameScope::new(NOT_RAW)
}

/// Makes an empty scope of types or variants, whose names contain no underscores.
pub(super) fn type_scope() -> NameScope {
    scope().with_separator("")
}

/// Returns a name as an identifier: keywords are raw ones.
pub(super) fn identifier(name: String) -> String {
    if KEYWORDS.binary_search(&name.as_str()).is_ok() { format!("r#{name}") } else { name }
}

/// Keywords that cannot be raw identifiers.
const NOT_RAW: &[&str] = &["Self", "_", "crate", "self", "super"];

/// The other keywords of edition 2024, including reserved ones.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(KEYWORDS.is_sorted() && NOT_RAW.is_sorted());
    }

    #[test]
    fn keywords_are_raw_where_they_can_be() {
        let names = ["type", "self", "Self", "id", "id", "_"].map(|name| name.to_owned());
        let mut scope = scope();
        let claimed = names.map(|name| identifier(scope.claim(&name)));
        assert_eq!(claimed, ["r#type", "self_", "Self_", "id", "id_2", "__"]);
        let mut scope = type_scope();
        assert_eq!(["Id", "Id"].map(|name| scope.claim(name)), ["Id", "Id2"]);
    }
}
