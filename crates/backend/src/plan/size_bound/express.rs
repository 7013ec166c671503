//! Values expressed in terms known before an encoder runs.

use super::derive::Derive;
use polywire_ir::{Expr, Place, Step};

impl Derive<'_> {
    pub(super) fn place(&self, place: &Place) -> Option<Place> {
        if self.made.contains(&place.root) {
            return None;
        }
        let steps: Option<Vec<Step>> = place
            .steps
            .iter()
            .map(|step| match step {
                Step::At(index) => Some(Step::At(Box::new(self.express(index)?))),
                Step::Field(_) | Step::Some | Step::Case(_) => Some(step.clone()),
            })
            .collect();
        Some(Place { root: place.root, steps: steps? })
    }

    /// Returns the expression in terms of parameters and elements.
    pub(super) fn express(&self, expr: &Expr) -> Option<Expr> {
        let boxed = |expr: &Expr| Some(Box::new(self.express(expr)?));
        Some(match expr {
            Expr::Const(_) => expr.clone(),
            Expr::Var(var) => self.known.get(var)?.clone(),
            Expr::Get(place) => Expr::Get(self.place(place)?),
            Expr::Len(place) => Expr::Len(self.place(place)?),
            Expr::Present(place) => Expr::Present(self.place(place)?),
            Expr::Case(place) => Expr::Case(self.place(place)?),
            Expr::Unknown { place, format } => Expr::Unknown { place: self.place(place)?, format: format.clone() },
            Expr::Unary(op, value) => Expr::Unary(*op, boxed(value)?),
            Expr::Binary(op, left, right) => Expr::Binary(*op, boxed(left)?, boxed(right)?),
            Expr::Select(cond, then, other) => Expr::Select(boxed(cond)?, boxed(then)?, boxed(other)?),
            Expr::Wrap { bits, signed, value } => Expr::Wrap { bits: *bits, signed: *signed, value: boxed(value)? },
            Expr::OfBool(value) => Expr::OfBool(boxed(value)?),
            Expr::IsMember(id, value) => Expr::IsMember(*id, boxed(value)?),
            Expr::Leaf(leaf, args) => {
                Expr::Leaf(*leaf, args.iter().map(|arg| self.express(arg)).collect::<Option<Vec<_>>>()?)
            }
            Expr::BytesLen(value) => Expr::BytesLen(boxed(value)?),
            Expr::Load { .. }
            | Expr::Slice { .. }
            | Expr::Pos
            | Expr::Left
            | Expr::Since(_)
            | Expr::Input
            | Expr::Base
            | Expr::Setting(_)
            | Expr::Tail => return None,
        })
    }
}
