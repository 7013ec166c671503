//! What stands in texts, numbers and comments.

/// Returns the characters of a text in quotes, with escapes as in Java.
pub(super) fn unescaped(inside: &str) -> Result<String, String> {
    let mut units: Vec<u16> = Vec::new();
    let mut chars = inside.chars().peekable();
    while let Some(ch) = chars.next() {
        let ch = match ch {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some('b') => '\u{8}',
                Some('f') => '\u{c}',
                Some(it @ ('\\' | '"' | '\'' | '/')) => it,
                Some('u') => {
                    while chars.next_if_eq(&'u').is_some() {}
                    let digits: String = chars.by_ref().take(4).collect();
                    let unit = u16::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4);
                    units.push(
                        unit.ok_or_else(|| format!("`\\u{digits}` is not a character: four digits follow `\\u`"))?,
                    );
                    continue;
                }
                Some(first @ '0'..='7') => {
                    let most = if first <= '3' { 2 } else { 1 };
                    let mut code = first.to_digit(8).unwrap_or_default();
                    for _ in 0..most {
                        let Some(digit) = chars.peek().and_then(|it| it.to_digit(8)) else { break };
                        code = code * 8 + digit;
                        chars.next();
                    }
                    char::from(code as u8)
                }
                Some(other) => return Err(format!("`\\{other}` is no escape of a character")),
                None => return Err("the text ends in an escape".to_owned()),
            },
            ch => ch,
        };
        units.extend_from_slice(ch.encode_utf16(&mut [0; 2]));
    }
    String::from_utf16(&units).map_err(|_| "the text has half of a pair of `\\u` escapes".to_owned())
}

/// Returns a number as JSON has it; hexadecimal and octal ones as decimals.
pub(super) fn number(written: &str) -> Option<String> {
    let (sign, digits) = match written.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", written.strip_prefix('+').unwrap_or(written)),
    };
    if matches!(digits, "NaN" | "Infinity") {
        return Some(format!("{}{digits}", if digits == "NaN" { "" } else { sign }));
    }
    let digits = digits.replace('_', "").to_ascii_lowercase();
    let plain = digits.strip_suffix('l').unwrap_or(&digits);
    if let Some(hex) = plain.strip_prefix("0x") {
        return u64::from_str_radix(hex, 16).ok().map(|it| format!("{sign}{it}"));
    }
    if plain.len() > 1 && plain.starts_with('0') && plain.bytes().all(|it| it.is_ascii_digit()) {
        return u64::from_str_radix(plain, 8).ok().map(|it| format!("{sign}{it}"));
    }
    if plain.bytes().all(|it| it.is_ascii_digit()) && !plain.is_empty() {
        return Some(format!("{sign}{plain}"));
    }
    let float = digits.trim_end_matches(['f', 'd']);
    let value = float.parse::<f64>().ok().filter(|it| it.is_finite())?;
    let is_json = float.starts_with(|it: char| it.is_ascii_digit()) && !float.contains(".e") && !float.ends_with('.');
    let is_json = is_json && !(float.len() > 1 && float.starts_with('0') && float.as_bytes()[1].is_ascii_digit());
    Some(if is_json { format!("{sign}{float}") } else { format!("{sign}{value:?}") })
}

/// Returns the text of a documentation comment: without the stars at the beginnings of lines, or else without the indent
/// that all lines have.
pub(super) fn doc(inside: &str) -> String {
    let lines: Vec<&str> = inside.trim().lines().collect();
    let (first, rest) = match lines.split_first() {
        Some((first, rest)) => (first.trim(), rest),
        None => return String::new(),
    };
    let stars = rest.iter().filter(|it| !it.trim().is_empty());
    let is_starred = rest.iter().all(|it| it.trim_start().starts_with('*')) && !rest.is_empty();
    let indent = |it: &&str| it.len() - it.trim_start().len();
    let rest: Vec<String> = if is_starred {
        let bare: Vec<&str> = rest.iter().map(|it| it.trim_start().trim_start_matches('*')).collect();
        let common = bare.iter().filter(|it| !it.trim().is_empty()).map(indent).min().unwrap_or_default();
        bare.iter().map(|it| it.get(common..).unwrap_or_default().trim_end().to_owned()).collect()
    } else {
        let common = stars.map(indent).min().unwrap_or_default();
        rest.iter().map(|it| it.get(common..).unwrap_or_default().trim_end().to_owned()).collect()
    };
    let all: Vec<&str> = std::iter::once(first).chain(rest.iter().map(String::as_str)).collect();
    all.join("\n").trim().to_owned()
}
