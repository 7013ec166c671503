//! Tables and structs.

use super::FlatcJson;
use super::plan::{Kind, Named, Object};
use crate::json::level::Level;
use crate::json::separate::Before;
use crate::json::style::Style as Layout;
use crate::plan::{Slot, is_default};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Arm, Const, ErrorCode, Expr, Function, Place};
use polywire_model::Presence;

impl FlatcJson<'_> {
    pub(super) fn encode_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let level = Level::param(&mut b, Layout::PRETTY);
        self.write_object(&mut b, &self.objects[id.0 as usize], &value, &level);
        b.finish(vec![], vec![])
    }

    fn write_object(&self, b: &mut FunctionBuilder, object: &Object, owner: &Place, level: &Level) {
        b.write_bytes(b"{");
        let inner = level.inner();
        object.members.iter().fold(Before::Nothing, |before, named| match object.is_inline {
            true => self.write_present(b, named, (owner, &inner), before),
            false => self.write_member(b, named, (owner, &inner), before),
        });
        level.start_line(b);
        b.write_bytes(b"}");
    }

    fn write_present(
        &self,
        b: &mut FunctionBuilder,
        named: &Named,
        (owner, level): (&Place, &Level),
        before: Before,
    ) -> Before {
        before.write_label(b, &named.label, level);
        self.write_value(b, &named.member.ty, named.member.value_place(owner), level);
        Before::Something
    }

    fn write_member(
        &self,
        b: &mut FunctionBuilder,
        named: &Named,
        (owner, level): (&Place, &Level),
        before: Before,
    ) -> Before {
        let member = &named.member;
        let place = member.place(owner);
        let at = (owner, level);
        if let Kind::Union(id) = named.kind {
            return self.write_union(b, named, id, at, before);
        }
        let write = |b: &mut FunctionBuilder| match named.kind {
            Kind::Unions(id) => self.write_unions(b, named, id, at, before),
            Kind::Flexible => b.fail(ErrorCode::Unsupported),
            Kind::Plain | Kind::Union(_) | Kind::Hashed(_) => drop(self.write_present(b, named, at, before)),
        };
        match member.slot {
            Slot::Field(_, Presence::Required) => {
                b.check(Expr::Present(place), ErrorCode::MissingField);
                write(b);
                Before::Something
            }
            Slot::Field(_, Presence::Optional) if self.style.writes_defaults && is_scalar(&member.ty) => {
                before.write_label(b, &named.label, level);
                b.if_else(
                    Expr::Present(place),
                    |b| self.write_value(b, &member.ty, member.value_place(owner), level),
                    |b| b.write_bytes(b"null"),
                );
                Before::Something
            }
            Slot::Field(_, Presence::Optional) => before.write_if(b, Expr::Present(place), write),
            Slot::Field(_, Presence::Implicit) | Slot::Case { .. } => match self.omitted(named, &place) {
                Some(omitted) => before.write_if(b, !omitted, write),
                None => {
                    write(b);
                    Before::Something
                }
            },
        }
    }

    /// Returns the condition for leaving out a member of implicit presence, if there is one.
    fn omitted(&self, named: &Named, place: &Place) -> Option<Expr> {
        match &named.member.ty {
            Type::Struct(_) | Type::Array(..) | Type::Union(_) => None,
            Type::List(_) | Type::Map(_) => Some(Expr::Len(place.clone()).is(0u64)),
            ty if self.style.writes_defaults && is_scalar(ty) => None,
            ty => Some(is_default(self.types, ty, named.member.default.as_ref(), place)),
        }
    }

    /// Writes the type of a union and its value.
    fn write_union(
        &self,
        b: &mut FunctionBuilder,
        named: &Named,
        id: UnionId,
        (owner, level): (&Place, &Level),
        before: Before,
    ) -> Before {
        let member = &named.member;
        let write = |b: &mut FunctionBuilder| {
            let place = member.value_place(owner);
            before.write_label(b, &named.type_label, level);
            self.write_type(b, id, &place);
            b.when(Expr::Case(place.clone()).is_not(0u64), |b| {
                Before::Something.write_label(b, &named.label, level);
                self.call_encode_union(b, id, place, level);
            });
        };
        let place = member.place(owner);
        match member.slot {
            Slot::Field(_, Presence::Required) => {
                b.check(Expr::Present(place), ErrorCode::MissingField);
                write(b);
                Before::Something
            }
            _ if self.style.writes_defaults => {
                write(b);
                Before::Something
            }
            _ => before.write_if(b, Expr::Case(place).is_not(0u64), write),
        }
    }

    fn call_encode_union(&self, b: &mut FunctionBuilder, id: UnionId, place: Place, level: &Level) {
        self.call_encoder(b, self.codecs[id].encode, place, level);
    }

    /// Writes a list of types and one of values.
    fn write_unions(
        &self,
        b: &mut FunctionBuilder,
        named: &Named,
        id: UnionId,
        (owner, level): (&Place, &Level),
        before: Before,
    ) {
        let place = named.member.value_place(owner);
        let element = Type::Union(id);
        before.write_label(b, &named.type_label, level);
        self.write_elements(b, &element, place.clone(), level, |b, item, _| self.write_type(b, id, &item));
        Before::Something.write_label(b, &named.label, level);
        self.write_elements(b, &element, place, level, |b, item, level| self.call_encode_union(b, id, item, level));
    }

    fn write_type(&self, b: &mut FunctionBuilder, id: UnionId, place: &Place) {
        let cases = self.types.union(id).cases.iter().zip(1u64..);
        let arms = cases.map(|(case, number)| Arm {
            keys: vec![Const::U64(number)],
            body: crate::plan::block(b, |b| b.write_bytes(format!("\"{}\"", case.name).as_bytes())),
        });
        let arms = arms.collect();
        let none = crate::plan::block(b, |b| b.write_bytes(b"\"NONE\""));
        b.switch(Expr::Case(place.clone()), arms, none, &[]);
    }

    /// `encode_Name(value, indentation)`: the value of the case; `null` without one.
    pub(super) fn encode_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let level = Level::param(&mut b, Layout::PRETTY);
        let cases = self.types.union(id).cases.iter().zip(0u32..);
        let arms = cases.map(|(case, index)| {
            let body = crate::plan::block(&mut b, |b| match &case.ty {
                Some(ty) => self.write_value(b, ty, value.case(index), &level),
                None => {
                    b.write_bytes(b"{");
                    level.start_line(b);
                    b.write_bytes(b"}");
                }
            });
            Arm { keys: vec![Const::U64(u64::from(index) + 1)], body }
        });
        let arms = arms.collect();
        let none = crate::plan::block(&mut b, |b| b.write_bytes(b"null"));
        b.switch(Expr::Case(value), arms, none, &[]);
        b.finish(vec![], vec![])
    }
}

/// Returns true for what `--defaults-json` writes, also if it is absent.
fn is_scalar(ty: &Type) -> bool {
    matches!(ty, Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_))
}
