//! The attributes of generated Rust.

use polywire_backend::rust::{Additions, Attribute, Paths};
use polywire_ir::types::Types;
use polywire_model::Model;
use polywire_source::closest;

/// Parses attributes written `PATH=ATTRIBUTE`.
pub fn rust_attributes(texts: &[&str]) -> Result<Vec<Attribute>, String> {
    let parse = |text: &&str| {
        let (path, attribute) = text.split_once('=').map(|(path, attribute)| (path.trim(), attribute.trim()))?;
        let is_whole = !attribute.starts_with('#') && !attribute.contains('\n') && is_balanced(attribute);
        (!path.is_empty() && !attribute.is_empty() && is_whole)
            .then(|| Attribute { path: path.to_owned(), text: attribute.to_owned() })
    };
    let wrong = |text: &str| {
        format!("`{text}` is not an attribute; give PATH=ATTRIBUTE without `#[]`, as in `trade.Order=must_use`")
    };
    texts.iter().map(|text| parse(text).ok_or_else(|| wrong(text))).collect()
}

/// Returns true if brackets are closed, so that the text cannot end the attribute.
fn is_balanced(text: &str) -> bool {
    let (mut open, mut is_quoted, mut is_escaped) = (Vec::new(), false, false);
    for ch in text.chars() {
        match ch {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(ch) => return false,
            _ => {}
        }
    }
    open.is_empty() && !is_quoted
}

/// Returns an error if an attribute is of nothing in the schema.
pub(super) fn check(model: &Model, additions: &Additions) -> Result<(), String> {
    if additions.attributes.is_empty() {
        return Ok(());
    }
    let paths = Paths::of(&Types::of_model(model));
    let Some(wrong) = additions.attributes.iter().find(|it| !paths.has(it)) else { return Ok(()) };
    let (path, known) = (&wrong.path, [&paths.types[..], &paths.members].concat());
    let help = closest(path, known.iter().map(String::as_str));
    let help = help.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Err(format!("rust-attribute: the schema has no type or member `{path}`{help}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_whole() {
        let read = rust_attributes(&["*=derive(Eq)", "a.B.c = serde(rename = \"]\")"]).expect("attributes");
        let read: Vec<(&str, &str)> = read.iter().map(|it| (it.path.as_str(), it.text.as_str())).collect();
        assert_eq!(read, [("*", "derive(Eq)"), ("a.B.c", "serde(rename = \"]\")")]);
        for wrong in ["", "a", "=x", "a=", "a=#[x]", "a=x]", "a=x(", "a=x(]", "a=\"", "a=x\ny"] {
            assert!(rust_attributes(&[wrong]).is_err(), "{wrong}");
        }
    }
}
