//! Reading structs from sections.

use super::Memory;
use super::form::Form;
use super::plan::{Member, Record, Told};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{ErrorCode, Expr, Function, Place, ValueType, VarId};
use polywire_model::Presence;

impl Memory<'_> {
    /// `read_Name(block, value)`.
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let record = self.record(id);
        let mut b = self.scaffold.function("read", id);
        let block = b.value_param("block", ValueType::Section(record.size));
        let value = Place::from(b.build_param("value", Type::Struct(id)));
        let block = self.known(&mut b, block, record);
        self.check_padding(&mut b, block, record);
        for member in &record.members {
            self.read_member(&mut b, block, member, value.field(member.index));
        }
        b.finish(vec![], vec![])
    }

    /// Returns the bytes of a struct that tells its length: what it lacks is zero.
    fn known(&self, b: &mut FunctionBuilder, block: VarId, record: &Record) -> VarId {
        let Some(cell) = &record.length else { return block };
        let length = Expr::from(b.let_("length", self.load(block, cell)));
        let head = cell.end().div_ceil(8);
        b.check(Expr::from(head).at_most(length.clone()), ErrorCode::BadLength);
        let known = known_part(b, record, length);
        b.section("known", (block.into(), 0u64.into(), known), vec![0; record.size as usize], None)
    }

    fn read_member(&self, b: &mut FunctionBuilder, block: VarId, member: &Member, place: Place) {
        let ty = member.ty.clone();
        match (&member.told, member.presence) {
            (Some(Told::Presence(cell)), _) => {
                let flag = Expr::from(b.let_("flag", self.load(block, cell)));
                b.check(flag.clone().at_most(1u64), ErrorCode::OutOfRange);
                b.when(flag.is(1u64), |b| {
                    b.open(place, None, ("present", ty), |b, bind, _| self.read_present(b, block, member, bind.into()));
                });
            }
            (_, Presence::Required) if !matches!(member.ty, Type::Union(_)) => {
                b.open(place, None, ("present", ty), |b, bind, _| self.read_present(b, block, member, bind.into()));
            }
            _ => self.read_present(b, block, member, place),
        }
    }

    fn read_present(&self, b: &mut FunctionBuilder, block: VarId, member: &Member, place: Place) {
        match (&member.told, &member.form) {
            (Some(Told::Tag(cell)), Form::Union(id, size)) => {
                let tag = self.load(block, cell);
                let bytes = Expr::Slice { section: block, offset: member.at, len: *size };
                self.read_union(b, *id, (cell, tag), bytes, place);
            }
            (Some(Told::Count(cell)), form) => {
                let count = Expr::from(b.let_("count", self.load(block, cell)));
                self.read_counted(b, form, (block, member.at, count), place);
            }
            (_, Form::Number(cell)) => {
                let bits = self.load(block, cell);
                self.set_number(b, &member.ty, cell, bits, place);
            }
            (_, form) => self.read_value(b, form, (block, member.at), place),
        }
    }
}

/// Returns how many bytes of a struct of this length are known.
pub(super) fn known_part(b: &mut FunctionBuilder, record: &Record, length: Expr) -> Expr {
    let size = u64::from(record.size);
    b.let_("known", length.clone().below(size).choose(length, size)).into()
}
