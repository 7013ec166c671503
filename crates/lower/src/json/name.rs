//! Names of members.

/// Returns the lowerCamelCase name of Protobuf's JSON mapping: underscores are removed, and the letter after each is
/// capitalised.
pub(super) fn camel(name: &str) -> String {
    let mut capital = false;
    let mut camel = String::new();
    for ch in name.chars() {
        if ch == '_' {
            capital = true;
            continue;
        }
        camel.push(if capital { ch.to_ascii_uppercase() } else { ch });
        capital = false;
    }
    camel
}

/// Returns a quoted string of RFC 8259 section 7.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for ch in text.chars() {
        match ch {
            '"' | '\\' => quoted.extend(['\\', ch]),
            '\0'..='\x1f' => quoted.push_str(&format!("\\u{:04x}", u32::from(ch))),
            _ => quoted.push(ch),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_mapping() {
        for (name, json) in [
            ("foo_bar", "fooBar"),
            ("fooBar", "fooBar"),
            ("_leading", "Leading"),
            ("double__under", "doubleUnder"),
            ("with_1_digit", "with1Digit"),
            ("UPPER", "UPPER"),
            ("trailing_", "trailing"),
        ] {
            assert_eq!(camel(name), json);
        }
    }

    #[test]
    fn quotes() {
        assert_eq!(quoted("a\"b\\c\n"), r#""a\"b\\c\u000a""#);
    }
}
