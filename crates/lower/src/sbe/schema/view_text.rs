//! Views of texts. Those in UTF-8 and ASCII are values as they are; the bytes of others are what is read.

use super::view::Viewing;
use crate::text::transcode::measure_utf16;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::Type;
use polywire_ir::{Arg, Encoding, ErrorCode, Expr, FuncId, PureLeaf, Role, ValueType, VarId};
use polywire_model::attr::{ByteOrder, TextEncoding};

/// The functions that find the end of texts of UTF-16.
pub(super) struct Measures(Vec<(ByteOrder, FuncId)>);

impl Measures {
    /// Defines the functions for these encodings.
    pub fn define(module: &mut ModuleBuilder, encodings: impl Iterator<Item = TextEncoding>) -> Self {
        let mut found: Vec<(ByteOrder, FuncId)> = Vec::new();
        for encoding in encodings {
            if let TextEncoding::Utf16(order) = encoding
                && found.iter().all(|(known, _)| *known != order)
            {
                found.push((order, module.add(measure_utf16(order))));
            }
        }
        Self(found)
    }

    fn of(&self, order: ByteOrder) -> Option<FuncId> {
        self.0.iter().find(|(known, _)| *known == order).map(|(_, measure)| *measure)
    }
}

impl Viewing<'_, '_> {
    /// Returns the text in bytes of a fixed length, which ends at its first NUL.
    pub(super) fn fixed_text(&self, b: &mut FunctionBuilder, encoding: Option<TextEncoding>, bytes: VarId) -> VarId {
        if let Some(TextEncoding::Utf16(order)) = encoding {
            b.charge(Expr::from(bytes).bytes_len());
            return b.at(bytes, 0u64, &[("text", ValueType::Bytes)], |b| {
                let len = b.at(bytes, 0u64, &[("len", ValueType::U64)], |b| self.measure(b, order, true));
                vec![b.read_span("characters", len[0]).into()]
            })[0];
        }
        let text = b.let_("text", Expr::Leaf(PureLeaf::UntilNul, vec![bytes.into()]));
        self.check_text(b, encoding, text);
        text
    }

    /// Refuses bytes that are not text in the encoding.
    pub(super) fn check_text(&self, b: &mut FunctionBuilder, encoding: Option<TextEncoding>, text: VarId) {
        let leaf = match encoding {
            None => PureLeaf::Utf8Valid,
            Some(TextEncoding::Ascii) => PureLeaf::IsAscii,
            Some(TextEncoding::Latin1) => return,
            Some(TextEncoding::Utf16(order)) => {
                b.charge(Expr::from(text).bytes_len());
                b.at(text, 0u64, &[], |b| {
                    self.measure(b, order, false);
                    vec![]
                });
                return;
            }
        };
        b.charge(Expr::from(text).bytes_len());
        b.check(Expr::Leaf(leaf, vec![text.into()]), ErrorCode::InvalidUtf8);
    }

    /// Yields the number of bytes of the text in UTF-16 that begins here.
    fn measure(&self, b: &mut FunctionBuilder, order: ByteOrder, is_fixed: bool) -> Vec<Expr> {
        let measure = self.measures.of(order);
        let len = measure.map(|it| b.call(it, vec![Arg::Value(is_fixed.into())], &[("len", ValueType::U64)])[0].into());
        vec![len.unwrap_or(0u64.into())]
    }
}

/// Returns what the bytes of a text mean.
pub(super) fn role_of(encoding: Option<TextEncoding>) -> Role {
    match encoding {
        None | Some(TextEncoding::Ascii) => Role::Value,
        Some(TextEncoding::Latin1) => Role::Encoded(Encoding::Latin1),
        Some(TextEncoding::Utf16(ByteOrder::Little)) => Role::Encoded(Encoding::Utf16Le),
        Some(TextEncoding::Utf16(ByteOrder::Big)) => Role::Encoded(Encoding::Utf16Be),
    }
}

/// Returns true for a text; bytes have no encoding to check.
pub(super) fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Text { .. })
}
