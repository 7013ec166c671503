//! Scalars, attributes, notes and comments as text.

use super::Printer;
use polywire_model::c::{CLayout, CScalar, CText};

impl Printer<'_> {
    /// Prints a comment that documents what follows.
    pub(super) fn doc(&mut self, doc: &str) {
        let doc = doc.replace("*/", "* /").replace("polywire:", "polywire :");
        let lines: Vec<&str> = doc.lines().collect();
        match lines[..] {
            [] => {}
            [line] => self.out.line(format!("/** {line} */")),
            [first, ref rest @ ..] => {
                self.out.line(format!("/** {first}"));
                rest.iter().for_each(|line| self.out.line(format!(" * {line}").trim_end()));
                self.out.line(" */");
            }
        }
    }
}

/// Returns a number as a constant of C.
pub(super) fn number(number: i64) -> String {
    match number {
        // The literal would be too large before its sign.
        i64::MIN => "(-9223372036854775807LL - 1)".to_owned(),
        _ => number.to_string(),
    }
}

/// Returns the attributes of a struct, union or member, with a space before them.
pub(super) fn attributes(layout: &CLayout) -> String {
    let mut list = Vec::new();
    if layout.packed {
        list.push("packed".to_owned());
    }
    list.extend(layout.aligned.map(|align| format!("aligned({align})")));
    list.extend(layout.ms_bit_fields.map(|ms| if ms { "ms_struct" } else { "gcc_struct" }.to_owned()));
    if list.is_empty() { String::new() } else { format!(" __attribute__(({}))", list.join(", ")) }
}

/// Returns the note of how a text is held.
pub(super) fn text_note(text: CText) -> Option<String> {
    match text {
        CText::Nul => None,
        CText::Spaces => Some("text(spaces)".to_owned()),
        CText::Terminated => Some("text(terminated)".to_owned()),
        CText::Bytes => Some("bytes".to_owned()),
    }
}

/// Returns the name of a type.
pub(super) fn scalar(scalar: CScalar) -> String {
    let with_sign = |signed: bool, name: &str| if signed { name.to_owned() } else { format!("unsigned {name}") };
    let of_stdint = |signed: bool, name: String| if signed { name } else { format!("u{name}") };
    match scalar {
        CScalar::Bool => "_Bool".to_owned(),
        CScalar::Char => "char".to_owned(),
        CScalar::Exact { bits: 128, signed } => with_sign(signed, "__int128"),
        CScalar::Exact { bits, signed } => of_stdint(signed, format!("int{bits}_t")),
        CScalar::Short { signed } => with_sign(signed, "short"),
        CScalar::Int { signed } => with_sign(signed, "int"),
        CScalar::Long { signed } => with_sign(signed, "long"),
        CScalar::LongLong { signed } => with_sign(signed, "long long"),
        CScalar::Pointer { signed: true } => "ptrdiff_t".to_owned(),
        CScalar::Pointer { signed: false } => "size_t".to_owned(),
        CScalar::WideChar => "wchar_t".to_owned(),
        CScalar::Fast { bits, signed } => of_stdint(signed, format!("int_fast{bits}_t")),
        CScalar::Float => "float".to_owned(),
        CScalar::Double => "double".to_owned(),
        CScalar::LongDouble => "long double".to_owned(),
    }
}
