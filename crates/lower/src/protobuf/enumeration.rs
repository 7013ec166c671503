//! Enumerators: an `int32`; a closed enum accepts only its own members.

use super::Protobuf;
use super::scalar::read_varint;
use super::unknown::{Owner, Unknown};
use crate::plan::{check_enum, report_unknown};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::EnumId;
use polywire_ir::{Datum, ErrorCode, Expr, UnknownKind, WriteLeaf};

impl Protobuf<'_> {
    /// Appends an enumerator's number (I64).
    pub(super) fn write_enum(&self, b: &mut FunctionBuilder, id: EnumId, number: Expr) {
        let it = self.types.enumeration(id);
        if it.open && (it.bits > 32 || it.bits == 32 && !it.signed) {
            b.check(number.clone().is(number.clone().sign_extended(32)), ErrorCode::OutOfRange);
        }
        b.write_leaf(WriteLeaf::Varint, vec![number.reinterpret()]);
    }

    /// Reads an enumerator and passes its number to `set`; if a closed enum lacks it, keeps it in `owner` as an unknown
    /// field with this tag.
    pub(super) fn read_enum(
        &self,
        b: &mut FunctionBuilder,
        id: EnumId,
        (owner, tag): (&Owner, &[u8]),
        set: impl FnOnce(&mut FunctionBuilder, Expr),
    ) {
        let start = (owner.unknown == Unknown::Reported).then(|| b.let_("start", Expr::Pos));
        let varint = read_varint(b);
        let number = Expr::from(b.let_("number", varint.clone().sign_extended(32)));
        if self.types.enumeration(id).open {
            check_enum(b, self.types, id, &number);
            return set(b, number);
        }
        let known = Expr::IsMember(id, Box::new(number.clone()));
        b.if_else(
            known,
            |b| set(b, number),
            |b| match start {
                Some(start) => {
                    report_unknown(b, Expr::Since(Box::new(start.into())), UnknownKind::Member, &owner.place)
                }
                None => keep_number(b, owner, tag, varint),
            },
        );
    }
}

fn keep_number(b: &mut FunctionBuilder, owner: &Owner, tag: &[u8], varint: Expr) {
    if owner.unknown == Unknown::Dropped {
        return;
    }
    let record = b.scratch("record", |b| {
        b.write(Datum::Bytes(tag.to_vec()));
        b.write_leaf(WriteLeaf::Varint, vec![varint]);
    });
    owner.retain(b, record.into());
}
