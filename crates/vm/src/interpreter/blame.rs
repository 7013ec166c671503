//! Determines the member that a failure is about: while the failure is passed to the callers, the innermost op that
//! knows the member sets it.

use super::expr::integer_bits;
use super::item::{EntryPart, Hop, Item, Ref, Root};
use super::machine::{Frame, Machine};
use super::unknown_parts::Noted;
use crate::path::{Path, PathStep};
use crate::{Failure, Note, Refusal, UnknownPart};
use polywire_ir::Expr;
use polywire_ir::types::Type;
use polywire_ir::{Place, VarId};

impl<'m> Machine<'m> {
    /// Sets the member of a failure to a place, unless an inner op has already set it.
    pub(super) fn blame(&mut self, frame: &Frame<'m>, place: Option<&Place>) {
        if self.culprit.is_none() {
            let to = place.and_then(|place| self.resolve(frame, place).ok());
            self.culprit = to.filter(is_of_message);
        }
    }

    /// Sets the member of a failure to the native value in a variable.
    pub(super) fn blame_var(&mut self, frame: &Frame<'m>, var: VarId) {
        if self.culprit.is_none()
            && let Some(Item::Ref(to)) = frame.get(var)
            && is_of_message(to)
        {
            self.culprit = Some(to.clone());
        }
    }

    /// Sets the member of a failure to the function's value parameter.
    pub(super) fn blame_param(&mut self, frame: &Frame<'m>) {
        let vars = frame.function.params.iter().map(|param| param.var);
        vars.for_each(|var| self.blame_var(frame, var));
    }

    /// Returns a failure with what is known of it, in a message of this type.
    pub(super) fn refusal(&self, failure: Failure, root: &Type) -> Refusal {
        Refusal { note: self.tested.map(Note::Tested).map(Box::new), ..Refusal::at(failure, self.culprit_path(root)) }
    }

    /// Returns the only number that a condition depends on, in the width in which it is tested.
    pub(super) fn tested_by(&self, frame: &Frame<'m>, cond: &Expr) -> Option<u64> {
        let (mut tested, mut wrapped, mut uses): (Vec<&Expr>, Vec<&Expr>, usize) = (Vec::new(), Vec::new(), 0);
        cond.visit(&mut |expr| {
            if let Expr::Wrap { value, .. } = expr
                && matches!(**value, Expr::Var(_) | Expr::Get(_))
            {
                wrapped.push(expr);
            }
            let is_number = matches!(expr, Expr::Var(_) | Expr::Get(_));
            uses += usize::from(is_number);
            if (is_number || depends_on_more(expr)) && !tested.contains(&expr) {
                tested.push(expr);
            }
        });
        match tested.as_slice() {
            [only] if !depends_on_more(only) => {
                let narrow = wrapped.first().filter(|_| wrapped.len() == uses);
                integer_bits(&self.eval(frame, narrow.unwrap_or(only)).ok()?)
            }
            _ => None,
        }
    }

    /// Returns the path to the member of the failure, from a message of this type.
    pub(super) fn culprit_path(&self, root: &Type) -> Path {
        self.culprit.as_ref().map(|to| self.path(root, to)).unwrap_or_default()
    }

    /// Returns the unknown parts of the input, a message of this type.
    pub(super) fn unknown_in_message(&self, root: &Type) -> Vec<UnknownPart> {
        let of_message = self.unknown_parts.noted.iter().filter(|noted| is_of_message(&noted.to));
        let part = |Noted { to, offset, unknown_kind }: &Noted| UnknownPart {
            path: self.path(root, to),
            offset: *offset,
            unknown_kind: *unknown_kind,
        };
        of_message.map(part).collect()
    }

    pub(super) fn path(&self, root: &Type, to: &Ref) -> Path {
        let types = &self.module.types;
        let mut ty = Some(root);
        let mut steps = Vec::new();
        for hop in &to.hops {
            let Some(here) = ty else { break };
            ty = match (here, hop) {
                (Type::Struct(id), Hop::Field(index)) => {
                    let field = types.record(*id).fields.get(*index);
                    let named = field.filter(|_| types.record(*id).is_declared());
                    steps.extend(named.map(|field| PathStep::Name(field.name.clone())));
                    field.map(|field| &field.ty)
                }
                (Type::Union(id), Hop::Case(index)) => {
                    let case = types.union(*id).cases.get(*index as usize);
                    steps.extend(case.map(|case| PathStep::Name(case.name.clone())));
                    case.and_then(|case| case.ty.as_ref())
                }
                (Type::List(element) | Type::Array(element, _), Hop::At(index)) => {
                    steps.push(PathStep::Index(*index));
                    Some(&**element)
                }
                (Type::Map(entry), Hop::Entry(key, part)) => {
                    steps.push(PathStep::of_key(key));
                    let part = usize::from(*part != EntryPart::Key);
                    types.record(*entry).fields.get(part).map(|field| &field.ty)
                }
                (here, Hop::Some) => Some(here),
                (_, Hop::Field(_) | Hop::Case(_) | Hop::At(_) | Hop::Entry(..)) => None,
            };
        }
        Path { steps }
    }
}

/// Returns true if a reference points into the message, not into a schema or a temporary value.
fn is_of_message(to: &Ref) -> bool {
    matches!(to.root, Root::Message)
}

/// Returns true for an expression that depends on something else than a number and its operands.
fn depends_on_more(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_)
        | Expr::Var(_)
        | Expr::Get(_)
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::Select(..)
        | Expr::Wrap { .. }
        | Expr::OfBool(_)
        | Expr::IsMember(..)
        | Expr::Leaf(..) => false,
        Expr::Len(_)
        | Expr::Present(_)
        | Expr::Case(_)
        | Expr::Unknown { .. }
        | Expr::Load { .. }
        | Expr::Slice { .. }
        | Expr::BytesLen(_)
        | Expr::Pos
        | Expr::Left
        | Expr::Since(_)
        | Expr::Input
        | Expr::Base
        | Expr::Tail
        | Expr::Setting(_) => true,
    }
}
