use super::Json;
use super::level::Level;
use super::plan::{Named, Object};
use super::separate::Before;
use super::style::{Absent, Defaults};
use crate::plan::{Slot, is_default};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Arm, Const, ErrorCode, Expr, Function, Place, ValueType};
use polywire_model::Presence;

impl Json<'_> {
    pub(super) fn encode_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let level = Level::param(&mut b, self.style);
        match self.known.special(id) {
            Some(special) => self.write_special(&mut b, (id, special), &value, &level),
            None => self.write_object(&mut b, &self.structs[id.0 as usize], &value, &level),
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn encode_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let level = Level::param(&mut b, self.style);
        self.write_object(&mut b, &self.unions[id.0 as usize], &value, &level);
        b.finish(vec![], vec![])
    }

    fn write_object(&self, b: &mut FunctionBuilder, object: &Object, owner: &Place, level: &Level) {
        b.write_bytes(b"{");
        let inner = level.inner();
        let at = (owner, &inner);
        let before = object.groups.iter().fold(Before::Nothing, |before, group| match group.as_slice() {
            [named] if matches!(named.member.slot, Slot::Field(..)) => self.write_field(b, named, at, before),
            cases => self.write_cases(b, cases, at, before),
        });
        match before {
            Before::Nothing => {}
            Before::Something | Before::Maybe(_) => level.start_last_line(b, before.known()),
        }
        b.write_bytes(b"}");
    }

    fn write_field(
        &self,
        b: &mut FunctionBuilder,
        named: &Named,
        (owner, level): (&Place, &Level),
        before: Before,
    ) -> Before {
        let member = &named.member;
        let place = member.place(owner);
        let write = |b: &mut FunctionBuilder| {
            before.write_label(b, &named.label, level);
            self.write_value(b, &member.ty, member.value_place(owner), level);
        };
        match member.slot {
            Slot::Field(_, Presence::Required) => {
                b.check(Expr::Present(place), ErrorCode::MissingField);
                write(b);
                Before::Something
            }
            Slot::Field(_, Presence::Optional) => match self.writes_null(&member.ty) {
                true => {
                    before.write_label(b, &named.label, level);
                    let value =
                        |b: &mut FunctionBuilder| self.write_value(b, &member.ty, member.value_place(owner), level);
                    b.if_else(Expr::Present(place), value, |b| b.write_bytes(b"null"));
                    Before::Something
                }
                false => before.write_if(b, Expr::Present(place), write),
            },
            Slot::Field(_, Presence::Implicit) | Slot::Case { .. } => match self.omitted(named, &place) {
                Some(omitted) => before.write_if(b, !omitted, write),
                None => {
                    write(b);
                    Before::Something
                }
            },
        }
    }

    /// Returns true if an optional member without a value is `null`, which is a value of some types.
    fn writes_null(&self, ty: &Type) -> bool {
        self.style.absent == Absent::Null && !self.known.takes_null(ty)
    }

    /// Returns the condition for leaving out a member of implicit presence, if there is one.
    fn omitted(&self, named: &Named, place: &Place) -> Option<Expr> {
        if self.style.defaults == Defaults::Written {
            return None;
        }
        match &named.member.ty {
            Type::Struct(_) | Type::Array(..) => None,
            Type::Union(_) => Some(Expr::Case(place.clone()).is(0u64)),
            Type::List(_) if !named.member.default_elements.is_empty() => None,
            Type::List(_) | Type::Map(_) => Some(Expr::Len(place.clone()).is(0u64)),
            ty => Some(is_default(self.types, ty, named.member.default.as_ref(), place)),
        }
    }

    fn write_cases(
        &self,
        b: &mut FunctionBuilder,
        cases: &[Named],
        (owner, level): (&Place, &Level),
        before: Before,
    ) -> Before {
        let Some(first) = cases.first() else { return before };
        let held = Expr::Case(first.member.place(owner));
        let arms = cases.iter().zip(1u64..).map(|(named, number)| Arm {
            keys: vec![Const::U64(number)],
            body: b.block(|b| {
                before.write_label(b, &named.label, level);
                self.write_case(b, named, (owner, level));
                vec![true.into()]
            }),
        });
        let arms = arms.collect();
        let none = b.block(|_| vec![before.known()]);
        Before::Maybe(b.switch(held, arms, none, &[("some", ValueType::Bool)])[0])
    }

    fn write_case(&self, b: &mut FunctionBuilder, named: &Named, (owner, level): (&Place, &Level)) {
        if named.member.mark {
            return b.write_bytes(b"true");
        }
        self.write_value(b, &named.member.ty, named.member.value_place(owner), level);
    }
}
