//! Unions: the label of the case and its value. In a mutable one, both are members with ids.

use super::plan::Member;
use super::{Version, Xcdr};
use crate::cdr::form::Form;
use crate::plan::{arm, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{CaseType, Type, UnionId};
use polywire_ir::{Const, ErrorCode, Expr, Function, Place, ValueType, VarId};
use polywire_model::attr::Extensibility;

impl Xcdr<'_> {
    pub(super) fn encode_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let origin = b.value_param("origin", ValueType::U64);
        match (self.version, self.unions[id.0 as usize].extensibility) {
            (_, Extensibility::Final) | (Version::V1, Extensibility::Appendable) => {
                self.write_union(&mut b, id, &value, origin);
            }
            (Version::V2, _) => self.write_delimited(&mut b, origin, |b| self.write_union(b, id, &value, origin)),
            (Version::V1, Extensibility::Mutable) => {
                self.write_union(&mut b, id, &value, origin);
                self.write_sentinel(&mut b, origin);
            }
        }
        b.finish(vec![], vec![])
    }

    fn write_union(&self, b: &mut FunctionBuilder, id: UnionId, value: &Place, origin: VarId) {
        let cases = self.types.union(id).cases.iter().enumerate();
        let arms = cases.map(|(index, case)| {
            let place = value.case(index as u32);
            arm(b, vec![Const::U64(index as u64 + 1)], |b| self.write_case(b, (id, index), (case, place), origin))
        });
        let arms = arms.collect();
        let of_none = match self.labels(id) {
            Some(labels) => labels.none.clone(),
            None => Some(Const::U64(0)),
        };
        let none = block(b, |b| match &of_none {
            Some(label) => self.write_label(b, id, label, origin),
            None => b.fail(ErrorCode::MissingField),
        });
        b.switch(Expr::Case(value.clone()), arms, none, &[]);
    }

    fn write_case(
        &self,
        b: &mut FunctionBuilder,
        (id, index): (UnionId, usize),
        (case, place): (&CaseType, Place),
        origin: VarId,
    ) {
        let selected = self.labels(id).map(|labels| (labels, &labels.cases[index]));
        match (&case.ty, selected) {
            (Some(Type::Struct(record)), Some((labels, selected))) if selected.keeps_label => {
                let kept = place.field(0);
                let label = Expr::Get(kept.clone());
                labels.check(b, index, if labels.ty == Type::Bool { label.as_int() } else { label });
                self.write_discriminator(b, id, origin, |b, origin| {
                    self.write(b, (&labels.ty, Form::PLAIN), kept, origin);
                });
                if let Some(field) = self.types.record(*record).fields.get(1) {
                    self.write_selected(b, (id, index), (&field.ty, place.field(1)), origin);
                }
            }
            (ty, selected) => {
                let label = match selected {
                    Some((_, selected)) => selected.labels.first().cloned(),
                    None => Some(Const::U64(self.orders.case(id, index as u32))),
                };
                // Without a label, there is no message.
                let Some(label) = label else { return b.fail(ErrorCode::MissingField) };
                self.write_label(b, id, &label, origin);
                if let Some(ty) = ty {
                    self.write_selected(b, (id, index), (ty, place), origin);
                }
            }
        }
    }

    fn write_selected(
        &self,
        b: &mut FunctionBuilder,
        (id, index): (UnionId, usize),
        (ty, place): (&Type, Place),
        origin: VarId,
    ) {
        let head = (self.unions[id.0 as usize].members[index], self.length_code(ty));
        self.write_part(b, id, head, origin, |b, origin| {
            self.write(b, (ty, self.form_of_case(id, index)), place, origin);
        });
    }

    fn write_label(&self, b: &mut FunctionBuilder, id: UnionId, label: &Const, origin: VarId) {
        self.write_discriminator(b, id, origin, |b, origin| {
            self.write_number(b, Expr::Const(label.clone()), self.label_width(id), origin);
        });
    }

    fn write_discriminator(
        &self,
        b: &mut FunctionBuilder,
        id: UnionId,
        origin: VarId,
        write: impl FnOnce(&mut FunctionBuilder, VarId),
    ) {
        self.write_part(b, id, (Member::DISCRIMINATOR, self.label_code(id)), origin, write);
    }

    fn write_part(
        &self,
        b: &mut FunctionBuilder,
        id: UnionId,
        head: (Member, u8),
        origin: VarId,
        write: impl FnOnce(&mut FunctionBuilder, VarId),
    ) {
        match self.unions[id.0 as usize].extensibility {
            Extensibility::Final | Extensibility::Appendable => write(b, origin),
            Extensibility::Mutable => self.write_member(b, head, origin, write),
        }
    }

    pub(super) fn form_of_case(&self, id: UnionId, index: usize) -> Form<'_> {
        let case = self.unions[id.0 as usize].cases.get(index);
        case.and_then(|case| Some(Form::of(case.ty.as_ref()?, &case.attrs.corba))).unwrap_or(Form::PLAIN)
    }
}
