use super::{AvroJson, label};
use crate::avro::duration;
use crate::avro::facts::FieldFacts;
use crate::json::read::{between_members, read_label, read_name};
use crate::plan::{Keyed, PresenceBits, arm, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Const, ErrorCode, Expr, Function, KeyedArm, Place, ReadLeaf, Setting, ValueType, VarId};
use polywire_model::Presence;
use polywire_model::attr::{AvroForm, AvroKind};

impl AvroJson<'_> {
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        match self.facts.record(id).kind {
            AvroKind::Record | AvroKind::Error => self.read_record(&mut b, id, &value),
            AvroKind::Duration => self.read_duration(&mut b, id, &value),
            AvroKind::Value => match self.types.record(id).fields.first() {
                Some(_) => self.read_field(&mut b, id, 0, &value),
                None => b.expect(b"null", ErrorCode::WrongKind),
            },
        }
        b.finish(vec![], vec![])
    }

    fn read_duration(&self, b: &mut FunctionBuilder, id: StructId, value: &Place) {
        let bytes = self.read_characters(b);
        b.check(Expr::from(bytes).bytes_len().is(duration::SIZE), ErrorCode::BadLength);
        b.at(bytes, 0u64, &[], |b| {
            duration::read(b, self.orders.fields(id), value);
            vec![]
        });
    }

    /// Members may come in any order, each once. Those of records that an Avro schema declares must be there, as Java demands.
    fn read_record(&self, b: &mut FunctionBuilder, id: StructId, owner: &Place) {
        b.expect(b"{", ErrorCode::WrongKind);
        let order: Vec<u32> = self.orders.fields(id).collect();
        let presence_bits = PresenceBits::new(order.len());
        let last = Keyed {
            key: ValueType::Bytes,
            carried: presence_bits.carried(),
            count: None,
            separation: between_members(),
        }
        .build(
            b,
            |b, index| b.block(|b| read_name(b, index)),
            |b, carried| {
                let arms = order.iter().enumerate();
                arms.map(|(number, index)| self.member_arm(b, (id, *index), owner, (&presence_bits, carried, number)))
                    .collect()
            },
            |b, _, carried| {
                b.check(Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownMember);
                self.skippers.value(b);
                presence_bits.after(carried, None)
            },
        );
        let facts = self.facts.record(id);
        let demanded = order.iter().enumerate().filter(|(_, index)| facts.demands(**index)).map(|(number, _)| number);
        b.check(presence_bits.includes(&last, demanded), ErrorCode::MissingField);
    }

    fn member_arm(
        &self,
        b: &mut FunctionBuilder,
        (id, index): (StructId, u32),
        owner: &Place,
        (presence_bits, carried, number): (&PresenceBits, &[VarId], usize),
    ) -> KeyedArm {
        let name = &self.types.record(id).fields[index as usize].name;
        let body = b.block(|b| {
            b.check(presence_bits.lacks(carried, number), ErrorCode::DuplicateField);
            if self.projection.field(id, index) {
                b.skip_leaf(ReadLeaf::JsonSpace);
                self.read_field(b, id, index, owner);
            } else {
                self.skippers.value(b);
            }
            presence_bits.after(carried, Some(number))
        });
        KeyedArm { keys: vec![Const::Bytes(name.clone().into())], label: label(name), repeats: false, body }
    }

    /// Reads a field's value without leading white space.
    pub(super) fn read_field(&self, b: &mut FunctionBuilder, id: StructId, index: u32, owner: &Place) {
        let (ty, place) = (&self.types.record(id).fields[index as usize].ty, owner.field(index));
        let FieldFacts { presence, form, .. } = self.facts.field(id, index);
        match presence {
            Presence::Implicit => self.read_value(b, (ty, form), place),
            Presence::Required => self.open(b, (ty, form), place),
            Presence::Optional => {
                let (name, is_held) = self.optional_branch(ty, form);
                let null = Expr::from(b.matches("null", b"null"));
                b.when(!null, |b| {
                    let found = read_branch_name(b);
                    b.check(Expr::from(found).is(name.as_bytes()), ErrorCode::UnknownCase);
                    self.read_branch_value(b, is_held, |b| self.open(b, (ty, form), place));
                });
            }
        }
    }

    fn open(&self, b: &mut FunctionBuilder, (ty, form): (&Type, &AvroForm), place: Place) {
        b.open(place, None, ("present", ty.clone()), |b, bind, _| self.read_value(b, (ty, form), bind.into()));
    }

    pub(super) fn read_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let facts = self.facts.union(id);
        let null = Expr::from(b.matches("null", b"null"));
        let absent = |b: &mut FunctionBuilder| {
            if facts.null.is_none() {
                b.fail(ErrorCode::UnknownCase);
            }
        };
        b.if_else(null, absent, |b| self.read_case(b, id, &value));
        b.finish(vec![], vec![])
    }

    fn read_case(&self, b: &mut FunctionBuilder, id: UnionId, value: &Place) {
        let name = read_branch_name(b);
        let (union, forms) = (self.types.union(id), &self.facts.union(id).forms);
        let arms = self.branches(id).into_iter().map(|branch| {
            arm(b, vec![Const::Bytes(branch.name.clone().into())], |b| {
                let ty = union.cases[branch.case as usize].value_type();
                b.open(value.clone(), Some(branch.case), ("case", ty), |b, bind, _| match branch.ty {
                    Some(ty) => self.read_branch_value(b, branch.is_held, |b| {
                        self.read_value(b, (ty, &forms[branch.case as usize]), bind.into());
                    }),
                    None => {
                        b.expect(b"{", ErrorCode::WrongKind);
                        close(b);
                        close(b);
                    }
                });
            })
        });
        let arms = arms.collect();
        let unknown = block(b, |b| b.fail(ErrorCode::UnknownCase));
        b.switch(name.into(), arms, unknown, &[]);
    }

    /// Reads the value of a branch, and what closes the object that names the branch.
    fn read_branch_value(&self, b: &mut FunctionBuilder, is_held: bool, value: impl FnOnce(&mut FunctionBuilder)) {
        if is_held {
            let name = read_branch_name(b);
            b.check(Expr::from(name).is(b"value".as_slice()), ErrorCode::UnknownMember);
        }
        value(b);
        (0..=u8::from(is_held)).for_each(|_| close(b));
    }
}

/// Reads the beginning of an object up to the value of its first member; returns the member's name.
fn read_branch_name(b: &mut FunctionBuilder) -> VarId {
    b.expect(b"{", ErrorCode::WrongKind);
    b.skip_leaf(ReadLeaf::JsonSpace);
    let name = read_label(b, "branch");
    b.skip_leaf(ReadLeaf::JsonSpace);
    name
}

fn close(b: &mut FunctionBuilder) {
    b.skip_leaf(ReadLeaf::JsonSpace);
    b.expect(b"}", ErrorCode::Syntax);
}
