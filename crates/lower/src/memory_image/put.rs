//! Writing structs: each fills its caller's section, whose bytes are zero before.

use super::Memory;
use super::cell::Cell;
use super::form::Form;
use super::padding::{put_padding, widen};
use super::plan::{Flexible, Member, Record, Told};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{ErrorCode, Expr, Function, Place, ValueType};
use polywire_model::Presence;

impl Memory<'_> {
    /// `put_Name(value)`.
    pub(super) fn put_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("put", id);
        let record = self.record(id);
        let mut numbers: Vec<(Cell, Expr)> = Vec::new();
        for member in &record.members {
            if member.presence == Presence::Required && !matches!(member.ty, Type::Union(_)) {
                b.check(Expr::Present(value.field(member.index)), ErrorCode::MissingField);
            }
            match &member.form {
                Form::Number(cell) if record.length == Some(*cell) => {}
                Form::Number(cell) => {
                    let bits = self.member_bits(&mut b, member, cell, &value);
                    self.check_told(&mut b, record, cell, (&bits, &value));
                    numbers.push((*cell, bits));
                }
                form => self.put_member(&mut b, member, form, &value),
            }
        }
        for teller in &record.tellers {
            let about = teller.about.and_then(|about| record.members.get(about));
            let count = record.flexible.as_ref().filter(|it| it.count == Some(teller.cell));
            match (about, count) {
                (Some(member), _) => numbers.push((teller.cell, self.told(&mut b, member, &value))),
                (None, Some(flexible)) => {
                    let count = self.flexible_count(flexible, &value);
                    numbers.push((teller.cell, self.narrowed(&mut b, count, &teller.cell)));
                }
                (None, None) => {}
            }
        }
        if let Some(cell) = record.length {
            let length = self.length(record, &value);
            numbers.push((cell, self.narrowed(&mut b, length, &cell)));
        }
        let padding = widen(&mut numbers, &record.padding, self.is_little());
        self.put_numbers(&mut b, numbers, 0);
        put_padding(&mut b, &padding);
        b.finish(vec![], vec![])
    }

    /// Returns the number of elements of a flexible array.
    pub(super) fn flexible_count(&self, flexible: &Flexible, value: &Place) -> Expr {
        let place = value.field(flexible.index);
        match flexible.ty {
            Type::Bytes => Expr::Get(place).bytes_len(),
            _ => Expr::Len(place),
        }
    }

    /// Returns the bytes of a struct with its flexible array.
    pub(super) fn length(&self, record: &Record, value: &Place) -> Expr {
        let size = u64::from(record.size);
        let Some(flexible) = &record.flexible else { return size.into() };
        let count = self.flexible_count(flexible, value);
        let end = count * u64::from(flexible.stride) + u64::from(flexible.at);
        end.clone().below(size).choose(size, end)
    }

    fn member_bits(&self, b: &mut FunctionBuilder, member: &Member, cell: &Cell, owner: &Place) -> Expr {
        let place = owner.field(member.index);
        match member.presence {
            Presence::Implicit => self.bits_of(b, &member.ty, cell, place),
            Presence::Required => self.bits_of(b, &member.ty, cell, place.some()),
            Presence::Optional => {
                let present = |b: &mut FunctionBuilder| vec![self.bits_of(b, &member.ty, cell, place.some())];
                let results = [("bits", ValueType::U64)];
                b.if_yields(Expr::Present(place.clone()), &results, present, |_| vec![0u64.into()])[0].into()
            }
        }
    }

    fn put_member(&self, b: &mut FunctionBuilder, member: &Member, form: &Form, owner: &Place) {
        let place = owner.field(member.index);
        match (&member.ty, member.presence) {
            (Type::Union(_), _) | (_, Presence::Implicit) => self.put_value(b, form, member.at, place),
            (_, Presence::Required) => self.put_value(b, form, member.at, place.some()),
            (_, Presence::Optional) => {
                b.when(Expr::Present(place.clone()), |b| self.put_value(b, form, member.at, place.some()));
            }
        }
    }

    /// Refuses a member that tells something else about another one than the value does.
    fn check_told(&self, b: &mut FunctionBuilder, record: &Record, cell: &Cell, (bits, value): (&Expr, &Place)) {
        for member in record.members.iter().filter(|it| it.told.as_ref().is_some_and(|told| told.cell() == cell)) {
            let told = self.told(b, member, value);
            b.check(bits.clone().is(told), ErrorCode::BadLength);
        }
        if let Some(flexible) = record.flexible.as_ref().filter(|it| it.count == Some(*cell)) {
            b.check(bits.clone().is(self.flexible_count(flexible, value)), ErrorCode::BadLength);
        }
    }

    /// Returns the bits (U64) that tell about a member.
    fn told(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place) -> Expr {
        let place = owner.field(member.index);
        match (&member.told, &member.ty) {
            (Some(Told::Presence(_)), _) => Expr::Present(place).as_int(),
            (Some(Told::Count(cell)), ty) => {
                let place = if member.presence == Presence::Required { place.some() } else { place };
                let count = if *ty == Type::Bytes { Expr::Get(place).bytes_len() } else { Expr::Len(place) };
                self.narrowed(b, count, cell)
            }
            (Some(Told::Tag(cell)), Type::Union(id)) => self.tag(b, self.union(*id), cell, &place),
            (Some(Told::Tag(_)) | None, _) => 0u64.into(),
        }
    }

    /// Returns a U64; refuses one that does not fit.
    fn narrowed(&self, b: &mut FunctionBuilder, number: Expr, cell: &Cell) -> Expr {
        let bits = if cell.signed { cell.bits - 1 } else { cell.bits };
        let number = Expr::from(b.let_("number", number));
        if bits < 64 {
            b.check(number.clone().below(1u64 << bits), ErrorCode::TooLarge);
        }
        number
    }
}
