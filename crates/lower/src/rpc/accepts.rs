//! The compressions that may be used in the other direction.

use super::Rpc;
use super::header::write_line_with;
use super::metadata::each_of_list;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Expr, Place, VarId};

const TEXT: Type = Type::Text { verified: true };

/// Reads them from the value of their header.
pub(super) fn read_accepts(b: &mut FunctionBuilder, list: &Place, value: VarId) {
    each_of_list(b, value, |b, part| {
        b.push(list.clone(), ("compression", TEXT), |b, it| b.set(it.into(), part));
    });
}

impl Rpc {
    /// Appends their header, if there are some.
    pub(super) fn write_accepts(&self, b: &mut FunctionBuilder, list: &Place) {
        b.when(Expr::Len(list.clone()).is_not(0u64), |b| {
            write_line_with(b, self.headers().accepts, |b| {
                b.each(list.clone(), ("compression", TEXT), None, |b, it, index| {
                    b.when(index.is_not(0u64), |b| b.write_bytes(b","));
                    b.call(self.functions.write_value, vec![Arg::Value(Expr::Get(it.into()))], &[]);
                });
            });
        });
    }
}
