//! Names of the model: those of the schema, as far as they are identifiers.

use polywire_model::snake_case;
use std::collections::HashSet;

/// The names that are in use in a struct or a union.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// Returns a name that is not in use: one that is gets a number.
    pub fn free(&mut self, name: &str) -> String {
        let plain = identifier(name);
        let mut free = plain.clone();
        let mut number = 2;
        while !self.taken.insert(folded(&free)) {
            free = format!("{plain}_{number}");
            number += 1;
        }
        free
    }
}

/// Names that differ only in case would be the same in languages with their own rules.
pub(super) fn folded(name: &str) -> String {
    name.split('.').map(snake_case).collect::<Vec<_>>().join(".")
}

/// Turns a name into an identifier: other characters become underscores.
pub(super) fn identifier(name: &str) -> String {
    let letter = |it: char| if it.is_ascii_alphanumeric() || it == '_' { it } else { '_' };
    let text: String = name.chars().map(letter).collect();
    match text.chars().next() {
        Some(first) if !first.is_ascii_digit() => text,
        Some(_) | None => format!("_{text}"),
    }
}

/// Returns true if a text is an identifier as it is.
pub(super) fn is_identifier(text: &str) -> bool {
    !text.is_empty() && identifier(text) == text && text.contains(|it: char| it.is_ascii_alphabetic())
}

/// Returns the module of a namespace: the labels of its host from the last to the first, then its path; of a URN its parts.
pub(super) fn module(namespace: &str) -> Vec<String> {
    let (host, path) = match (namespace.split_once("://"), namespace.strip_prefix("urn:")) {
        (Some((_, rest)), _) => rest.split_once('/').unwrap_or((rest, "")),
        (None, Some(urn)) => ("", urn),
        (None, None) => ("", namespace),
    };
    let host = host.split(':').next().unwrap_or_default();
    let labels = host.split('.').rev().filter(|it| !it.is_empty() && *it != "www");
    let path = path.split(['/', ':', '#', '?']).filter(|it| !it.is_empty());
    labels.chain(path).map(identifier).collect()
}

#[cfg(test)]
mod tests {
    use super::module;

    #[test]
    fn modules_of_namespaces() {
        for (namespace, expected) in [
            ("", ""),
            ("http://www.example.com/trade/v1", "com.example.trade.v1"),
            ("urn:iso:std:20022:pacs.003", "iso.std._20022.pacs_003"),
            ("trade", "trade"),
        ] {
            assert_eq!(module(namespace).join("."), expected);
        }
    }
}
