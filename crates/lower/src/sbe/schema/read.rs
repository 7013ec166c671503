//! Reads blocks.

use super::Own;
use super::plan::{Form, Member, Record};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Expr, Function, Order, Place, ValueType, VarId};
use polywire_model::Presence;

/// A block that is being read.
#[derive(Clone, Copy)]
struct Block<'r> {
    section: VarId,
    record: &'r Record,
    /// The version and the length of the block in the message, if they matter.
    acting: Option<(VarId, VarId)>,
}

impl Own<'_> {
    /// Calls `read_Name`.
    pub(super) fn call_read(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (version, size): (Expr, Expr),
        block: Expr,
        value: Place,
    ) {
        let record = self.record(id);
        if record.members.is_empty() {
            return;
        }
        let acting = record.block_has_versions.then_some([Arg::Value(version), Arg::Value(size)]);
        let rest = [Arg::Value(block), Arg::Place(value)];
        b.call(self.codecs[id].read, acting.into_iter().flatten().chain(rest).collect(), &[]);
    }

    /// `read_Name(version, size, block, value)`: reads a block; the version of the message and the length of the block in it
    /// only if they matter.
    pub(super) fn read_block(&self, id: StructId) -> Function {
        let record = self.record(id);
        let mut b = self.scaffold.function("read", id);
        let acting = record
            .block_has_versions
            .then(|| (b.value_param("version", ValueType::U64), b.value_param("size", ValueType::U64)));
        let section = b.value_param("block", ValueType::Section(record.size));
        let value = Place::from(b.build_param("value", Type::Struct(id)));
        let block = Block { section, record, acting };
        for member in &record.members {
            let place = value.field(member.index);
            match member.is_there(block.acting.map(|(version, size)| (version.into(), size.into()))) {
                None => self.read_member(&mut b, block, (id, member), place),
                Some(is_there) => b.when(is_there, |b| self.read_member(b, block, (id, member), place)),
            }
        }
        b.finish(vec![], vec![])
    }

    fn read_member(&self, b: &mut FunctionBuilder, block: Block, (id, member): (StructId, &Member), place: Place) {
        if member.presence != Presence::Optional {
            return self.read_value(b, block, member, place);
        }
        let is_null = self.is_null(member, (block.section, block.record.order), 0);
        b.when(!is_null, |b| match member.form {
            Form::Scalar(_) | Form::Text(..) => self.read_value(b, block, member, place.some()),
            Form::Array(..) | Form::Composite(_) => {
                let ty = self.types.record(id).fields[member.index as usize].ty.clone();
                b.open(place, None, ("present", ty), |b, bind, _| self.read_value(b, block, member, bind.into()));
            }
        });
    }

    fn read_value(&self, b: &mut FunctionBuilder, block: Block, member: &Member, place: Place) {
        let Block { section, record, .. } = block;
        let slice = |len: u32| Expr::Slice { section, offset: member.at, len };
        match &member.form {
            Form::Scalar(scalar) => {
                scalar.set(b, self.types, place, load(block, member.at, scalar.width()));
            }
            Form::Text(len, encoding) => self.set_fixed_text(b, *encoding, slice(*len), place),
            Form::Array(scalar, len) => {
                let elements = slice(*len * u32::from(scalar.width()));
                b.at(elements, 0u64, &[], |b| {
                    b.fill(place, u64::from(*len), ("element", scalar.ty.clone()), |b, bind, _| {
                        let bits = b.read_int("bits", scalar.width(), record.order);
                        scalar.set(b, self.types, bind.into(), bits.into());
                    });
                    vec![]
                });
            }
            // A composite is there as a whole, whatever the length of the block.
            Form::Composite(id) => {
                let version = block.acting.map_or(Expr::from(u64::MAX), |(version, _)| version.into());
                self.call_read(b, *id, (version, u64::MAX.into()), slice(self.record(*id).size), place);
            }
        }
    }
}

fn load(Block { section, record, .. }: Block, offset: u32, width: u8) -> Expr {
    let order: Order = record.order;
    Expr::Load { section, offset, width, order }
}
