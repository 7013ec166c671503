//! Lists, maps and arrays. In version 2, those of elements that are not primitive are behind their size (DDS-XTypes 1.3, clause
//! 7.4.3.5.3); enums and bitmasks are not primitive. The dimensions of an array are one collection.

use super::Xcdr;
use crate::cdr::form::Form;
use crate::cdr::length::{limit_read, limit_written};
use crate::cdr::read::Layout;
use crate::plan::bound_elements;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{BytesMeaning, Meaning, Type};
use polywire_ir::{Expr, Place, VarId};

impl Xcdr<'_> {
    pub(super) fn is_primitive(&self, ty: &Type) -> bool {
        match ty {
            Type::Bool | Type::Float { .. } => true,
            Type::Int { meaning, .. } => !matches!(meaning, Meaning::Flags(_)),
            Type::FixedBytes(_, meaning) => self.is_corba && *meaning == BytesMeaning::Float128,
            Type::Enum(_)
            | Type::Text { .. }
            | Type::Bytes
            | Type::Struct(_)
            | Type::Union(_)
            | Type::List(_)
            | Type::Map(_)
            | Type::Array(..) => false,
        }
    }

    /// Returns true if a list or map of these elements has no size in front.
    pub(super) fn is_bare_list(&self, element: &Type) -> bool {
        match element {
            Type::Struct(id) if self.types.record(*id).is_entry => {
                self.types.record(*id).fields.iter().all(|field| self.is_primitive(&field.ty))
            }
            element => self.is_primitive(element),
        }
    }

    /// Returns true if an array of these elements has no size in front.
    pub(super) fn is_bare_array(&self, element: &Type) -> bool {
        match element {
            Type::Array(element, _) => self.is_bare_array(element),
            // Octets in two dimensions.
            Type::FixedBytes(..) => true,
            element => self.is_primitive(element),
        }
    }

    pub(super) fn read_list(
        &self,
        b: &mut FunctionBuilder,
        (element, form): (&Type, Form<'_>),
        place: Place,
        layout: Layout,
    ) {
        self.read_elements_in(b, self.is_bare_list(element), layout, |b| {
            let count = layout.read(b, "count", 4);
            limit_read(b, count.clone(), form.bound());
            bound_elements(b, count.clone(), self.min_size(element));
            b.fill(place, count, ("element", element.clone()), |b, item, _| {
                self.read(b, (element, form.of_elements()), item.into(), layout);
            });
        });
    }

    pub(super) fn read_array(
        &self,
        b: &mut FunctionBuilder,
        (element, form): (&Type, Form<'_>),
        (place, len): (Place, u32),
        layout: Layout,
    ) {
        self.read_elements_in(b, self.is_bare_array(element), layout, |b| {
            self.read_dimension(b, (element, form), (place, len), layout);
        });
    }

    fn read_dimension(
        &self,
        b: &mut FunctionBuilder,
        (element, form): (&Type, Form<'_>),
        (place, len): (Place, u32),
        layout: Layout,
    ) {
        b.fill(place, u64::from(len), ("element", element.clone()), |b, item, _| match element {
            Type::Array(inner, len) => self.read_dimension(b, (inner, form), (item.into(), *len), layout),
            element => self.read(b, (element, form), item.into(), layout),
        });
    }

    pub(super) fn write_list(
        &self,
        b: &mut FunctionBuilder,
        (element, form): (&Type, Form<'_>),
        place: Place,
        origin: VarId,
    ) {
        limit_written(b, Expr::Len(place.clone()), form.bound());
        self.write_elements_in(b, self.is_bare_list(element), origin, |b| {
            self.write_count(b, Expr::Len(place.clone()), origin);
            b.each(place, ("element", element.clone()), None, |b, item, _| {
                self.write(b, (element, form.of_elements()), item.into(), origin);
            });
        });
    }

    pub(super) fn write_array(
        &self,
        b: &mut FunctionBuilder,
        (element, form): (&Type, Form<'_>),
        place: Place,
        origin: VarId,
    ) {
        self.write_elements_in(b, self.is_bare_array(element), origin, |b| {
            self.write_dimension(b, (element, form), place, origin);
        });
    }

    fn write_dimension(
        &self,
        b: &mut FunctionBuilder,
        (element, form): (&Type, Form<'_>),
        place: Place,
        origin: VarId,
    ) {
        b.each(place, ("element", element.clone()), None, |b, item, _| match element {
            Type::Array(inner, _) => self.write_dimension(b, (inner, form), item.into(), origin),
            element => self.write(b, (element, form), item.into(), origin),
        });
    }
}
