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
    let digits = digits.replace('_', "");
    let whole = digits.strip_suffix(['l', 'L']).unwrap_or(&digits);
    let is_whole = whole.bytes().all(|it| it.is_ascii_digit()) && !whole.is_empty();
    match whole.strip_prefix("0x").or(whole.strip_prefix("0X")) {
        Some(hex) => return u64::from_str_radix(hex, 16).ok().map(|it| format!("{sign}{it}")),
        None if is_whole && whole.len() > 1 && whole.starts_with('0') => {
            return u64::from_str_radix(whole, 8).ok().map(|it| format!("{sign}{it}"));
        }
        None if is_whole => return Some(format!("{sign}{whole}")),
        None => {}
    }
    let float = digits.trim_end_matches(['f', 'F', 'd', 'D']);
    let value = float.parse::<f64>().ok()?;
    match is_json(float) {
        true => Some(format!("{sign}{float}")),
        false => Some(format!("{sign}{value:?}")).filter(|_| value.is_finite()),
    }
}

/// Returns true for a number without a sign that JSON has, too (RFC 8259, section 6).
fn is_json(float: &str) -> bool {
    let whole = float.find(|it: char| !it.is_ascii_digit()).map_or(float, |at| &float[..at]);
    let fraction = float.strip_prefix(whole).and_then(|it| it.strip_prefix('.'));
    let has_digits = fraction.is_none_or(|it| it.starts_with(|it: char| it.is_ascii_digit()));
    has_digits && (whole == "0" || !whole.is_empty() && !whole.starts_with('0'))
}

/// Returns the text of a documentation comment: without the stars at the beginnings of lines, or else without the indent
/// that all further lines have.
pub(super) fn doc(inside: &str) -> String {
    let lines: Vec<&str> = inside.trim().lines().collect();
    let is_starred = |it: &&str| it.trim_start().starts_with('*');
    let has_stars = lines.iter().skip(1).all(is_starred) && (lines.len() > 1 || lines.iter().all(is_starred));
    let further = lines.iter().skip(1).filter(|it| !it.trim().is_empty());
    let indent = further.map(|it| it.len() - it.trim_start().len()).min().unwrap_or_default();
    let text = |(at, line): (usize, &&str)| match at {
        _ if has_stars && is_starred(line) => {
            let bare = line.trim_start().trim_start_matches('*');
            bare.strip_prefix([' ', '\t']).unwrap_or(bare).trim_end().to_owned()
        }
        0 => line.trim().to_owned(),
        _ => line.get(indent..).unwrap_or_default().trim_end().to_owned(),
    };
    lines.iter().enumerate().map(text).collect::<Vec<_>>().join("\n").trim().to_owned()
}
