//! Reading values that start at a byte of their own.

use super::Memory;
use super::cell::{Cell, native};
use super::form::Form;
use super::put_cells::is_i64;
use super::text::span;
use crate::plan::{check_enum, check_range};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, ErrorCode, Expr, Order, Place, VarId};

impl Memory<'_> {
    /// Sets a native number from its bits (U64); refuses one that the native type does not have.
    pub(super) fn set_number(&self, b: &mut FunctionBuilder, ty: &Type, cell: &Cell, bits: Expr, place: Place) {
        let number = self.number(b, ty, cell, bits);
        b.set(place, number);
    }

    /// Returns a native number from its bits (U64); refuses one that the native type does not have.
    pub(super) fn number(&self, b: &mut FunctionBuilder, ty: &Type, cell: &Cell, bits: Expr) -> Expr {
        let (width, signed) = native(self, ty);
        let number = if cell.signed { bits.sign_extended(cell.bits) } else { bits };
        let is_same = (cell.bits, cell.signed) == (width, signed);
        match ty {
            Type::Bool => {
                let flag = Expr::from(b.let_("flag", if cell.signed { number.reinterpret() } else { number }));
                // The one bit of a signed bit-field is −1.
                let most = if cell.signed && cell.bits == 1 { u64::MAX } else { 1 };
                if cell.bits > 1 {
                    b.check(flag.clone().at_most(most), ErrorCode::OutOfRange);
                }
                flag.is_not(0u64)
            }
            Type::Enum(id) => {
                let number = if cell.signed { number } else { number.reinterpret() };
                let number = Expr::from(b.let_("number", number));
                if !cell.signed && cell.bits == 64 && signed {
                    b.check(number.clone().reinterpret().below(1u64 << 63), ErrorCode::OutOfRange);
                }
                check_enum(b, self.types, *id, &number);
                number
            }
            _ if is_same => number,
            _ => {
                let of_native = match (cell.signed, is_i64(ty)) {
                    (true, false) | (false, true) => number.reinterpret(),
                    (true, true) | (false, false) => number,
                };
                let number = Expr::from(b.let_("number", of_native));
                if cell.signed != signed && (cell.signed || cell.bits == 64) {
                    let unsigned = if is_i64(ty) { number.clone().reinterpret() } else { number.clone() };
                    b.check(unsigned.below(1u64 << 63), ErrorCode::OutOfRange);
                }
                if cell.bits > width || cell.signed != signed {
                    check_range(b, &number, width, signed);
                }
                number
            }
        }
    }

    /// Reads a value of a section.
    pub(super) fn read_value(&self, b: &mut FunctionBuilder, form: &Form, (block, at): (VarId, u32), place: Place) {
        let slice = |len: u32| Expr::Slice { section: block, offset: at, len };
        match form {
            Form::Number(_) => {}
            Form::Wide => {
                let load = |offset| Expr::Load { section: block, offset, width: 8, order: self.order };
                let (first, second) = (load(at), load(at + 8));
                let [low, high] = if self.is_little() { [first, second] } else { [second, first] };
                self.set_halves(b, [low, high], place);
            }
            Form::Float(form, _) => self.read_float(b, *form, (block, at), place),
            Form::Text(len, text) => self.read_text(b, (*len, *text), slice(*len), place),
            Form::Bytes(len) | Form::Counted(len) => b.set(place, slice(*len)),
            Form::Struct(id, size) => {
                b.call(self.codecs[*id].read, vec![Arg::Value(slice(*size)), Arg::Place(place)], &[]);
            }
            Form::Union(..) => {}
            Form::Array { ty, element, len, stride, .. } => {
                let bytes = slice(len * stride);
                self.read_elements(b, (ty, element, *stride), (bytes, u64::from(*len).into()), place);
            }
        }
    }

    /// Sets 16 bytes.
    pub(super) fn set_halves(&self, b: &mut FunctionBuilder, [low, high]: [Expr; 2], place: Place) {
        let bytes = b.scratch("wide", |b| {
            b.write_int(low, 8, Order::Little);
            b.write_int(high, 8, Order::Little);
        });
        b.set(place, bytes);
    }

    /// Reads the elements at the start of bytes.
    pub(super) fn read_elements(
        &self,
        b: &mut FunctionBuilder,
        (ty, element, stride): (&Type, &Form, u32),
        (bytes, count): (Expr, Expr),
        place: Place,
    ) {
        b.at(bytes, 0u64, &[], |b| {
            b.fill(place, count, ("element", ty.clone()), |b, bind, _| {
                self.read_element(b, (ty, element, stride), bind.into());
            });
            vec![]
        });
    }

    fn read_element(&self, b: &mut FunctionBuilder, (ty, element, stride): (&Type, &Form, u32), place: Place) {
        match element {
            Form::Number(cell) => {
                let bits = b.read_int("bits", stride as u8, self.order);
                self.set_number(b, ty, cell, bits.into(), place);
            }
            element => {
                let section = b.read_section("element", stride);
                self.read_value(b, element, (section, 0), place);
            }
        }
    }

    /// Reads as many elements of an array as another member tells.
    pub(super) fn read_counted(
        &self,
        b: &mut FunctionBuilder,
        form: &Form,
        (section, at, count): (VarId, u32, Expr),
        place: Place,
    ) {
        match form {
            Form::Array { ty, element, len, stride, .. } => {
                b.check(count.clone().at_most(u64::from(*len)), ErrorCode::BadLength);
                let bytes = Expr::Slice { section, offset: at, len: len * stride };
                self.read_elements(b, (ty, element, *stride), (bytes, count), place);
            }
            form => {
                let len = form.size() as u32;
                b.check(count.clone().at_most(u64::from(len)), ErrorCode::BadLength);
                let bytes = span(b, Expr::Slice { section, offset: at, len }, 0u64.into(), count);
                b.set(place, bytes);
            }
        }
    }
}
