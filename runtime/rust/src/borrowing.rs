use crate::leaf::{Cursor, read_json_string, read_plain_json_string};
use crate::twins::text_of;
use crate::{Arena, Context, Limits};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// The state of a codec of values that borrow from a message.
pub struct Borrowing<'l, 'a> {
    context: Context<'l>,
    input: &'a [u8],
    arena: &'a Arena,
}

impl<'l, 'a> Borrowing<'l, 'a> {
    /// Starts with a message; encoders have an empty one.
    pub fn new(input: &'a [u8], limits: &'l Limits, arena: &'a Arena) -> Self {
        Self { context: Context::new(input, limits), input, arena }
    }

    /// Returns bytes that live as long as values. Those that are no part of the message are kept in the arena.
    pub fn keep(&self, bytes: impl Into<Cow<'a, [u8]>>) -> &'a [u8] {
        match bytes.into() {
            Cow::Borrowed(bytes) => bytes,
            Cow::Owned(bytes) => self.arena.keep(bytes),
        }
    }

    /// Returns these bytes as a part of the message or, if they are elsewhere, a copy of them in the arena.
    pub fn lasting(&self, bytes: &[u8]) -> &'a [u8] {
        let start = bytes.as_ptr().addr().checked_sub(self.input.as_ptr().addr());
        let part = start.and_then(|start| self.input.get(start..start.checked_add(bytes.len())?));
        part.unwrap_or_else(|| self.arena.keep(Vec::from(bytes)))
    }

    /// Reads a string of JSON as a text.
    #[inline(always)]
    pub fn read_text_ref(&mut self, input: &mut &'a [u8], site: u32, text: &mut &'a str) -> Option<()> {
        let mut cursor = Cursor::new(input);
        let contents = match read_plain_json_string(&mut cursor) {
            Some(plain) => {
                *input = cursor.rest();
                plain
            }
            None => self.read_other_text(input, site)?,
        };
        // It is valid.
        *text = text_of(contents).unwrap_or_default();
        Some(())
    }

    /// Like [`Self::read_text_ref`], for a text with escapes or a fault.
    #[inline(never)]
    fn read_other_text(&mut self, input: &mut &'a [u8], site: u32) -> Option<&'a [u8]> {
        let contents = self.context.read(input, site, read_json_string)?;
        Some(self.keep(contents))
    }
}

impl<'l> Deref for Borrowing<'l, '_> {
    type Target = Context<'l>;

    #[inline(always)]
    fn deref(&self) -> &Context<'l> {
        &self.context
    }
}

impl DerefMut for Borrowing<'_, '_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.context
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_elsewhere_is_copied() {
        let (limits, arena, input) = (Limits::default(), Arena::new(), b"\"plain\"\"\\n\"");
        let mut borrowing = Borrowing::new(input, &limits, &arena);
        let (mut rest, mut text) = (&input[..], "");
        assert_eq!((borrowing.read_text_ref(&mut rest, 1, &mut text), text), (Some(()), "plain"));
        assert_eq!(text.as_ptr(), input[1..].as_ptr());
        assert_eq!((borrowing.read_text_ref(&mut rest, 1, &mut text), text), (Some(()), "\n"));
        assert_eq!(borrowing.lasting(&input[2..4]).as_ptr(), input[2..].as_ptr());
        let (other, outside) = (input.to_vec(), borrowing.lasting(&input[11..]));
        let kept = borrowing.lasting(&other);
        assert_eq!((kept, outside), (&input[..], &b""[..]));
        assert_ne!(kept.as_ptr(), input.as_ptr());
    }
}
