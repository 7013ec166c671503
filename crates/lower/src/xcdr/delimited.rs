//! DHEADER: the size of what follows, in version 2.

use super::{Version, Xcdr};
use crate::cdr::read::Layout;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Prefix, Rest, VarId};

impl Xcdr<'_> {
    /// Reads what is behind its size, and skips the rest.
    pub(super) fn read_delimited(
        &self,
        b: &mut FunctionBuilder,
        layout: Layout,
        read: impl FnOnce(&mut FunctionBuilder),
    ) {
        let size = layout.read(b, "size", 4);
        b.window(size, Rest::Skip, read);
    }

    /// Reads elements: they are behind their size in version 2 unless they are `bare`.
    pub(super) fn read_elements_in(
        &self,
        b: &mut FunctionBuilder,
        bare: bool,
        layout: Layout,
        read: impl FnOnce(&mut FunctionBuilder),
    ) {
        if bare || self.version == Version::V1 {
            return read(b);
        }
        let size = layout.read(b, "size", 4);
        b.window(size, Rest::Fail(ErrorCode::TrailingBytes), read);
    }

    pub(super) fn write_delimited(
        &self,
        b: &mut FunctionBuilder,
        origin: VarId,
        write: impl FnOnce(&mut FunctionBuilder),
    ) {
        b.write(Datum::Align { to: 4, from: origin.into() });
        b.measured(Prefix::Int { width: 4, order: self.order }, write);
    }

    /// As [`Self::read_elements_in`].
    pub(super) fn write_elements_in(
        &self,
        b: &mut FunctionBuilder,
        bare: bool,
        origin: VarId,
        write: impl FnOnce(&mut FunctionBuilder),
    ) {
        match bare || self.version == Version::V1 {
            true => write(b),
            false => self.write_delimited(b, origin, write),
        }
    }
}
