use super::Capnp;
use super::bits::BitBytes;
use super::pointee::Pointee;
use super::record::{self, Field};
use crate::scalar::{Scalar, check_enums};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{FieldType, Literal, StructId, Type};
use polywire_ir::{ErrorCode, Expr, Function, Order, Place, VarId};
use polywire_model::Presence;
use polywire_model::capnp_layout::Slot;

impl Capnp<'_> {
    /// Returns the function that fills a struct's two sections, which are its caller's section.
    pub(super) fn put_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("put", id);
        let mut bits = BitBytes::default();
        self.put_members(&mut b, id, &value, &mut bits);
        bits.put(&mut b, &[]);
        b.finish(vec![], vec![])
    }

    /// Puts the members of a struct, or of a group that shares the sections.
    pub(super) fn put_members(&self, b: &mut FunctionBuilder, id: StructId, value: &Place, bits: &mut BitBytes) {
        self.check_enums(b, id, value);
        for &index in &self.orders[id.0 as usize] {
            let field = &self.types.record(id).fields[index as usize];
            self.put_field(b, (id, index as usize, field), value.field(index), bits);
        }
    }

    fn put_field(
        &self,
        b: &mut FunctionBuilder,
        (id, index, field): (StructId, usize, &FieldType),
        place: Place,
        bits: &mut BitBytes,
    ) {
        if self.presence(id, index) == Presence::Required {
            b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
        }
        let pointers = self.record(id).data();
        let value = if field.optional { place.some() } else { place.clone() };
        match &self.record(id).fields[index] {
            Field::Plain(plain) => match plain.slot {
                Slot::Nothing => {}
                Slot::Data(bit) => {
                    let Some(scalar) = record::scalar(self.types, &field.ty) else { return };
                    if field.optional && !self.is_mapped(&scalar) {
                        check_enums(b, self.types, &[(&scalar, value.clone())]);
                    }
                    self.put_scalar(b, (&scalar, field.default.as_ref()), value, bit, bits);
                }
                Slot::Pointer(index) => {
                    let null_is_empty = field.default.is_none() && plain.default.is_none();
                    let pointee = Pointee { ty: &field.ty, opaque: plain.opaque };
                    let at = pointers + 8 * index;
                    match field.optional {
                        false => self.put_unless_empty(b, (pointee, null_is_empty), place, at),
                        true => b.when(Expr::Present(place), |b| self.put_pointer(b, pointee, value, at)),
                    }
                }
            },
            Field::Group(group) => self.put_members(b, *group, &value, bits),
            Field::Union(union) => self.put_union(b, (union, &field.ty), &value, pointers, bits),
            Field::Optional(optional) => self.put_optional(b, (optional, &field.ty), &place, bits),
        }
    }

    fn put_scalar(
        &self,
        b: &mut FunctionBuilder,
        (scalar, default): (&Scalar, Option<&Literal>),
        place: Place,
        bit: u32,
        bits: &mut BitBytes,
    ) {
        let value = self.wire_bits(b, (scalar, default), place);
        match scalar.ty {
            Type::Bool => bits.add(bit, value),
            _ => b.put_int(bit / 8, value, scalar.width(), Order::Little),
        }
    }

    /// Data is stored XORed with its default, so that a struct of zeros is a default one.
    fn wire_bits(&self, b: &mut FunctionBuilder, (scalar, default): (&Scalar, Option<&Literal>), place: Place) -> Expr {
        let bits = self.scalar_bits(b, scalar, place);
        match self.default_bits(scalar, default) {
            0 => bits,
            default => bits ^ default,
        }
    }

    /// Checks enums that are always present; optional ones are checked separately.
    fn check_enums(&self, b: &mut FunctionBuilder, id: StructId, value: &Place) {
        let fields = self.types.record(id).fields.iter().zip(0..).filter(|(field, _)| !field.optional);
        let scalars: Vec<(Scalar, Place)> = fields
            .filter_map(|(field, index)| Some((record::scalar(self.types, &field.ty)?, value.field(index))))
            .collect();
        let unmapped = scalars.iter().filter(|(scalar, _)| !self.is_mapped(scalar));
        let values: Vec<(&Scalar, Place)> = unmapped.map(|(scalar, place)| (scalar, place.clone())).collect();
        check_enums(b, self.types, &values);
    }

    /// Binds the bits of a scalar that is an element or the value of a case.
    pub(super) fn checked_bits(
        &self,
        b: &mut FunctionBuilder,
        (ty, default): (&Type, Option<&Literal>),
        place: Place,
    ) -> Option<(Scalar, VarId)> {
        let scalar = record::scalar(self.types, ty)?;
        if !self.is_mapped(&scalar) {
            check_enums(b, self.types, &[(&scalar, place.clone())]);
        }
        let bits = self.wire_bits(b, (&scalar, default), place);
        let bits = b.let_("bits", bits);
        Some((scalar, bits))
    }
}
