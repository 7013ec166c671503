use super::plan::StructPlan;
use super::{Version, Xcdr};
use crate::cdr::form::Form;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{ErrorCode, Expr, Function, Order, Place, ValueType, VarId};
use polywire_model::attr::Extensibility;
use polywire_model::{Field, Presence};

impl Xcdr<'_> {
    pub(super) fn encode_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let origin = b.value_param("origin", ValueType::U64);
        match (self.version, self.structs[id.0 as usize].extensibility) {
            (_, Extensibility::Final) | (Version::V1, Extensibility::Appendable) => {
                self.write_fields(&mut b, id, &value, origin);
            }
            (Version::V2, Extensibility::Appendable) => {
                self.write_delimited(&mut b, origin, |b| self.write_fields(b, id, &value, origin));
            }
            (Version::V1, Extensibility::Mutable) => {
                self.write_members(&mut b, id, &value, origin);
                self.write_sentinel(&mut b, origin);
            }
            (Version::V2, Extensibility::Mutable) => {
                self.write_delimited(&mut b, origin, |b| self.write_members(b, id, &value, origin));
            }
        }
        b.finish(vec![], vec![])
    }

    fn write_fields(&self, b: &mut FunctionBuilder, id: StructId, value: &Place, origin: VarId) {
        self.fields(id).for_each(|index| self.write_field(b, id, index, (value, origin)));
    }

    fn write_field(&self, b: &mut FunctionBuilder, id: StructId, index: usize, (value, origin): (&Place, VarId)) {
        let StructPlan { fields, members, .. } = &self.structs[id.0 as usize];
        let (field, place) = (&fields[index], value.field(index as u32));
        let is_present = Expr::Present(place.clone());
        match (field.presence, self.version) {
            (Presence::Implicit | Presence::Required, _) => self.write_present(b, field, place, origin),
            (Presence::Optional, Version::V1) => {
                let ty = self.types.of(&field.ty);
                self.write_optional_parameter(b, (members[index], &ty), is_present, origin, |b, origin| {
                    self.write_present(b, field, place, origin);
                });
            }
            (Presence::Optional, Version::V2) => {
                b.write_int(is_present.clone().as_int(), 1, Order::Little);
                b.when(is_present, |b| self.write_present(b, field, place, origin));
            }
        }
    }

    /// Writes the value of a field; that of an optional one is present.
    pub(super) fn write_present(&self, b: &mut FunctionBuilder, field: &Field, place: Place, origin: VarId) {
        let (ty, form) = (self.types.of(&field.ty), Form::of(&field.ty, &field.attrs.corba));
        match field.presence {
            Presence::Implicit => self.write(b, (&ty, form), place, origin),
            Presence::Optional => self.write(b, (&ty, form), place.some(), origin),
            Presence::Required => {
                b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
                self.write(b, (&ty, form), place.some(), origin);
            }
        }
    }
}
