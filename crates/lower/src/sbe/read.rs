use super::Sbe;
use super::encode::is_null;
use super::shape::{Fixed, Shape};
use crate::scalar::Scalar;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{FieldType, StructId, Type};
use polywire_ir::{Arg, ErrorCode, Expr, Function, Order, Place, PureLeaf, ValueType, VarId};
use polywire_model::Presence;

/// A value of fixed size in a block.
#[derive(Clone, Copy)]
pub(super) struct Held<'s> {
    pub fixed: &'s Fixed,
    pub block: VarId,
    /// Offset in the block.
    pub at: u32,
}

impl Sbe<'_> {
    /// `read_Name(block, value)`: reads a struct's block.
    pub(super) fn read_block(&self, id: StructId) -> Function {
        let mut b = self.scaffold.function("read", id);
        let block = b.value_param("block", ValueType::Section(self.block(id).size));
        let value = Place::from(b.build_param("value", Type::Struct(id)));
        for (index, field) in self.types.record(id).fields.iter().enumerate() {
            if let (Shape::Fixed(fixed), at) = &self.block(id).members[index] {
                let presence = self.presences[id.0 as usize][index];
                let held = Held { fixed, block, at: *at };
                self.read_field(&mut b, (field, presence), held, value.field(index as u32));
            }
        }
        for index in self.required_groups(id) {
            let ty = self.types.record(id).fields[index as usize].ty.clone();
            b.open(value.field(index), None, ("present", ty), |_, _, _| {});
        }
        b.finish(vec![], vec![])
    }

    fn read_field(&self, b: &mut FunctionBuilder, (field, presence): (&FieldType, Presence), held: Held, place: Place) {
        match presence {
            Presence::Implicit => self.read_fixed(b, held, place),
            Presence::Required => self.open_fixed(b, (field, presence), held, place),
            Presence::Optional => {
                let present = !self.is_absent(held);
                b.when(present, |b| self.open_fixed(b, (field, presence), held, place));
            }
        }
    }

    fn open_fixed(&self, b: &mut FunctionBuilder, (field, presence): (&FieldType, Presence), held: Held, place: Place) {
        match held.fixed {
            Fixed::Scalar(_) | Fixed::Text(_) | Fixed::Bytes(_) => self.read_fixed(b, held, place.some()),
            Fixed::Array(..) | Fixed::Composite(_) => {
                b.open(place, None, ("present", field.ty.clone()), |b, bind, _| {
                    self.read_fixed(b, held, bind.into());
                    if let (Fixed::Composite(id), Presence::Optional) = (held.fixed, presence) {
                        self.empty_texts(b, *id, bind);
                    }
                });
            }
        }
    }

    /// Reads a value from an offset of a block.
    pub(super) fn read_fixed(&self, b: &mut FunctionBuilder, held: Held, place: Place) {
        let Held { fixed, block, at } = held;
        match fixed {
            Fixed::Scalar(scalar) => self.set_scalar(b, scalar, load(scalar, block, at), place),
            Fixed::Text(len) => b.set(place, text(block, at, *len)),
            Fixed::Bytes(len) => b.set(place, slice(block, at, *len)),
            Fixed::Array(scalar, len) => {
                let elements = slice(block, at, *len * u32::from(scalar.width()));
                b.at(elements, 0u64, &[], |b| {
                    b.fill(place, u64::from(*len), ("element", scalar.ty.clone()), |b, bind, _| {
                        let bits = b.read_int("bits", scalar.width(), Order::Little);
                        self.set_scalar(b, scalar, bits.into(), bind.into());
                    });
                    vec![]
                });
            }
            Fixed::Composite(id) => {
                let inner = slice(block, at, self.block(*id).size);
                b.call(self.codecs[*id].read, vec![Arg::Value(inner), Arg::Place(place)], &[]);
            }
        }
    }

    fn is_absent(&self, Held { fixed, block, at }: Held) -> Expr {
        match fixed {
            Fixed::Scalar(scalar) => is_null(scalar, load(scalar, block, at)),
            Fixed::Text(len) => text(block, at, *len).bytes_len().is(0u64),
            Fixed::Composite(id) => {
                let null = &self.block(*id).null;
                slice(block, at, null.len() as u32).is(null.as_slice())
            }
            Fixed::Bytes(_) | Fixed::Array(..) => false.into(),
        }
    }

    fn set_scalar(&self, b: &mut FunctionBuilder, scalar: &Scalar, bits: Expr, place: Place) {
        if scalar.ty == Type::Bool {
            let bits = b.let_("bits", bits);
            b.check(bits.at_most(1u64), ErrorCode::OutOfRange);
            return b.set(place, scalar.value(bits.into()));
        }
        scalar.set(b, self.types, place, bits);
    }
}

fn load(scalar: &Scalar, section: VarId, offset: u32) -> Expr {
    Expr::Load { section, offset, width: scalar.width(), order: Order::Little }
}

fn slice(section: VarId, offset: u32, len: u32) -> Expr {
    Expr::Slice { section, offset, len }
}

fn text(block: VarId, at: u32, len: u32) -> Expr {
    Expr::Leaf(PureLeaf::UntilNul, vec![slice(block, at, len)])
}
