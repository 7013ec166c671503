//! Null values (SBE 1.0, section 2.4.2).

use super::Own;
use super::plan::{Form, Member};
use crate::sbe::encode::is_null;
use crate::sbe::shape::null_bits;
use crate::scalar::Scalar;
use polywire_ir::types::{Meaning, StructId, Type};
use polywire_ir::{Expr, Order, VarId};
use polywire_model::attr::TextEncoding;

impl Own<'_> {
    /// The bytes of an absent value.
    pub(super) fn null_bytes(&self, member: &Member, order: Order) -> Vec<u8> {
        match &member.form {
            Form::Scalar(scalar) => null_number(scalar, order),
            Form::Text(len, _) => vec![0; *len as usize],
            Form::Array(scalar, len) => null_number(scalar, order).repeat(*len as usize),
            Form::Composite(id) => self.null_block(*id),
        }
    }

    fn null_block(&self, id: StructId) -> Vec<u8> {
        let record = self.record(id);
        let mut bytes = vec![0; record.size as usize];
        for member in &record.members {
            let null = self.null_bytes(member, record.order);
            bytes[member.at as usize..][..null.len()].copy_from_slice(&null);
        }
        bytes
    }

    /// Tests whether all numbers and texts of a member are null; its block starts at an offset of a section.
    pub(super) fn is_null(&self, member: &Member, (section, order): (VarId, Order), block: u32) -> Expr {
        let at = block + member.at;
        let load = |offset: u32, width: u8| Expr::Load { section, offset, width, order };
        let all =
            |tests: &mut dyn Iterator<Item = Expr>| tests.reduce(|one, other| one & other).unwrap_or(false.into());
        match &member.form {
            Form::Scalar(scalar) => is_null(&with_null(scalar), load(at, scalar.width())),
            Form::Text(0, _) => false.into(),
            Form::Text(_, Some(TextEncoding::Utf16(_))) => load(at, 2).is(0u64),
            Form::Text(..) => load(at, 1).is(0u64),
            Form::Array(scalar, len) => {
                let width = u32::from(scalar.width());
                let null = null_number(scalar, order).repeat(*len as usize);
                let is_float = matches!(scalar.ty, Type::Float { .. });
                if is_float {
                    let scalar = with_null(scalar);
                    return all(&mut (0..*len).map(|index| is_null(&scalar, load(at + index * width, scalar.width()))));
                }
                Expr::Slice { section, offset: at, len: *len * width }.is(null.as_slice())
            }
            Form::Composite(id) => {
                let record = self.record(*id);
                all(&mut record.members.iter().map(|inner| self.is_null(inner, (section, record.order), at)))
            }
        }
    }
}

/// The bits of an absent number.
pub(in crate::sbe) fn null_of(scalar: &Scalar) -> u64 {
    null_bits(&with_null(scalar))
}

/// A set without a null value of its own is empty.
pub(in crate::sbe) fn with_null(scalar: &Scalar) -> Scalar {
    let is_set = matches!(scalar.ty, Type::Int { meaning: Meaning::Flags(_), .. });
    Scalar { null: scalar.null.or(is_set.then_some(0)), ..scalar.clone() }
}

fn null_number(scalar: &Scalar, order: Order) -> Vec<u8> {
    let (null, width) = (null_of(scalar), usize::from(scalar.width()));
    match order {
        Order::Big => null.to_be_bytes()[8 - width..].to_vec(),
        Order::Little | Order::LittleIf(_) => null.to_le_bytes()[..width].to_vec(),
    }
}
