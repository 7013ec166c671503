//! Views of whole messages, and of structs that tell their length.

use super::read::known_part;
use super::text::span;
use super::view::{Source, Viewing};
use crate::plan::types_of;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{ErrorCode, Expr, Function, ValueType, VarId};

impl Viewing<'_, '_> {
    /// `root_Name(levels)`: finds the bytes of the struct in a message.
    pub(super) fn root(&self, id: StructId) -> Function {
        let mut b = self.memory.scaffold.function("root", id);
        b.value_param("levels", ValueType::U64);
        let record = self.memory.record(id);
        let input = Source { bytes: b.let_("input", Expr::Input), is_short: true };
        let len = Expr::from(input.bytes).bytes_len();
        let block = match (&record.length, &record.flexible) {
            (Some(cell), None) => {
                b.check(Expr::from(cell.end().div_ceil(8)).at_most(len.clone()), ErrorCode::Truncated);
                let length = self.load(&mut b, input, cell);
                let length = Expr::from(b.let_("length", length));
                b.check(length.at_most(len), ErrorCode::Truncated);
                self.enter(&mut b, id, input.bytes)
            }
            (_, Some(_)) => {
                b.check(Expr::from(u64::from(record.size)).at_most(len), ErrorCode::Truncated);
                input.bytes
            }
            (None, None) => {
                let whole = Source { is_short: false, ..input };
                self.span(&mut b, whole, 0u64.into(), record.size)
            }
        };
        b.finish(vec![block.into()], types_of(&self.place(id)))
    }

    /// Returns the bytes of a struct at the start of some bytes. A struct that tells its length has no others.
    pub(super) fn enter(&self, b: &mut FunctionBuilder, id: StructId, bytes: VarId) -> VarId {
        let record = self.memory.record(id);
        let Some(cell) = record.length.as_ref().filter(|_| record.can_be_short()) else { return bytes };
        let length = self.load(b, Source { bytes, is_short: true }, cell);
        let length = Expr::from(b.let_("length", length));
        b.check(Expr::from(cell.end().div_ceil(8)).at_most(length.clone()), ErrorCode::BadLength);
        let known = known_part(b, record, length);
        let len = Expr::from(bytes).bytes_len();
        let there = known.clone().below(len.clone()).choose(known, len);
        span(b, bytes.into(), 0u64.into(), there)
    }
}
