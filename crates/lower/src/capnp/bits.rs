//! Members of a single bit, which share bytes.

use super::Capnp;
use super::record::{self, CasePlace, Field, Union};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Expr, Order};
use polywire_model::capnp_layout::Slot;
use std::collections::{BTreeMap, BTreeSet};

/// Bits collected one by one, by the byte that contains them.
#[derive(Default)]
pub(super) struct BitBytes(BTreeMap<u32, Expr>);

impl BitBytes {
    /// Adds a bit (a U64, 0 or 1).
    pub fn add(&mut self, bit: u32, value: Expr) {
        let value = if bit.is_multiple_of(8) { value } else { value << u64::from(bit % 8) };
        self.add_byte(bit / 8, value);
    }

    /// Adds bits of a byte (a U64).
    pub fn add_byte(&mut self, byte: u32, value: Expr) {
        let value = match self.0.remove(&byte) {
            Some(others) => others | value,
            None => value,
        };
        self.0.insert(byte, value);
    }

    /// Puts the bytes, except for some, which it yields.
    pub fn put(mut self, b: &mut FunctionBuilder, but: &[u32]) -> Vec<Expr> {
        let kept = but.iter().map(|byte| self.0.remove(byte).unwrap_or_else(|| 0u64.into())).collect();
        for (byte, value) in self.0 {
            b.put_int(byte, value, 1, Order::Little);
        }
        kept
    }
}

/// The bytes that members use.
#[derive(Default)]
struct Used {
    /// Those in which they use individual bits.
    bits: BTreeSet<u32>,
    /// Those that they fill completely.
    whole: BTreeSet<u32>,
}

impl Capnp<'_> {
    /// Returns the bytes of which a union's cases use individual bits only, so that members outside the union can use
    /// others.
    pub(super) fn shared_bytes(&self, union: &Union, id: UnionId) -> Vec<u32> {
        let mut used = Used::default();
        self.used_by_union(union, id, &mut used);
        used.bits.difference(&used.whole).copied().collect()
    }

    fn used_by_union(&self, union: &Union, id: UnionId, used: &mut Used) {
        if let Some(tag) = union.tag {
            used.whole.extend([tag / 8, tag / 8 + 1]);
        }
        for (placed, case) in union.cases.iter().zip(&self.types.union(id).cases) {
            match (placed.place, &case.ty) {
                (CasePlace::Group(group), _) => self.used_by_struct(group, used),
                (CasePlace::Slot(slot), Some(ty)) => self.used_by_value(slot, ty, used),
                (CasePlace::Slot(_), None) => {}
            }
        }
    }

    fn used_by_struct(&self, id: StructId, used: &mut Used) {
        for (placed, field) in self.record(id).fields.iter().zip(&self.types.record(id).fields) {
            match (placed, &field.ty) {
                (Field::Group(group), _) => self.used_by_struct(*group, used),
                (Field::Union(union), Type::Union(id)) => self.used_by_union(union, *id, used),
                (Field::Plain(plain), ty) => self.used_by_value(plain.slot, ty, used),
                (Field::Optional(optional), ty) => {
                    used.whole.extend([optional.tag / 8, optional.tag / 8 + 1]);
                    self.used_by_value(optional.slot, ty, used);
                }
                (Field::Union(_), _) => {}
            }
        }
    }

    fn used_by_value(&self, slot: Slot, ty: &Type, used: &mut Used) {
        let (Slot::Data(bit), Some(scalar)) = (slot, record::scalar(self.types, ty)) else { return };
        match scalar.ty {
            Type::Bool => {
                used.bits.insert(bit / 8);
            }
            _ => used.whole.extend(bit / 8..bit / 8 + u32::from(scalar.width())),
        }
    }
}
