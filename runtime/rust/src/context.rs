use crate::build::set_text;
use crate::leaf::{Cursor, LONGEST, SHORT, Scratch, read_other_json_string, read_plain_json_string};
use crate::{Error, ErrorCode, Limits};
use alloc::string::String;

/// The state of a codec for one message, apart from its cursor. Functions of codecs return `None` after a failure,
/// which is stored here.
pub struct Context<'l> {
    /// Bytes of work or memory that are left.
    pub budget: u64,
    /// The caller's limits and settings.
    pub limits: &'l Limits,
    /// The addresses of the input's first byte and its end.
    input: (usize, usize),
    /// The offset at which the input was left for other data.
    left: usize,
    failure: Option<Error>,
    unescaped: Scratch,
}

impl<'l> Context<'l> {
    /// Starts with a message; encoders have an empty one.
    pub fn new(input: &[u8], limits: &'l Limits) -> Self {
        let range = input.as_ptr_range();
        Self {
            budget: limits.budget,
            limits,
            input: (range.start.addr(), range.end.addr()),
            left: 0,
            failure: None,
            unescaped: Scratch::default(),
        }
    }

    /// Records a failure at the start of the rest of the input, which may also be a part of other data.
    #[cold]
    #[inline(never)]
    pub fn fail<T>(&mut self, code: ErrorCode, site: u32, rest: &[u8]) -> Option<T> {
        let failure = Error { code, site, offset: self.offset(rest) };
        self.failure = Some(failure);
        None
    }

    /// Records a failure to read a varint.
    #[cold]
    #[inline(never)]
    pub fn fail_varint<T>(&mut self, site: u32, rest: &[u8]) -> Option<T> {
        self.fail_varint_of(LONGEST, site, rest)
    }

    /// Records a failure to read a short varint.
    #[cold]
    #[inline(never)]
    pub fn fail_short_varint<T>(&mut self, site: u32, rest: &[u8]) -> Option<T> {
        self.fail_varint_of(SHORT, site, rest)
    }

    fn fail_varint_of<T>(&mut self, most: usize, site: u32, rest: &[u8]) -> Option<T> {
        // The failure is not at the end, if all bytes of the longest one are there.
        let code = if rest.len() < most { ErrorCode::Truncated } else { ErrorCode::Overlong };
        self.fail(code, site, rest)
    }

    /// Records that other bytes follow than expected ones.
    #[cold]
    #[inline(never)]
    pub fn fail_match<T>(&mut self, expected: &[u8], code: ErrorCode, site: u32, rest: &[u8]) -> Option<T> {
        let same = expected.iter().zip(rest).take_while(|(expected, byte)| expected == byte).count();
        let code = if same == rest.len() { ErrorCode::Truncated } else { code };
        self.fail(code, site, &rest[same..])
    }

    /// Records a failure of an encoder.
    #[cold]
    #[inline(never)]
    pub fn fail_writing<T>(&mut self, code: ErrorCode, site: u32) -> Option<T> {
        self.failure = Some(Error { code, site, offset: 0 });
        None
    }

    /// Before data is read that may be a copy of a part of the input: failures in it are where the input is left. Returns
    /// what [`Self::come_back`] takes.
    pub fn leave(&mut self, rest: &[u8]) -> usize {
        let left = self.offset(rest);
        core::mem::replace(&mut self.left, left)
    }

    /// The input is read again.
    pub fn come_back(&mut self, left: usize) {
        self.left = left;
    }

    fn offset(&self, rest: &[u8]) -> usize {
        let (start, end) = self.input;
        let at = rest.as_ptr().addr();
        if (start..=end).contains(&at) { at - start } else { self.left }
    }

    /// Returns the error that was recorded.
    #[cold]
    pub fn error(&self) -> Error {
        let unknown = Error { code: ErrorCode::Internal, site: 0, offset: 0 };
        self.failure.unwrap_or(unknown)
    }

    /// Returns true if a failure was recorded.
    pub fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Forgets the failure, so that later ones can be detected.
    pub fn forget(&mut self) {
        self.failure = None;
    }

    /// Subtracts a cost from the budget.
    #[inline(always)]
    pub fn charge(&mut self, cost: u64, site: u32, rest: &[u8]) -> Option<()> {
        match self.budget.checked_sub(cost) {
            Some(left) => {
                self.budget = left;
                Some(())
            }
            None => self.fail(ErrorCode::BudgetExceeded, site, rest),
        }
    }

    /// Adds to the budget; the sum is limited to the largest number.
    #[inline(always)]
    pub fn credit(&mut self, amount: u64) {
        self.budget = self.budget.saturating_add(amount);
    }

    /// Reads a leaf at the start of the input.
    #[inline(always)]
    pub fn read<'i, T>(
        &mut self,
        input: &mut &'i [u8],
        site: u32,
        leaf: impl FnOnce(&mut Cursor<'i>) -> Result<T, ErrorCode>,
    ) -> Option<T> {
        let mut cursor = Cursor::new(input);
        match leaf(&mut cursor) {
            Ok(value) => {
                *input = cursor.rest();
                Some(value)
            }
            Err(code) => self.fail(code, site, cursor.rest()),
        }
    }

    /// Reads a string of JSON into a text.
    #[inline(always)]
    pub fn read_text(&mut self, input: &mut &[u8], site: u32, text: &mut String) -> Option<()> {
        let mut cursor = Cursor::new(input);
        match read_plain_json_string(&mut cursor) {
            Some(plain) => {
                *input = cursor.rest();
                // It is valid.
                let _ = set_text(text, plain);
                Some(())
            }
            None => {
                *input = self.read_other_text(input, site, text)?;
                Some(())
            }
        }
    }

    /// Like [`Self::read_text`], for a text with escapes or a fault.
    #[inline(never)]
    fn read_other_text<'i>(&mut self, input: &'i [u8], site: u32, text: &mut String) -> Option<&'i [u8]> {
        let mut cursor = Cursor::new(input);
        match read_other_json_string(&mut cursor, &mut self.unescaped) {
            Ok(()) => {
                let _ = set_text(text, self.unescaped.bytes());
                Some(cursor.rest())
            }
            Err(code) => self.fail(code, site, cursor.rest()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leaf::{read_json_bool, read_varint};

    #[test]
    fn failures_tell_where() {
        let (limits, input) = (Limits { budget: 5, ..Limits::default() }, b"\x80true");
        let mut context = Context::new(input, &limits);
        let mut rest = &input[1..];
        assert_eq!(context.read(&mut rest, 7, read_json_bool), Some(true));
        assert_eq!((rest, context.has_failed()), (&b""[..], false));
        assert_eq!(context.read(&mut &input[1..4], 8, read_json_bool), None);
        assert_eq!(context.error(), Error { code: ErrorCode::Truncated, site: 8, offset: 4 });
        assert_eq!(context.fail_match::<()>(b"trap", ErrorCode::Mismatch, 9, &input[1..]), None);
        assert_eq!(context.error(), Error { code: ErrorCode::Mismatch, site: 9, offset: 3 });
        assert_eq!(context.fail_match::<()>(b"trues", ErrorCode::Mismatch, 9, &input[1..]), None);
        assert_eq!(context.error().code, ErrorCode::Truncated);
        assert_eq!((context.charge(4, 1, input), context.charge(2, 1, input), context.budget), (Some(()), None, 1));
        assert_eq!(context.error(), Error { code: ErrorCode::BudgetExceeded, site: 1, offset: 0 });
        context.credit(u64::MAX);
        assert_eq!(context.budget, u64::MAX);
    }

    #[test]
    fn texts_with_escapes_are_read() {
        let (limits, mut text) = (Limits::default(), String::new());
        let input = "\"plain\"\"a \\u00e9 \\n\"\"é\"\"\\x\"".as_bytes();
        let (mut context, mut rest) = (Context::new(input, &limits), input);
        for expected in ["plain", "a é \n", "é"] {
            assert_eq!((context.read_text(&mut rest, 1, &mut text), &*text), (Some(()), expected));
        }
        assert_eq!(context.read_text(&mut rest, 2, &mut text), None);
        assert_eq!(context.error(), Error { code: ErrorCode::BadEscape, site: 2, offset: input.len() - 1 });
    }

    #[test]
    fn copies_of_the_input_are_where_it_was_left() {
        let (limits, input) = (Limits::default(), b"abcdef");
        let mut context = Context::new(input, &limits);
        let copy = input.to_vec();
        let left = context.leave(&input[4..]);
        let inner = context.leave(&copy);
        assert_eq!(context.fail::<()>(ErrorCode::Syntax, 3, &copy[2..]), None);
        assert_eq!(context.error(), Error { code: ErrorCode::Syntax, site: 3, offset: 4 });
        context.come_back(inner);
        context.come_back(left);
        assert_eq!(context.fail::<()>(ErrorCode::Syntax, 3, &copy), None);
        assert_eq!(context.error().offset, 0);
    }

    #[test]
    fn varints_fail_as_their_leaf_does() {
        let limits = Limits::default();
        for len in 0..12 {
            let bytes = alloc::vec![0xff; len];
            let mut context = Context::new(&bytes, &limits);
            assert_eq!(context.fail_varint::<()>(0, &bytes), None);
            assert_eq!(read_varint(&mut Cursor::new(&bytes)), Err(context.error().code), "{len}");
        }
    }
}
