use super::{Lexer, TokenKind};
use crate::fbs::codes;

impl Lexer<'_> {
    /// A string in double or single quotes.
    pub(super) fn text(&mut self, quote: u8) -> TokenKind {
        let start = self.at;
        self.at += 1;
        let (mut value, mut is_plain) = (Vec::new(), true);
        loop {
            match self.peek(0) {
                Some(byte) if byte == quote => break self.at += 1,
                None | Some(0..=0x1f) => {
                    self.error(codes::BAD_STRING, "a string must end on the line on which it starts", start);
                    break;
                }
                Some(b'\\') => {
                    is_plain = false;
                    self.escape(&mut value);
                }
                Some(byte) => {
                    is_plain &= matches!(byte, b' '..=b'~');
                    value.push(byte);
                    self.at += 1;
                }
            }
        }
        if std::str::from_utf8(&value).is_err() {
            self.error(codes::BAD_STRING, "the string is not UTF-8", start);
        }
        TokenKind::Text { value: String::from_utf8_lossy(&value).into_owned(), is_plain }
    }

    fn escape(&mut self, value: &mut Vec<u8>) {
        let start = self.at;
        self.at += 2;
        match self.bytes.get(start + 1) {
            Some(b'n') => value.push(b'\n'),
            Some(b't') => value.push(b'\t'),
            Some(b'r') => value.push(b'\r'),
            Some(b'b') => value.push(0x08),
            Some(b'f') => value.push(0x0c),
            Some(letter @ (b'"' | b'\'' | b'\\' | b'/')) => value.push(*letter),
            Some(b'x') => value.extend(self.hexadecimal(2, start).map(|code| code as u8)),
            Some(b'u') => {
                let character = self.unicode(start);
                value.extend(character.unwrap_or_default().encode_utf8(&mut [0; 4]).bytes());
            }
            _ => {
                self.at = (start + 1).min(self.bytes.len());
                self.error(codes::BAD_STRING, "unknown escape sequence", start);
            }
        }
    }

    /// The character after `\u`; those above U+FFFF are two surrogates.
    fn unicode(&mut self, start: usize) -> Option<char> {
        let first = self.hexadecimal(4, start)?;
        let code = match first {
            0xd800..=0xdbff if self.take_bytes(b"\\u") => {
                let second = self.hexadecimal(4, start)?;
                let is_low = (0xdc00..=0xdfff).contains(&second);
                is_low.then(|| 0x10000 + ((first & 0x3ff) << 10) + (second & 0x3ff))
            }
            code => Some(code),
        };
        let character = code.and_then(char::from_u32);
        if character.is_none() {
            self.error(codes::BAD_STRING, "a surrogate needs its other half: \\ud83d\\ude00", start);
        }
        character
    }

    fn hexadecimal(&mut self, count: usize, start: usize) -> Option<u32> {
        let digits = self.bytes.get(self.at..self.at + count).filter(|it| it.iter().all(u8::is_ascii_hexdigit));
        let code = digits.and_then(|it| u32::from_str_radix(std::str::from_utf8(it).ok()?, 16).ok());
        match code {
            Some(_) => self.at += count,
            None => self.error(codes::BAD_STRING, &format!("the escape needs {count} hexadecimal digits"), start),
        }
        code
    }
}
