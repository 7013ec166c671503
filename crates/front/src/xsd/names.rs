//! Names of XML.

/// Returns true for a letter or underscore, with which a name may begin (XML 1.0, 5th edition, `NameStartChar`), or a colon.
pub(super) fn is_name_start(it: char) -> bool {
    matches!(it, ':' | 'A'..='Z' | '_' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}')
}

/// Returns true for a character of a name.
pub(super) fn is_name_char(it: char) -> bool {
    let is_inner = matches!(it, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}');
    is_name_start(it) || is_inner
}

/// Returns true for a name without a colon.
pub(super) fn is_ncname(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|it| it != ':' && is_name_start(it)) && chars.all(|it| it != ':' && is_name_char(it))
}

/// Divides a qualified name into its prefix and local part; `None` if it is not one.
pub(super) fn divided(text: &str) -> Option<(Option<&str>, &str)> {
    let (prefix, local) = text.split_once(':').map_or((None, text), |(prefix, local)| (Some(prefix), local));
    (prefix.is_none_or(is_ncname) && is_ncname(local)).then_some((prefix, local))
}
