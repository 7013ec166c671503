use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug, Display, Formatter, Write};
use core::marker::PhantomData;

/// An encoding of text in messages, other than UTF-8.
pub trait TextEncoding: Copy {
    /// Takes the first character from bytes; U+FFFD if they begin with none, which only UTF-16 in memory that changes can have.
    fn take(rest: &mut &[u8]) -> Option<char>;
}

/// ISO 8859-1: each byte is the code point of the same number.
#[derive(Clone, Copy, Debug)]
pub enum Latin1 {}

/// UTF-16, the less significant byte of a unit first.
#[derive(Clone, Copy, Debug)]
pub enum Utf16Le {}

/// UTF-16, the more significant byte of a unit first.
#[derive(Clone, Copy, Debug)]
pub enum Utf16Be {}

impl TextEncoding for Latin1 {
    #[inline]
    fn take(rest: &mut &[u8]) -> Option<char> {
        let (first, others) = rest.split_first()?;
        *rest = others;
        Some(char::from(*first))
    }
}

impl TextEncoding for Utf16Le {
    #[inline]
    fn take(rest: &mut &[u8]) -> Option<char> {
        take_utf16(rest, u16::from_le_bytes)
    }
}

impl TextEncoding for Utf16Be {
    #[inline]
    fn take(rest: &mut &[u8]) -> Option<char> {
        take_utf16(rest, u16::from_be_bytes)
    }
}

fn take_utf16(rest: &mut &[u8], unit: fn([u8; 2]) -> u16) -> Option<char> {
    let mut units = rest.chunks_exact(2).map(|it| it.try_into().map_or(0, unit)).take(2);
    let character = match char::decode_utf16(&mut units).next() {
        Some(character) => character.unwrap_or(char::REPLACEMENT_CHARACTER),
        None if rest.is_empty() => return None,
        None => char::REPLACEMENT_CHARACTER,
    };
    *rest = rest.get(2 * character.len_utf16()..).unwrap_or_default();
    Some(character)
}

/// A text in a message, in its encoding. `to_string`, `String::from` and `Display` give it in UTF-8.
#[derive(Clone, Copy)]
pub struct EncodedText<'a, E> {
    bytes: &'a [u8],
    encoding: PhantomData<E>,
}

impl<'a, E: TextEncoding> EncodedText<'a, E> {
    /// The text with these bytes.
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, encoding: PhantomData }
    }

    /// Returns the bytes of the message.
    #[inline]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns an iterator over the characters.
    #[inline]
    pub fn chars(&self) -> impl Iterator<Item = char> + use<'a, E> {
        let mut rest = self.bytes;
        core::iter::from_fn(move || E::take(&mut rest))
    }
}

impl<E: TextEncoding> Display for EncodedText<'_, E> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.chars().try_for_each(|character| f.write_char(character))
    }
}

impl<E: TextEncoding> Debug for EncodedText<'_, E> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(&String::from(*self), f)
    }
}

impl<E: TextEncoding> From<EncodedText<'_, E>> for String {
    fn from(text: EncodedText<'_, E>) -> Self {
        text.chars().collect()
    }
}

impl<E: TextEncoding> From<EncodedText<'_, E>> for Vec<u8> {
    fn from(text: EncodedText<'_, E>) -> Self {
        String::from(text).into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn texts_are_read_in_their_encoding() {
        let latin1 = EncodedText::<Latin1>::new(b"caf\xe9 \0\xff");
        assert_eq!((latin1.to_string().as_str(), latin1.bytes().len()), ("caf\u{e9} \0\u{ff}", 7));
        assert_eq!(EncodedText::<Utf16Le>::new(b"a\0\xac\x20\x3d\xd8\0\xde").to_string(), "a\u{20ac}\u{1f600}");
        assert_eq!(EncodedText::<Utf16Be>::new(b"\0a\x20\xac\xd8\x3d\xde\0").to_string(), "a\u{20ac}\u{1f600}");
        assert_eq!(String::from(EncodedText::<Utf16Be>::new(b"")), "");
    }

    #[test]
    fn units_that_are_no_characters_are_replaced() {
        let text = EncodedText::<Utf16Le>::new(b"\x3d\xd8a\0\0\xde\x3d\xd8b");
        assert_eq!(text.to_string(), "\u{fffd}a\u{fffd}\u{fffd}\u{fffd}");
    }
}
