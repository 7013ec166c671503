use super::number;
use crate::untyped::failure;
use polywire_ir::ErrorCode;
use polywire_vm::Failure;
use polywire_vm::leaves::write_json_string;

/// A text in JSON.
pub(crate) struct Translated {
    pub json: Vec<u8>,
    /// Positions where the distance to the original changes: in the JSON, and in the original.
    places: Vec<(usize, usize)>,
}

impl Translated {
    /// Returns the position in the original.
    pub fn original(&self, offset: usize) -> usize {
        let next = self.places.partition_point(|(json, _)| *json <= offset);
        let (json, original) = next.checked_sub(1).map_or((0, 0), |place| self.places[place]);
        original + (offset - json)
    }
}

/// Translates a text. What is wrong in both dialects stays so.
pub(crate) fn read(text: &[u8]) -> Result<Translated, Failure> {
    let mut reader = Reader { text, pos: 0, out: Translated { json: Vec::new(), places: Vec::new() }, comma: None };
    while reader.pos < text.len() {
        reader.token()?;
    }
    reader.place_comma();
    Ok(reader.out)
}

struct Reader<'a> {
    text: &'a [u8],
    pos: usize,
    out: Translated,
    /// A comma that is left out if a container ends behind it.
    comma: Option<usize>,
}

impl<'a> Reader<'a> {
    fn token(&mut self) -> Result<(), Failure> {
        match self.text[self.pos] {
            b' ' | b'\t' | b'\r' | b'\n' | b'/' => {
                self.pos = behind_space(self.text, self.pos)?;
                // In front of an open comma, which makes no difference.
                self.out.json.push(b' ');
            }
            b',' => {
                self.place_comma();
                self.comma = Some(self.pos);
                self.pos += 1;
            }
            b'}' | b']' if self.has_element_before_comma() => {
                self.comma = None;
                self.copy(self.pos + 1);
            }
            b'"' | b'\'' => self.string()?,
            b'+' | b'-' | b'.' | b'0'..=b'9' => self.number()?,
            byte if is_name(byte) => self.word()?,
            _ => self.copy(self.pos + 1),
        }
        Ok(())
    }

    /// Returns true if no comma is open, or one behind an element.
    fn has_element_before_comma(&self) -> bool {
        let last = self.out.json.iter().rfind(|byte| **byte != b' ');
        self.comma.is_none() || !matches!(last, None | Some(b'{' | b'[' | b',' | b':'))
    }

    /// Copies the text up to a position.
    fn copy(&mut self, end: usize) {
        self.begin();
        self.out.json.extend_from_slice(&self.text[self.pos..end]);
        self.pos = end;
    }

    /// Writes other bytes for the text up to a position.
    fn replace(&mut self, end: usize, write: impl FnOnce(&mut Vec<u8>)) {
        self.begin();
        write(&mut self.out.json);
        self.pos = end;
    }

    fn begin(&mut self) {
        self.place_comma();
        self.out.places.push((self.out.json.len(), self.pos));
    }

    fn place_comma(&mut self) {
        if let Some(pos) = self.comma.take() {
            self.out.places.push((self.out.json.len(), pos));
            self.out.json.push(b',');
        }
    }

    fn word(&mut self) -> Result<(), Failure> {
        let end = self.end_of(is_name_part);
        let word = &self.text[self.pos..end];
        let is_key = self.text.get(behind_space(self.text, end)?) == Some(&b':');
        match word {
            _ if is_key => self.replace(end, |out| write_json_string(word, out)),
            b"nan" | b"inf" | b"infinity" => self.replace(end, |out| number::write_special(false, word, out)),
            // Others than `true`, `false` and `null` are errors in JSON, too.
            _ => self.copy(end),
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), Failure> {
        let end = self.end_of(|byte| is_name_part(byte) || matches!(byte, b'+' | b'-' | b'.'));
        let text = &self.text[self.pos..end];
        let mut json = Vec::new();
        number::translate(text, &mut json).ok_or(failure(ErrorCode::Syntax, self.pos))?;
        if json == text {
            self.copy(end)
        } else {
            self.replace(end, |out| out.append(&mut json))
        }
        Ok(())
    }

    fn end_of(&self, is_part: impl Fn(u8) -> bool) -> usize {
        self.text[self.pos..].iter().position(|byte| !is_part(*byte)).map_or(self.text.len(), |len| self.pos + len)
    }

    /// Translates a text in either kind of quotes. `\x41` is a byte, `\'` a quote.
    fn string(&mut self) -> Result<(), Failure> {
        let quote = self.text[self.pos];
        let mut json = vec![b'"'];
        let mut at = self.pos + 1;
        loop {
            match *self.text.get(at..).unwrap_or_default() {
                [] => return Err(failure(ErrorCode::Truncated, self.text.len())),
                [byte, ..] if byte == quote => break,
                [b'"', ..] => json.extend(b"\\\""),
                [b'\\', b'x', high, low, ..] => {
                    at += 3;
                    let byte = std::str::from_utf8(&[high, low]).ok().and_then(|hex| u8::from_str_radix(hex, 16).ok());
                    let byte = byte.filter(u8::is_ascii).ok_or(failure(ErrorCode::BadEscape, at - 3))?;
                    json.extend(format!("\\u{byte:04x}").bytes());
                }
                [b'\\', b'\'', ..] => {
                    at += 1;
                    json.push(b'\'');
                }
                [b'\\', escaped, ..] => {
                    at += 1;
                    json.extend([b'\\', escaped]);
                }
                [byte, ..] => json.push(byte),
            }
            at += 1;
        }
        json.push(b'"');
        if json == self.text[self.pos..=at] {
            self.copy(at + 1)
        } else {
            self.replace(at + 1, |out| out.append(&mut json))
        }
        Ok(())
    }
}

/// Returns the position behind white space and comments.
fn behind_space(text: &[u8], start: usize) -> Result<usize, Failure> {
    let mut pos = start;
    loop {
        let rest = &text[pos..];
        pos += match rest {
            [b' ' | b'\t' | b'\r' | b'\n', ..] => 1,
            [b'/', b'/', ..] => rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
            [b'/', b'*', inside @ ..] => match inside.windows(2).position(|end| end == b"*/") {
                Some(len) => len + 4,
                None => return Err(failure(ErrorCode::Unterminated, pos)),
            },
            [b'/', ..] => return Err(failure(ErrorCode::Syntax, pos)),
            _ => return Ok(pos),
        };
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(super) fn is_name_part(byte: u8) -> bool {
    is_name(byte) || byte.is_ascii_digit()
}

/// Returns true if a member's name needs no quotes.
pub(super) fn is_bare(name: &[u8]) -> bool {
    name.first().is_some_and(|first| is_name(*first)) && name.iter().all(|byte| is_name_part(*byte))
}
