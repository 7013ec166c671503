//! The name of a member that the schema lacks, as written in a text format.

use polywire_ir::ErrorCode;
use polywire_vm::leaves::{Cursor, read_json_string};
use polywire_vm::{PathStep, Refusal};

/// Appends the member's name to the path of a refusal, if the name precedes the offset.
pub(super) fn named(mut refusal: Refusal, message: &[u8]) -> Refusal {
    if refusal.failure.code == ErrorCode::UnknownMember {
        let before = message.get(..refusal.failure.offset).unwrap_or_default();
        refusal.path.steps.extend(name(before).map(PathStep::Name));
    }
    refusal
}

/// Returns the name at the end of a text, with or without quotes and a colon.
fn name(text: &[u8]) -> Option<String> {
    let text = text.trim_ascii_end();
    let text = text.strip_suffix(b":").unwrap_or(text).trim_ascii_end();
    if text.ends_with(b"\"") {
        return quoted(text);
    }
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-/[]".contains(byte);
    let len = text.iter().rev().take_while(|byte| is_part(byte)).count();
    let name = std::str::from_utf8(&text[text.len() - len..]).ok()?;
    (!name.is_empty()).then(|| name.to_owned())
}

fn quoted(text: &[u8]) -> Option<String> {
    let inside = text.strip_suffix(b"\"")?;
    // A quote that is part of the name has an odd number of backslashes before it.
    let is_start = |&quote: &usize| inside[..quote].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 0;
    let start = (0..inside.len()).rev().filter(|at| inside[*at] == b'"').find(is_start)?;
    let name = read_json_string(&mut Cursor::new(&text[start..])).ok()?;
    String::from_utf8(name.into_owned()).ok()
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn names_of_all_spellings() {
        let cases: [(&[u8], Option<&str>); 6] = [
            (b"{\"id\":1,\"foo\":", Some("foo")),
            (b"{\"a\\\"b\" : ", Some("a\"b")),
            (b"id: 1 foo", Some("foo")),
            (b"[a.b/c.D]:", Some("[a.b/c.D]")),
            (b"{", None),
            (b"", None),
        ];
        for (text, expected) in cases {
            assert_eq!(name(text).as_deref(), expected);
        }
    }
}
