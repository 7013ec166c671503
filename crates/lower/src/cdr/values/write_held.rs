//! Writing what contains values, and what is in them. What has no values inside is written as elsewhere, in a chunk if there are any.

use super::super::Cdr;
use super::super::form::Form;
use super::super::labels::Labels;
use super::super::length::{limit_written, write_count};
use super::super::write::write_aligned;
use super::spot::{STATE, Spot, State, finish};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Named, StructId, Type, UnionId};
use polywire_ir::{Arg, Arm, Block, Const, Datum, ErrorCode, Expr, Function, Place, Prefix};
use polywire_model::{Field, Presence};

impl Cdr<'_> {
    pub(in crate::cdr) fn holds_values(&self, ty: &Type) -> bool {
        self.values.as_ref().is_some_and(|values| values.holds(ty))
    }

    /// `encode_Name(value, origin, count, ended, level) -> (count, ended)`, of a struct that contains values.
    pub(in crate::cdr) fn encode_holding_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let origin = self.writer_params(&mut b);
        let mut spot = Spot::params(&mut b, origin);
        let fields: Vec<(&Field, Place)> = self
            .orders
            .fields(id)
            .map(|index| (&self.fields[id.0 as usize][index as usize], value.field(index)))
            .collect();
        let holds = |field: &Field| self.holds_values(&self.types.of(&field.ty));
        for fields in fields.chunk_by(|a, b| !holds(a.0) && !holds(b.0)) {
            match fields {
                [(field, place)] if holds(field) => spot.state = self.write_holding_field(&mut b, field, place, spot),
                fields if !fields.iter().any(|(field, _)| self.field_takes_octets(field)) => {}
                fields => {
                    spot.state = self.in_chunk(&mut b, spot, |b| {
                        fields.iter().for_each(|(field, place)| self.write_field(b, field, place.clone(), origin));
                    });
                }
            }
        }
        finish(b, spot.state)
    }

    fn write_holding_field(&self, b: &mut FunctionBuilder, field: &Field, place: &Place, spot: Spot) -> State {
        let ty = self.types.of(&field.ty);
        let value = (&ty, Form::of(&field.ty, &field.attrs.corba));
        match field.presence {
            Presence::Implicit => self.write_held(b, value, place.clone(), spot),
            Presence::Required => {
                b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
                self.write_held(b, value, place.some(), spot)
            }
            Presence::Optional => {
                let is_present = Expr::Present(place.clone());
                let state = self.in_chunk(b, spot, |b| {
                    write_aligned(b, is_present.clone().as_int(), 4, (spot.origin, self.order));
                });
                let spot = spot.with(state);
                let present = |b: &mut FunctionBuilder| self.write_held(b, value, place.some(), spot).yields();
                State::of(&b.if_yields(is_present, &STATE, present, |_| state.yields()))
            }
        }
    }

    /// Appends what may contain values.
    pub(super) fn write_held(
        &self,
        b: &mut FunctionBuilder,
        (ty, form): (&Type, Form<'_>),
        place: Place,
        spot: Spot,
    ) -> State {
        match ty {
            _ if !self.holds_values(ty) => {
                if !self.takes_octets(ty) {
                    return spot.state;
                }
                self.in_chunk(b, spot, |b| self.write(b, (ty, form), place.clone(), spot.origin))
            }
            Type::Struct(id) => self.call_holding(b, (*id).into(), place, spot),
            Type::Union(id) => self.call_holding(b, (*id).into(), place, spot),
            Type::List(element) => self.write_holding_list(b, (element, form), place, spot),
            Type::Map(entry) => self.write_holding_list(b, (&Type::Struct(*entry), form), place, spot),
            Type::Array(element, _) => self.write_holding_elements(b, (element, form), place, spot),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_) => spot.state,
        }
    }

    fn call_holding(&self, b: &mut FunctionBuilder, id: Named, place: Place, spot: Spot) -> State {
        let encode = match id {
            Named::Struct(id) => self.codecs[id].encode,
            Named::Union(id) => self.codecs[id].encode,
            Named::Enum(_) | Named::Constant(_) => return spot.state,
        };
        State::of(&b.call(encode, self.spot_args(Arg::Place(place), spot), &STATE))
    }

    fn write_holding_list(
        &self,
        b: &mut FunctionBuilder,
        (element, form): (&Type, Form<'_>),
        place: Place,
        spot: Spot,
    ) -> State {
        limit_written(b, Expr::Len(place.clone()), form.bound());
        let state = self.in_chunk(b, spot, |b| write_count(b, Expr::Len(place.clone()), spot.origin, self.order));
        self.write_holding_elements(b, (element, form.of_elements()), place, spot.with(state))
    }

    fn write_holding_elements(
        &self,
        b: &mut FunctionBuilder,
        (element, form): (&Type, Form<'_>),
        place: Place,
        spot: Spot,
    ) -> State {
        let carried = STATE.into_iter().zip(spot.state.yields()).map(|((name, ty), init)| (name, ty, init)).collect();
        let last = b.each_carry(place, ("element", element.clone()), None, carried, |b, item, _, carried| {
            self.write_held(b, (element, form), item.into(), spot.with(State::of(carried))).yields()
        });
        State::of(&last)
    }

    /// As [`Self::encode_holding_struct`], of a union whose schema states labels.
    pub(in crate::cdr) fn encode_holding_union(&self, id: UnionId, labels: &Labels) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let origin = self.writer_params(&mut b);
        let spot = Spot::params(&mut b, origin);
        let cases = self.types.union(id).cases.iter().enumerate();
        let arms = cases.map(|(index, _)| {
            let place = value.case(index as u32);
            let body = b.block(|b| {
                let state =
                    self.in_chunk(b, spot, |b| self.write_label_of_case(b, (id, labels), index, &place, origin));
                match self.value_of_case((id, labels), index, place) {
                    Some((ty, place)) => {
                        let value = (&ty, self.form_of_case(id, index));
                        self.write_held(b, value, place, spot.with(state)).yields()
                    }
                    None => state.yields(),
                }
            });
            Arm { keys: vec![Const::U64(index as u64 + 1)], body }
        });
        let arms = arms.collect();
        let none: Block = b.block(|b| {
            let write = |b: &mut FunctionBuilder| self.write_label_of_none(b, labels, origin);
            match labels.none {
                Some(_) => self.in_chunk(b, spot, write).yields(),
                None => {
                    write(b);
                    spot.state.yields()
                }
            }
        });
        let state = State::of(&b.switch(Expr::Case(value), arms, none, &STATE));
        finish(b, state)
    }

    /// Appends what has bytes and no values, in a chunk if there are any.
    pub(super) fn in_chunk(&self, b: &mut FunctionBuilder, spot: Spot, write: impl Fn(&mut FunctionBuilder)) -> State {
        b.if_else(spot.level.is(0u64), &write, |b| {
            self.end_values(b, spot);
            b.write(Datum::Align { to: 4, from: spot.origin.into() });
            b.measured(Prefix::Int { width: 4, order: self.order }, &write);
        });
        State { ended: b.let_("ended", 0u64), ..spot.state }
    }

    /// Appends the end of values that have ended before what follows.
    pub(super) fn end_values(&self, b: &mut FunctionBuilder, spot: Spot) {
        let ended = spot.state.ended;
        b.when(ended.is_not(0u64), |b| {
            write_aligned(b, Expr::from(0u64) - ended, 4, (spot.origin, self.order));
        });
    }
}
