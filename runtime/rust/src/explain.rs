//! Codecs that explain errors.

use crate::leaf::{Cursor, write_json_string};
use crate::{Context, Error, ErrorCode, Limits};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Deref, DerefMut};

/// An error in a message, or in a value that cannot be written, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The reason.
    pub code: ErrorCode,
    /// The place in the codec, as in [`Error`].
    pub site: u32,
    /// The byte of the input at which reading stopped; none for a value that cannot be written.
    pub offset: Option<usize>,
    /// The member that is wrong, as in `orders[2].symbol`; empty for the message itself.
    pub path: String,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(self.code.message())?;
        self.offset.map_or(Ok(()), |offset| write!(f, " at byte {offset}"))
    }
}

impl core::error::Error for Explanation {}

/// A message whose errors can be explained.
pub trait Explain<Format> {
    /// Repeats [`crate::Decode::read`], more slowly, and returns its error with the member that is wrong.
    fn explain(input: &[u8], limits: &Limits) -> Result<(), Explanation>;
}

/// A message whose errors can be explained, given a description of the writer's schema.
pub trait ExplainWith<Format, Schema> {
    /// Repeats [`crate::DecodeWith::read_with`], more slowly, and returns its error with the member that is wrong.
    fn explain_with(input: &[u8], schema: &Schema, limits: &Limits) -> Result<(), Explanation>;
}

/// A value for which can be explained why it cannot be written.
pub trait ExplainEncode<Format> {
    /// Repeats [`crate::Encode::encode`], more slowly, and returns its error with the member that is wrong.
    fn explain_encode(&self, limits: &Limits) -> Result<(), Explanation>;
}

/// The context of a codec that explains errors. A failure is where the read that fails begins.
pub struct Tracing<'l> {
    context: Context<'l>,
    /// What the failure is about.
    path: Option<String>,
}

impl<'l> Deref for Tracing<'l> {
    type Target = Context<'l>;

    fn deref(&self) -> &Self::Target {
        &self.context
    }
}

impl DerefMut for Tracing<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.context
    }
}

impl<'l> Tracing<'l> {
    /// Starts with a message; encoders have an empty one.
    pub fn new(input: &[u8], limits: &'l Limits) -> Self {
        Self { context: Context::new(input, limits), path: None }
    }

    /// Says what a failure is about, unless a callee has said it.
    pub fn about<T>(&mut self, path: &FieldPath<'_>) -> Option<T> {
        if self.path.is_none() && path.is_of_message {
            self.path = Some(path.to_string());
        }
        None
    }

    /// Returns the explanation of a decoder's failure.
    pub fn explanation(self) -> Explanation {
        let Error { code, site, offset } = self.context.error();
        Explanation { code, site, offset: Some(offset), path: self.path.unwrap_or_default() }
    }

    /// Returns the explanation of an encoder's failure.
    pub fn explanation_of_value(self) -> Explanation {
        Explanation { offset: None, ..self.explanation() }
    }

    /// Like [`Context::read`].
    pub fn read<'i, T>(
        &mut self,
        input: &mut &'i [u8],
        site: u32,
        leaf: impl FnOnce(&mut Cursor<'i>) -> Result<T, ErrorCode>,
    ) -> Option<T> {
        let start = *input;
        self.context.read(input, site, leaf).or_else(|| self.fail_again(start))
    }

    /// Like [`Context::read_text`].
    pub fn read_text(&mut self, input: &mut &[u8], site: u32, text: &mut String) -> Option<()> {
        let start = *input;
        self.context.read_text(input, site, text).or_else(|| self.fail_again(start))
    }

    /// Like [`Context::fail_match`].
    pub fn fail_match<T>(&mut self, expected: &[u8], code: ErrorCode, site: u32, rest: &[u8]) -> Option<T> {
        self.context.fail_match(expected, code, site, rest).or_else(|| self.fail_again(rest))
    }

    /// Moves the failure to where the read began.
    fn fail_again<T>(&mut self, rest: &[u8]) -> Option<T> {
        let Error { code, site, .. } = self.context.error();
        self.context.fail(code, site, rest)
    }
}

/// The path from a message to one of its members: the last step, and the path that it extends.
#[derive(Clone, Copy)]
pub struct FieldPath<'p> {
    outer: Option<&'p FieldPath<'p>>,
    /// Names of members, separated by dots.
    names: &'static str,
    key: Key<'p>,
    is_of_message: bool,
}

/// What is in brackets behind the names.
#[derive(Clone, Copy)]
enum Key<'p> {
    None,
    Index(u64),
    Entry(&'p dyn PathKey),
}

impl<'p> FieldPath<'p> {
    /// The path of the message itself.
    pub const MESSAGE: Self = Self { outer: None, names: "", key: Key::None, is_of_message: true };

    /// The path of values outside of the message.
    pub const NONE: Self = Self { is_of_message: false, ..Self::MESSAGE };

    /// Returns the path of a member, given names separated by dots.
    pub fn member(outer: &'p FieldPath<'p>, names: &'static str) -> Self {
        Self::step(outer, names, Key::None)
    }

    /// Returns the path of an element of the list at these names.
    pub fn element(outer: &'p FieldPath<'p>, names: &'static str, index: u64) -> Self {
        Self::step(outer, names, Key::Index(index))
    }

    /// Returns the path of the entry with this key in the map at these names.
    pub fn entry(outer: &'p FieldPath<'p>, names: &'static str, key: &'p dyn PathKey) -> Self {
        Self::step(outer, names, Key::Entry(key))
    }

    fn step(outer: &'p FieldPath<'p>, names: &'static str, key: Key<'p>) -> Self {
        Self { outer: Some(outer), names, key, is_of_message: outer.is_of_message }
    }
}

impl fmt::Display for FieldPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut steps = Vec::new();
        let mut next = Some(self);
        while let Some(step) = next {
            steps.push(step);
            next = step.outer;
        }
        let mut is_first = true;
        for step in steps.iter().rev().filter(|step| step.outer.is_some()) {
            if !is_first && !step.names.is_empty() {
                f.write_str(".")?;
            }
            is_first = false;
            f.write_str(step.names)?;
            match step.key {
                Key::None => {}
                Key::Index(index) => write!(f, "[{index}]")?,
                Key::Entry(key) => write!(f, "[{}]", key.text())?,
            }
        }
        Ok(())
    }
}

/// The key of a map's entry.
pub trait PathKey {
    /// Returns it as in JSON: text is in quotes.
    fn text(&self) -> String;
}

impl PathKey for String {
    fn text(&self) -> String {
        self.as_bytes().text()
    }
}

impl PathKey for Vec<u8> {
    fn text(&self) -> String {
        self.as_slice().text()
    }
}

impl<K: PathKey + ?Sized> PathKey for &K {
    fn text(&self) -> String {
        (*self).text()
    }
}

impl PathKey for [u8] {
    fn text(&self) -> String {
        let mut quoted = Vec::new();
        write_json_string(self, &mut quoted);
        String::from_utf8_lossy(&quoted).into_owned()
    }
}

macro_rules! plain_keys {
    ($($ty:ty),*) => {
        $(impl PathKey for $ty {
            fn text(&self) -> String {
                self.to_string()
            }
        })*
    };
}

plain_keys!(bool, i8, i16, i32, i64, u8, u16, u32, u64);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leaf::{read_json_bool, read_varint};
    use alloc::vec;

    #[test]
    fn paths_are_those_of_the_schema() {
        let (message, text) = (FieldPath::MESSAGE, "a\"b".to_string());
        let order = FieldPath::element(&message, "orders", 2);
        let inner = FieldPath::element(&order, "", 1);
        let by_text = FieldPath::entry(&inner, "prices", &text);
        let member = FieldPath::member(&by_text, "wallet.amount");
        assert_eq!(member.to_string(), "orders[2][1].prices[\"a\\\"b\"].wallet.amount");
        assert_eq!(FieldPath::entry(&message, "flags", &true).to_string(), "flags[true]");
        assert_eq!(message.to_string(), "");
    }

    #[test]
    fn the_innermost_path_of_the_message_is_reported() {
        let (limits, input) = (Limits::default(), b"\x80true");
        let mut context = Tracing::new(input, &limits);
        let mut rest = &input[2..];
        assert_eq!(context.read(&mut rest, 8, read_json_bool), None);
        let names = ["symbol", "orders"].map(|names| FieldPath::member(&FieldPath::MESSAGE, names));
        for path in [FieldPath::member(&FieldPath::NONE, "fields"), names[0], names[1]] {
            assert_eq!(context.about::<()>(&path), None);
        }
        let expected = Explanation { code: ErrorCode::WrongKind, site: 8, offset: Some(2), path: "symbol".to_string() };
        let found = context.explanation();
        assert_eq!((found.to_string(), &found), (format_of(&expected), &expected));
        let whole = Explanation { path: String::new(), offset: None, ..expected };
        assert_eq!(whole.to_string(), ErrorCode::WrongKind.message());
    }

    fn format_of(explanation: &Explanation) -> String {
        ["symbol: ", explanation.code.message(), " at byte 2"].concat()
    }

    #[test]
    fn failures_are_where_a_read_begins() {
        let (limits, input) = (Limits::default(), vec![0x80; 3]);
        let mut context = Tracing::new(&input, &limits);
        assert_eq!(context.read(&mut &input[1..], 1, read_varint), None);
        assert_eq!(context.error(), Error { code: ErrorCode::Truncated, site: 1, offset: 1 });
        assert_eq!(context.fail_match::<()>(b"\x80\x80\x80", ErrorCode::Mismatch, 2, &input[1..]), None);
        assert_eq!(context.error(), Error { code: ErrorCode::Truncated, site: 2, offset: 1 });
        assert_eq!(context.fail_match::<()>(b"\x80\x81", ErrorCode::Mismatch, 3, &input[1..]), None);
        assert_eq!(context.error(), Error { code: ErrorCode::Mismatch, site: 3, offset: 1 });
        assert_eq!(context.read_text(&mut &b"\"\x80"[..], 4, &mut String::new()), None);
        assert_eq!(context.error().offset, 0);
    }
}
