use super::Cdr;
use super::fixed::write_fixed;
use super::float128::write_float128;
use super::form::Form;
use super::length::{limit_written, write_count};
use crate::plan::write_case;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{BytesMeaning, EnumId, StructId, Type, UnionId};
use polywire_ir::{Arg, Datum, ErrorCode, Expr, FuncId, Function, Order, Place, Prefix, VarId};
use polywire_model::{Field, Presence};

impl Cdr<'_> {
    pub(super) fn encode_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let origin = self.writer_params(&mut b);
        for index in self.orders.fields(id).filter(|index| !self.is_own_order(id, *index)) {
            let (field, place) = (&self.fields[id.0 as usize][index as usize], value.field(index));
            match field.presence {
                Presence::Optional if self.is_encapsulation(id) => b.when(Expr::Present(place.clone()), |b| {
                    self.write_field_value(b, field, place.some(), origin);
                }),
                Presence::Optional | Presence::Implicit | Presence::Required => {
                    self.write_field(&mut b, field, place, origin);
                }
            }
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn encode_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let origin = self.writer_params(&mut b);
        if let Some(labels) = &self.labels[id.0 as usize] {
            self.write_labelled(&mut b, (id, labels), &value, origin);
            return b.finish(vec![], vec![]);
        }
        let case = self.orders.case_of(&mut b, id, value.clone());
        write_aligned(&mut b, case, 4, (origin, self.order));
        write_case(&mut b, self.types.union(id), value, |b, (index, ty), place| {
            self.write(b, (ty, self.form_of_case(id, index)), place, origin);
        });
        b.finish(vec![], vec![])
    }

    /// Appends the octet of the byte order and a struct, aligned from that octet.
    pub(super) fn write_encapsulation(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        let origin = b.let_("origin", Expr::Tail);
        self.write_order(b);
        self.write_top(b, id, value, origin);
    }

    pub(super) fn write_field(&self, b: &mut FunctionBuilder, field: &Field, place: Place, origin: VarId) {
        match field.presence {
            Presence::Implicit => self.write_field_value(b, field, place, origin),
            Presence::Required => {
                b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
                self.write_field_value(b, field, place.some(), origin);
            }
            Presence::Optional => {
                write_aligned(b, Expr::Present(place.clone()).as_int(), 4, (origin, self.order));
                b.when(Expr::Present(place.clone()), |b| self.write_field_value(b, field, place.some(), origin));
            }
        }
    }

    fn write_field_value(&self, b: &mut FunctionBuilder, field: &Field, place: Place, origin: VarId) {
        match self.types.of(&field.ty) {
            Type::Struct(id) if field.attrs.cdr_encapsulated => self.write_nested(b, id, place, origin),
            ty => self.write(b, (&ty, Form::of(&field.ty, &field.attrs.corba)), place, origin),
        }
    }

    /// Appends the octet of the byte order of an encapsulation.
    pub(super) fn write_order(&self, b: &mut FunctionBuilder) {
        match self.order {
            Order::LittleIf(little) => b.write_int(Expr::from(little).as_int(), 1, Order::Little),
            Order::Little | Order::Big => b.write_bytes(&[(self.order == Order::Little).into()]),
        }
    }

    /// Appends a sequence of octets that contains an encapsulation.
    fn write_nested(&self, b: &mut FunctionBuilder, id: StructId, place: Place, origin: VarId) {
        b.write(Datum::Align { to: 4, from: origin.into() });
        b.measured(Prefix::Int { width: 4, order: self.order }, |b| self.write_encapsulation(b, id, place));
    }

    pub(super) fn write(&self, b: &mut FunctionBuilder, (ty, form): (&Type, Form<'_>), place: Place, origin: VarId) {
        let layout = (origin, self.order);
        match ty {
            Type::Bool => b.write_int(Expr::Get(place).as_int(), 1, Order::Little),
            Type::Int { .. } if self.is_wide_char(ty) => self.write_wide_char(b, Expr::Get(place), origin),
            Type::Int { bits, .. } => match form.fixed {
                Some(fixed) => write_fixed(b, fixed.digits, place),
                None => write_aligned(b, Expr::Get(place), bits / 8, layout),
            },
            Type::Float { bits } => write_aligned(b, Expr::Get(place), bits / 8, layout),
            Type::Enum(id) => write_aligned(b, Expr::Get(place), self.enum_width(*id), layout),
            Type::Text { .. } => match (form.fixed, self.decimals) {
                (Some(fixed), Some(decimals)) => {
                    let [digits, scale] = [fixed.digits, fixed.scale].map(|it| u64::from(it).into());
                    decimals.write(b, Expr::Get(place), digits, scale);
                }
                _ => self.write_text(b, place, form, origin),
            },
            Type::Bytes => {
                limit_written(b, Expr::Len(place.clone()), form.bound());
                write_count(b, Expr::Len(place.clone()), origin, self.order);
                b.write(Datum::Span(Expr::Get(place)));
            }
            Type::FixedBytes(_, BytesMeaning::Float128) if self.is_corba => write_float128(b, place, layout),
            Type::FixedBytes(..) => b.write(Datum::Span(Expr::Get(place))),
            Type::Struct(id) if self.is_encapsulation(*id) => self.write_encapsulated(b, *id, place, origin),
            Type::Struct(id) => self.call(b, self.codecs[*id].encode, place, origin),
            Type::Union(id) => self.call(b, self.codecs[*id].encode, place, origin),
            Type::List(element) => self.write_list(b, (element, form), place, origin),
            Type::Map(entry) => self.write_list(b, (&Type::Struct(*entry), form), place, origin),
            Type::Array(element, _) => self.write_elements(b, (element, form), place, origin),
        }
    }

    fn write_list(&self, b: &mut FunctionBuilder, (element, form): (&Type, Form<'_>), place: Place, origin: VarId) {
        limit_written(b, Expr::Len(place.clone()), form.bound());
        write_count(b, Expr::Len(place.clone()), origin, self.order);
        self.write_elements(b, (element, form.of_elements()), place, origin);
    }

    fn write_elements(&self, b: &mut FunctionBuilder, (element, form): (&Type, Form<'_>), place: Place, origin: VarId) {
        b.each(place, ("element", element.clone()), None, |b, item, _| {
            self.write(b, (element, form), item.into(), origin);
        });
    }

    /// Calls a writer.
    pub(super) fn call(&self, b: &mut FunctionBuilder, encode: FuncId, value: Place, origin: VarId) {
        b.call(encode, self.writer_args(Arg::Place(value), origin), &[]);
    }

    /// Returns the arguments of a function that writes.
    pub(super) fn writer_args(&self, value: Arg, origin: VarId) -> Vec<Arg> {
        let all = std::iter::once(origin).chain(self.chosen_order()).chain(self.chosen_minor());
        std::iter::once(value).chain(all.map(|it| Arg::Value(it.into()))).collect()
    }

    /// Bytes of an enumerator.
    pub(super) fn enum_width(&self, id: EnumId) -> u8 {
        match self.types.enumeration(id).bits {
            8 => 1,
            16 => 2,
            _ => 4,
        }
    }
}

/// Appends an integer at its next aligned position.
pub(crate) fn write_aligned(b: &mut FunctionBuilder, value: Expr, width: u8, (origin, order): (VarId, Order)) {
    if width > 1 {
        b.write(Datum::Align { to: width.into(), from: origin.into() });
    }
    b.write_int(value, width, order);
}
