use super::plan::StructPlan;
use super::{Version, Xcdr};
use crate::cdr::form::Form;
use crate::cdr::read::{Layout, read_bool};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Expr, Function, Place};
use polywire_model::attr::Extensibility;
use polywire_model::{Field, Presence};

impl Xcdr<'_> {
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let layout = self.layout(&mut b);
        match (self.version, self.structs[id.0 as usize].extensibility) {
            (_, Extensibility::Final) | (Version::V1, Extensibility::Appendable) => {
                self.fields(id).for_each(|index| self.read_field(&mut b, id, index, (&value, layout)));
            }
            (Version::V2, Extensibility::Appendable) => self.read_appendable(&mut b, id, &value, layout),
            (Version::V1, Extensibility::Mutable) => self.read_parameters(&mut b, id, &value, layout),
            (Version::V2, Extensibility::Mutable) => self.read_members(&mut b, id, &value, layout),
        }
        b.finish(vec![], vec![])
    }

    /// Members that an older writer did not have keep their defaults.
    fn read_appendable(&self, b: &mut FunctionBuilder, id: StructId, value: &Place, layout: Layout) {
        self.read_delimited(b, layout, |b| {
            for index in self.fields(id) {
                match self.structs[id.0 as usize].fields[index].presence {
                    Presence::Required => self.read_field(b, id, index, (value, layout)),
                    Presence::Implicit | Presence::Optional => {
                        b.when(Expr::Left.is_not(0u64), |b| self.read_field(b, id, index, (value, layout)));
                    }
                }
            }
        });
    }

    fn read_field(&self, b: &mut FunctionBuilder, id: StructId, index: usize, (value, layout): (&Place, Layout)) {
        let StructPlan { fields, members, .. } = &self.structs[id.0 as usize];
        let (field, place) = (&fields[index], value.field(index as u32));
        match (field.presence, self.version) {
            (Presence::Implicit | Presence::Required, _) => self.read_present(b, field, place, layout),
            (Presence::Optional, Version::V1) => {
                self.read_optional_parameter(b, members[index], layout, |b, layout| {
                    self.read_present(b, field, place, layout);
                })
            }
            (Presence::Optional, Version::V2) => {
                let is_present = read_bool(b);
                b.when(is_present, |b| self.read_present(b, field, place, layout));
            }
        }
    }

    fn read_present(&self, b: &mut FunctionBuilder, field: &Field, place: Place, layout: Layout) {
        let (ty, form) = (self.types.of(&field.ty), Form::of(&field.ty, &field.attrs.corba));
        match field.presence {
            Presence::Implicit => self.read(b, (&ty, form), place, layout),
            Presence::Required | Presence::Optional => {
                b.open(place, None, ("present", ty.clone()), |b, bind, _| {
                    self.read(b, (&ty, form), bind.into(), layout);
                });
            }
        }
    }

    /// Reads the value of a member that may have been read before, which is replaced.
    pub(super) fn read_again(&self, b: &mut FunctionBuilder, field: &Field, place: Place, layout: Layout) {
        let (ty, form) = (self.types.of(&field.ty), Form::of(&field.ty, &field.attrs.corba));
        if !accumulates(&ty) {
            return self.read_present(b, field, place, layout);
        }
        match field.presence {
            Presence::Implicit => {
                b.reset(place.clone());
                self.read(b, (&ty, form), place, layout);
            }
            Presence::Required | Presence::Optional => {
                b.open(place, None, ("present", ty.clone()), |b, bind, created| {
                    b.when(!Expr::from(created), |b| b.reset(bind));
                    self.read(b, (&ty, form), bind.into(), layout);
                });
            }
        }
    }
}

/// Returns true if reading into a value does not replace all of it.
fn accumulates(ty: &Type) -> bool {
    match ty {
        Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Map(_) | Type::Array(..) => true,
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Enum(_) => false,
    }
}
