//! The values of literals (CORBA 3.3 part 1, clause 7.2.6).

use super::tree::Value;
use crate::preprocess::{Lexeme, LexemeKind};

/// Why a literal has no value.
pub(super) struct Problem {
    pub message: &'static str,
    pub help: &'static str,
}

const fn problem<T>(message: &'static str, help: &'static str) -> Result<T, Problem> {
    Err(Problem { message, help })
}

pub(super) fn value(lexeme: &Lexeme) -> Result<Value, Problem> {
    let text = &*lexeme.text;
    let is_wide = text.starts_with(b"L");
    let content = text.get(1 + usize::from(is_wide)..text.len().saturating_sub(1)).unwrap_or_default();
    match (lexeme.kind, is_wide) {
        (LexemeKind::Char, false) => match units(content, false)?[..] {
            [unit] => Ok(Value::Char(unit as u8)),
            _ => problem("this is not one character of 8 bits", "write text in double quotes"),
        },
        (LexemeKind::Char, true) => match units(content, true)?[..] {
            [unit] => Ok(Value::WChar(unit)),
            _ => problem("this is not one character of 16 bits", "write text in double quotes"),
        },
        (LexemeKind::Text, _) => text_value(units(content, is_wide)?, is_wide),
        _ => number(&lexeme.to_text()),
    }
}

fn text_value(units: Vec<u16>, is_wide: bool) -> Result<Value, Problem> {
    if units.contains(&0) {
        return problem("a text cannot contain the character 0", "remove it: texts end with it");
    }
    Ok(match is_wide {
        true => Value::WString(units),
        false => Value::String(units.into_iter().map(|unit| unit as u8).collect()),
    })
}

/// Wide texts are UTF-8 in the file, unless that is impossible; of others each byte is a character.
fn units(content: &[u8], is_wide: bool) -> Result<Vec<u16>, Problem> {
    let mut units = Vec::new();
    let mut rest = content;
    while let Some((first, after)) = rest.split_first() {
        if *first == b'\\' {
            let (unit, len) = escape(after, is_wide)?;
            units.push(unit);
            rest = after.get(len..).unwrap_or_default();
            continue;
        }
        let plain = rest.iter().position(|byte| *byte == b'\\').unwrap_or(rest.len());
        match std::str::from_utf8(&rest[..plain]) {
            Ok(text) if is_wide => units.extend(text.encode_utf16()),
            _ => units.extend(rest[..plain].iter().map(|byte| u16::from(*byte))),
        }
        rest = &rest[plain..];
    }
    Ok(units)
}

/// Returns the character of an escape and the length of the text behind the backslash.
fn escape(text: &[u8], is_wide: bool) -> Result<(u16, usize), Problem> {
    let digits = |from: usize, most: usize, radix: u32| {
        let digits = text.iter().skip(from).take(most);
        digits.take_while(|byte| char::from(**byte).is_digit(radix)).count()
    };
    let unit = |from: usize, len: usize, radix: u32| {
        let text = std::str::from_utf8(&text[from..from + len]).unwrap_or_default();
        u16::from_str_radix(text, radix).unwrap_or_default()
    };
    let simple = match text.first() {
        Some(b'n') => 10,
        Some(b't') => 9,
        Some(b'v') => 11,
        Some(b'b') => 8,
        Some(b'r') => 13,
        Some(b'f') => 12,
        Some(b'a') => 7,
        Some(b'0'..=b'7') => {
            let len = digits(0, 3, 8);
            return match unit(0, len, 8) {
                value if value > 255 => problem("the octal number is larger than \\377", "write a smaller one"),
                value => Ok((value, len)),
            };
        }
        Some(b'x') => {
            let len = digits(1, 2, 16);
            return match len {
                0 => problem("`\\x` needs hexadecimal digits", "write for example \\x7f"),
                _ => Ok((unit(1, len, 16), 1 + len)),
            };
        }
        Some(b'u') if !is_wide => {
            return problem("`\\u` is allowed in wide characters and texts only", "write L before the quote");
        }
        Some(b'u') => {
            let len = digits(1, 4, 16);
            return match len {
                0 => problem("`\\u` needs hexadecimal digits", "write for example \\u20ac"),
                _ => Ok((unit(1, len, 16), 1 + len)),
            };
        }
        // The specification gives other escapes no meaning; the official compiler takes the character.
        Some(other) => u16::from(*other),
        None => return problem("nothing follows the backslash", "write two of them for one backslash"),
    };
    Ok((simple, 1))
}

fn number(text: &str) -> Result<Value, Problem> {
    let help = "write 12, 0x1f, 017, 1.5, 2.5e-3 or 12.50d";
    if let Some(hex) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        return integer(hex, 16);
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        let is_octal = text.len() > 1 && text.starts_with('0');
        return integer(text, if is_octal { 8 } else { 10 });
    }
    if let Some(digits) = text.strip_suffix(['d', 'D']) {
        return fixed(digits);
    }
    let shape = text.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
    match text.parse::<f64>() {
        Ok(value) if shape && value.is_finite() => Ok(Value::Float(value)),
        Ok(_) if shape => problem("the number is larger than a double can be", "write a smaller one"),
        _ => problem("this is not a number", help),
    }
}

fn integer(digits: &str, radix: u32) -> Result<Value, Problem> {
    match u64::from_str_radix(digits, radix) {
        Ok(value) => Ok(Value::Integer(value.into())),
        Err(_) if !digits.is_empty() && digits.chars().all(|it| it.is_digit(radix)) => {
            problem("the number is larger than 64 bits can hold", "write a smaller one")
        }
        Err(_) => problem("this is not a number", "octal numbers begin with 0, hexadecimal ones with 0x"),
    }
}

/// Digits with at most one point. Zeros at the end do not count (clause 7.2.6.5).
fn fixed(text: &str) -> Result<Value, Problem> {
    let (whole, behind) = text.split_once('.').unwrap_or((text, ""));
    let digits = [whole, behind.trim_end_matches('0')].concat();
    let is_number =
        !text.trim_matches('.').is_empty() && [whole, behind].concat().bytes().all(|it| it.is_ascii_digit());
    if !is_number {
        return problem("this is not a decimal number", "write for example 12.50d");
    }
    match digits.trim_start_matches('0') {
        "" => Ok(Value::Fixed(0, 0)),
        significant if significant.len() > 31 || behind.trim_end_matches('0').len() > 31 => {
            problem("a decimal number has at most 31 digits", "write fewer digits")
        }
        significant => {
            let value = significant.parse().unwrap_or_default();
            Ok(Value::Fixed(value, behind.trim_end_matches('0').len() as u8))
        }
    }
}
