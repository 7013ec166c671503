//! Values that may be null (`xsi:nil`), as elements of lists and in unions: structs with one optional member.

use super::Xml;
use super::level::Level;
use super::tokens::Inside;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{ErrorCode, Expr, Place};

impl Xml<'_> {
    /// Runs the body, unless the element says that it is null and is empty.
    pub(super) fn unless_null(&self, b: &mut FunctionBuilder, inside: Inside, read: impl FnOnce(&mut FunctionBuilder)) {
        let is_nil = self.tokens.is_nil(b, inside);
        b.if_else(
            is_nil,
            |b| {
                let text = self.tokens.text(b, inside);
                b.check(Expr::from(text).bytes_len().is(0u64), ErrorCode::WrongKind);
            },
            read,
        );
    }

    /// Reads the element of a value that may be null.
    pub(super) fn read_null(&self, b: &mut FunctionBuilder, id: StructId, place: &Place, inside: Inside) {
        let Some(item) = self.structs[id.0 as usize].items().next() else { return b.fail(ErrorCode::Internal) };
        self.unless_null(b, inside, |b| self.read_present(b, item, place, inside));
    }

    /// Writes an element with a value that may be null.
    pub(super) fn write_null(&self, b: &mut FunctionBuilder, name: &str, id: StructId, place: &Place, level: &Level) {
        let Some(item) = self.structs[id.0 as usize].items().next() else { return b.fail(ErrorCode::Internal) };
        b.if_else(
            Expr::Present(item.member.place(place)),
            |b| self.write_named(b, name, item, place, level),
            |b| self.write_nil(b, name, level),
        );
    }

    /// Writes an element that says that it is null.
    pub(super) fn write_nil(&self, b: &mut FunctionBuilder, name: &str, level: &Level) {
        self.write_around(b, name, level, |b| {
            b.write_bytes(format!(" {}=\"true\">", self.names.xsi("nil")).as_bytes());
        });
    }
}
