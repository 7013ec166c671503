//! Forms of values, from their types in the model and in C.

use super::flexible::is_flexible;
use super::number::{cell_of, is_signed, shape};
use super::{Leaf, Planner};
use crate::memory_image::cell::Cell;
use crate::memory_image::form::Form;
use crate::memory_image::unsupported::{FLOAT, NESTED_FLEXIBLE};
use polywire_ir::types::{Named, Type};
use polywire_model::c::{CScalar, CText, CType, FloatForm};

impl Planner<'_, '_> {
    /// Returns the form of a member whose elements may be counted.
    pub(super) fn form(&mut self, ty: &Type, c: &CType, leaf: &Leaf<'_>, is_counted: bool) -> Option<Form> {
        match (ty, c) {
            (_, CType::Aligned(inner, _)) => self.form(ty, inner, leaf, is_counted),
            (Type::List(inner), CType::Array(element, Some(len))) if is_counted => {
                self.array((inner, element), (*len, true), leaf)
            }
            (Type::Text { .. } | Type::Bytes, CType::Array(element, Some(len))) if is_counted => {
                (self.size(&Type::int(8, false), element)? == 1).then_some(Form::Counted(*len))
            }
            _ if is_counted => None,
            (_, CType::Scalar(_) | CType::Enum(_)) => self.scalar(ty, c, cell_of(leaf)),
            _ => self.element(ty, c, leaf),
        }
    }

    fn array(&mut self, (ty, c): (&Type, &CType), (len, is_list): (u32, bool), leaf: &Leaf<'_>) -> Option<Form> {
        let element = Box::new(self.element(ty, c, leaf)?);
        let stride = self.size(ty, c)?;
        Some(Form::Array { ty: ty.clone(), element, len, is_list, stride })
    }

    /// Returns the form of a value that starts at a byte of its own, and about which no other member tells anything.
    pub(super) fn element(&mut self, ty: &Type, c: &CType, leaf: &Leaf<'_>) -> Option<Form> {
        match (ty, c) {
            (_, CType::Aligned(inner, _)) => self.element(ty, inner, leaf),
            (_, CType::Scalar(_) | CType::Enum(_)) => {
                let shape = shape(self.layouts, c)?;
                let signed = is_signed(c, shape.1);
                self.scalar(ty, c, Some(Cell { start: 0, bits: u8::try_from(8 * shape.0).ok()?, signed }))
            }
            (Type::Text { .. }, CType::Array(_, Some(len))) => {
                let text = if leaf.member.text == CText::Bytes { CText::Nul } else { leaf.member.text };
                Some(Form::Text(*len, text))
            }
            (Type::FixedBytes(len, _), CType::Array(element, Some(of))) => {
                (self.size(&Type::int(8, false), element)? == 1 && len == of).then_some(Form::Bytes(*len))
            }
            (Type::Array(inner, len), CType::Array(element, Some(of))) if len == of => {
                self.array((inner, element), (*len, false), leaf)
            }
            (Type::Bytes, CType::Array(element, Some(len))) => {
                (self.size(&Type::int(8, false), element)? == 1).then_some(Form::Bytes(*len))
            }
            (Type::Bytes | Type::FixedBytes(..), CType::Record(record)) => {
                let size = self.layouts.lay_out(record, None).ok()?.size;
                let fits = !matches!(ty, Type::FixedBytes(len, _) if *len != size);
                fits.then_some(Form::Bytes(size))
            }
            (Type::Struct(id), CType::Named) => {
                let decl = self.decl_of(Named::Struct(*id))?;
                if self.layouts.record(decl).is_some_and(is_flexible) {
                    self.refuse(&leaf.member.name, NESTED_FLEXIBLE);
                }
                Some(Form::Struct(*id, self.size(ty, c)?))
            }
            (Type::Union(id), CType::Named) => Some(Form::Union(*id, self.size(ty, c)?)),
            _ => None,
        }
    }

    fn scalar(&mut self, ty: &Type, c: &CType, cell: Option<Cell>) -> Option<Form> {
        match (ty, c) {
            (Type::FixedBytes(16, _), CType::Scalar(CScalar::LongDouble)) => {
                let form = self.layouts.abi().long_double;
                if form == FloatForm::DoubleDouble {
                    self.errors.push(FLOAT.at(self.decl.span, self.decl.path()));
                }
                Some(Form::Float(form, self.layouts.abi().long_double_size.0.into()))
            }
            (Type::FixedBytes(16, _), CType::Scalar(CScalar::Exact { bits: 128, .. })) => Some(Form::Wide),
            (Type::Float { bits: 32 }, CType::Scalar(CScalar::Float)) => cell.map(Form::Number),
            (Type::Float { bits: 64 }, CType::Scalar(CScalar::Double)) => cell.map(Form::Number),
            (Type::Int { signed, .. }, CType::Scalar(CScalar::Char)) => {
                cell.map(|cell| Form::Number(Cell { signed: *signed, ..cell }))
            }
            (Type::Bool | Type::Int { .. } | Type::Enum(_), CType::Enum(_)) => cell.map(Form::Number),
            (Type::Bool | Type::Int { .. } | Type::Enum(_), CType::Scalar(it)) if it.is_integer() => {
                cell.filter(|cell| cell.bits <= 64).map(Form::Number)
            }
            _ => None,
        }
    }

    /// Returns the bytes of an element.
    pub(super) fn size(&mut self, ty: &Type, c: &CType) -> Option<u32> {
        let size = match (ty, c) {
            (_, CType::Scalar(_) | CType::Enum(_)) => shape(self.layouts, c)?.0,
            (_, CType::Aligned(inner, _)) => return self.size(ty, inner),
            (Type::Array(inner, _), CType::Array(element, Some(len))) => {
                u64::from(self.size(inner, element)?) * u64::from(*len)
            }
            (_, CType::Array(element, Some(len))) => {
                u64::from(self.size(&Type::int(8, false), element)?) * u64::from(*len)
            }
            (Type::Struct(id), CType::Named) => self.layouts.of(self.decl_of(Named::Struct(*id))?).ok()?.size.into(),
            (Type::Union(id), CType::Named) => self.layouts.of(self.decl_of(Named::Union(*id))?).ok()?.size.into(),
            (_, CType::Record(record)) => self.layouts.lay_out(record, None).ok()?.size.into(),
            (_, CType::Array(_, None) | CType::Named) => return None,
        };
        u32::try_from(size).ok()
    }
}
