//! Text in the encodings that a schema can name. Values are UTF-8.

use super::Own;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Place, PureLeaf};
use polywire_model::attr::TextEncoding;

/// A text in its encoding, or bytes.
pub(super) struct Encoded {
    pub bytes: Expr,
    pub len: Expr,
}

impl Own<'_> {
    /// Returns a text in an encoding. Characters that the encoding lacks are refused.
    pub(super) fn encoded(&self, b: &mut FunctionBuilder, encoding: Option<TextEncoding>, place: Place) -> Encoded {
        match encoding {
            None => {}
            Some(TextEncoding::Ascii) => {
                b.check(Expr::Leaf(PureLeaf::IsAscii, vec![Expr::Get(place.clone())]), ErrorCode::OutOfRange);
            }
            Some(encoding @ (TextEncoding::Latin1 | TextEncoding::Utf16(_))) => {
                let bytes = self.transcoders.encode(b, encoding, Expr::Get(place));
                return Encoded { bytes: bytes.into(), len: Expr::from(bytes).bytes_len() };
            }
        }
        let len = b.let_("len", Expr::Len(place.clone()));
        Encoded { bytes: Expr::Get(place), len: len.into() }
    }

    /// A NUL would end the text for readers.
    pub(super) fn check_no_nul(&self, b: &mut FunctionBuilder, place: Place) {
        let until_nul = Expr::Leaf(PureLeaf::UntilNul, vec![Expr::Get(place.clone())]);
        b.check(until_nul.bytes_len().is(Expr::Len(place)), ErrorCode::OutOfRange);
    }

    /// Sets a text from the bytes of a fixed number of characters, which ends at its first NUL.
    pub(super) fn set_fixed_text(
        &self,
        b: &mut FunctionBuilder,
        encoding: Option<TextEncoding>,
        bytes: Expr,
        place: Place,
    ) {
        match encoding {
            Some(encoding @ TextEncoding::Utf16(_)) => {
                let text = self.transcoders.decode(b, encoding, bytes, true);
                b.set_trusted(place, text);
            }
            None | Some(TextEncoding::Ascii | TextEncoding::Latin1) => {
                self.set_text(b, encoding, Expr::Leaf(PureLeaf::UntilNul, vec![bytes]), place);
            }
        }
    }

    /// Sets a text, or bytes.
    pub(super) fn set_text(&self, b: &mut FunctionBuilder, encoding: Option<TextEncoding>, bytes: Expr, place: Place) {
        match encoding {
            None => b.set(place, bytes),
            Some(TextEncoding::Ascii) => {
                b.check(Expr::Leaf(PureLeaf::IsAscii, vec![bytes.clone()]), ErrorCode::InvalidUtf8);
                b.set_trusted(place, bytes);
            }
            Some(encoding @ (TextEncoding::Latin1 | TextEncoding::Utf16(_))) => {
                let text = self.transcoders.decode(b, encoding, bytes, false);
                b.set_trusted(place, text);
            }
        }
    }
}
