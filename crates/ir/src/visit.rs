//! Walking functions: the blocks, expressions, places and bound variables of an op, each listed in one place.

use crate::{Arg, Block, Carried, Datum, Expr, Miss, Op, Place, ReadWhat, Step, VarId};

impl Op {
    /// The op's blocks, in the order in which they run.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            Self::If { then, other, .. } => vec![then, other],
            Self::Switch { arms, default, .. } => arms.iter().map(|arm| &arm.body).chain([default]).collect(),
            Self::Keyed { head, arms, default, .. } => {
                [head].into_iter().chain(arms.iter().map(|arm| &arm.body)).chain([default]).collect()
            }
            Self::Loop { body, .. }
            | Self::Window { body, .. }
            | Self::At { body, .. }
            | Self::Open { body, .. }
            | Self::Push { body, .. }
            | Self::Fill { body, .. }
            | Self::Measured { body, .. }
            | Self::Block { body, .. }
            | Self::Sub { body, .. }
            | Self::Tail { body, .. }
            | Self::Each { body, .. }
            | Self::Memo { body, .. }
            | Self::Scratch { body, .. } => vec![body],
            Self::Let { .. }
            | Self::Call { .. }
            | Self::Check { .. }
            | Self::Charge { .. }
            | Self::Read { .. }
            | Self::Match { .. }
            | Self::Section { .. }
            | Self::Set { .. }
            | Self::Reset { .. }
            | Self::Retain { .. }
            | Self::Write { .. }
            | Self::Put { .. } => vec![],
        }
    }

    /// The op's blocks, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match self {
            Self::If { then, other, .. } => vec![then, other],
            Self::Switch { arms, default, .. } => arms.iter_mut().map(|arm| &mut arm.body).chain([default]).collect(),
            Self::Keyed { head, arms, default, .. } => {
                [head].into_iter().chain(arms.iter_mut().map(|arm| &mut arm.body)).chain([default]).collect()
            }
            Self::Loop { body, .. }
            | Self::Window { body, .. }
            | Self::At { body, .. }
            | Self::Open { body, .. }
            | Self::Push { body, .. }
            | Self::Fill { body, .. }
            | Self::Measured { body, .. }
            | Self::Block { body, .. }
            | Self::Sub { body, .. }
            | Self::Tail { body, .. }
            | Self::Each { body, .. }
            | Self::Memo { body, .. }
            | Self::Scratch { body, .. } => vec![body],
            Self::Let { .. }
            | Self::Call { .. }
            | Self::Check { .. }
            | Self::Charge { .. }
            | Self::Read { .. }
            | Self::Match { .. }
            | Self::Section { .. }
            | Self::Set { .. }
            | Self::Reset { .. }
            | Self::Retain { .. }
            | Self::Write { .. }
            | Self::Put { .. } => vec![],
        }
    }

    /// Calls `f` with each of the op's own outermost expressions: not those inside its blocks, and of a place the indices.
    pub fn visit_exprs<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        match self {
            Self::Let { value, .. } => f(value),
            Self::If { cond, .. } | Self::Check { cond, .. } => f(cond),
            Self::Switch { on, .. } => f(on),
            Self::Loop { carried, cond, .. } => {
                visit_carried(carried, f);
                f(cond);
            }
            Self::Call { args, .. } => args.iter().for_each(|arg| match arg {
                Arg::Value(value) => f(value),
                Arg::Place(place) => place.visit_indices(f),
            }),
            Self::Charge { cost, .. } => f(cost),
            Self::Read { what, .. } => match what {
                ReadWhat::Span(len) | ReadWhat::Skip(len) => f(len),
                ReadWhat::Align { to, from } => {
                    f(to);
                    f(from);
                }
                ReadWhat::Int { .. } | ReadWhat::Peek | ReadWhat::Leaf(_) => {}
            },
            Self::Window { len, .. } => f(len),
            Self::At { region, pos, .. } => {
                f(region);
                f(pos);
            }
            Self::Section { region, pos, len, .. } => [region, pos, len].into_iter().for_each(f),
            Self::Keyed { carried, .. } => visit_carried(carried, f),
            Self::Set { place, value, .. } | Self::Retain { place, value, .. } => {
                place.visit_indices(f);
                f(value);
            }
            Self::Reset { place } | Self::Open { place, .. } | Self::Push { place, .. } => place.visit_indices(f),
            Self::Fill { place, count, carried, .. } => {
                place.visit_indices(f);
                f(count);
                visit_carried(carried, f);
            }
            Self::Write { what } | Self::Put { what, .. } => what.visit_exprs(f),
            Self::Block { size, .. } => f(size),
            Self::Each { place, carried, .. } => {
                place.visit_indices(f);
                visit_carried(carried, f);
            }
            Self::Memo { key, .. } => f(key),
            Self::Match { .. }
            | Self::Measured { .. }
            | Self::Sub { .. }
            | Self::Tail { .. }
            | Self::Scratch { .. } => {}
        }
    }

    /// The place that the op sets, builds or visits.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::Set { place, .. }
            | Self::Reset { place }
            | Self::Open { place, .. }
            | Self::Push { place, .. }
            | Self::Fill { place, .. }
            | Self::Retain { place, .. }
            | Self::Each { place, .. } => Some(place),
            _ => None,
        }
    }

    /// The variables that the op binds, for its blocks or for what follows.
    pub fn binds(&self) -> Vec<VarId> {
        let carried_vars = |carried: &[Carried]| carried.iter().map(|it| it.var).collect::<Vec<_>>();
        match self {
            Self::Let { var, .. } | Self::Section { var, .. } | Self::Scratch { var, .. } => vec![*var],
            Self::Memo { result, .. } => vec![*result],
            Self::If { results, .. }
            | Self::Switch { results, .. }
            | Self::Call { results, .. }
            | Self::Read { results, .. }
            | Self::Window { results, .. }
            | Self::At { results, .. }
            | Self::Measured { results, .. }
            | Self::Block { results, .. }
            | Self::Sub { results, .. }
            | Self::Tail { results, .. } => results.clone(),
            Self::Loop { carried, results, .. } => [carried_vars(carried), results.clone()].concat(),
            Self::Keyed { index, key, carried, results, .. } => {
                [vec![*index, *key], carried_vars(carried), results.clone()].concat()
            }
            Self::Open { bind, created, results, .. } => [vec![*bind, *created], results.clone()].concat(),
            Self::Push { bind, results, .. } => [vec![*bind], results.clone()].concat(),
            Self::Fill { bind, index, carried, results, .. } => {
                [vec![*bind, *index], carried_vars(carried), results.clone()].concat()
            }
            Self::Each { item, index, carried, results, .. } => {
                [vec![*item, *index], carried_vars(carried), results.clone()].concat()
            }
            Self::Match { miss: Miss::Yield(var), .. } => vec![*var],
            Self::Match { miss: Miss::Fail { .. }, .. }
            | Self::Check { .. }
            | Self::Charge { .. }
            | Self::Set { .. }
            | Self::Reset { .. }
            | Self::Retain { .. }
            | Self::Write { .. }
            | Self::Put { .. } => vec![],
        }
    }
}

fn visit_carried<'a>(carried: &'a [Carried], f: &mut dyn FnMut(&'a Expr)) {
    carried.iter().for_each(|carried| f(&carried.init));
}

impl Datum {
    /// Calls `f` with each outermost expression.
    pub fn visit_exprs<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        match self {
            Self::Int { value, .. } | Self::Span(value) | Self::Zeros(value) => f(value),
            Self::Align { from, .. } => f(from),
            Self::Leaf(_, args) => args.iter().for_each(f),
            Self::Bytes(_) => {}
        }
    }
}

impl Place {
    /// Calls `f` with each index along the path.
    pub fn visit_indices<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        for step in &self.steps {
            if let Step::At(index) = step {
                f(index);
            }
        }
    }
}

impl Expr {
    /// Calls `f` with this expression and all inside it, outermost first.
    pub fn visit<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        f(self);
        self.visit_children(&mut |child| child.visit(f));
    }

    /// Calls `f` with each operand.
    pub fn visit_children<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        match self {
            Self::Unary(_, value)
            | Self::Wrap { value, .. }
            | Self::OfBool(value)
            | Self::IsMember(_, value)
            | Self::BytesLen(value)
            | Self::Since(value) => f(value),
            Self::Binary(_, left, right) => {
                f(left);
                f(right);
            }
            Self::Select(cond, then, other) => {
                f(cond);
                f(then);
                f(other);
            }
            Self::Leaf(_, args) => args.iter().for_each(f),
            Self::Get(place)
            | Self::Len(place)
            | Self::Present(place)
            | Self::Case(place)
            | Self::Unknown { place, .. } => {
                place.visit_indices(f);
            }
            Self::Const(_)
            | Self::Var(_)
            | Self::Load { .. }
            | Self::Slice { .. }
            | Self::Pos
            | Self::Left
            | Self::Input
            | Self::Base
            | Self::Tail => {}
        }
    }
}
