use crate::text::class::{END, skip_while};
use crate::text::space;
use polywire_ir::Function;

/// `skip_space()`: skips white space and comments.
pub fn skip_space() -> Function {
    space::skip_space(b" \t\n\x0b\x0c\r", b'#', |b| {
        skip_while(b, |next| next.clone().is_not(u64::from(b'\n')) & next.is_not(END));
    })
}
