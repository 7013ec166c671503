//! The parts of statements.

use super::{Arg, Body, EntriesStart, FillStart, LeafTarget, Stmt};
use crate::plan::{SizeBound, SizeBoundTerm};
use polywire_ir::{Arg as IrArg, Datum, Expr, Order, Place, VarId};

/// The bodies of a statement, borrowed as the arguments say.
macro_rules! bodies {
    ($stmt:expr, $iter:ident $(, $mutable:tt)?) => {
        match $stmt {
            Self::If { then, other, .. } => vec![then, other],
            Self::Switch { arms, default, .. } => {
                arms.$iter().map(|arm| &$($mutable)? arm.body).chain([default]).collect()
            }
            Self::Members(it) => {
                let arms = it.arms.$iter().map(|arm| &$($mutable)? arm.body);
                let head = [&$($mutable)? it.head, &$($mutable)? it.to_key];
                head.into_iter().chain(arms).chain([&$($mutable)? it.default]).collect()
            }
            Self::Part(part) => vec![&$($mutable)? part.body],
            Self::While { body, .. }
            | Self::Scope(body)
            | Self::About { body, .. }
            | Self::Window { body, .. }
            | Self::At { body, .. }
            | Self::Push { body, .. }
            | Self::Fill { body, .. }
            | Self::Entry { body, .. }
            | Self::Entries { body, .. }
            | Self::Make { body, .. }
            | Self::IfUnknown { body, .. }
            | Self::Measured { body, .. }
            | Self::Block { body, .. }
            | Self::Sub { body, .. }
            | Self::Each { body, .. }
            | Self::Memo { body, .. }
            | Self::Scratch { body, .. } => vec![body],
            _ => Vec::new(),
        }
    };
}

impl Stmt {
    /// Visits the expressions of a statement itself, not those of its bodies. Places are visited as what they are: reads
    /// of their root and of the indices in them.
    pub fn visit_exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Self::Let { value, .. } | Self::Var { first: value, .. } => visit(value),
            Self::Assign(values) => values.iter().for_each(|(_, value)| visit(value)),
            Self::Return(values) | Self::Unused(values) => values.iter().for_each(visit),
            Self::If { cond, .. } | Self::While { cond, .. } | Self::Require { cond, .. } => visit(cond),
            Self::Switch { on, .. } => visit(on),
            Self::Members(members) => {
                [&members.more, &members.key_value].into_iter().chain(&members.expected).for_each(visit);
            }
            Self::Charge { cost: value, .. } | Self::Credit { amount: value } => visit(value),
            Self::Ensure { len, .. } | Self::Span { len, .. } | Self::Advance { len } => visit(len),
            Self::Window { len, .. } => visit(len),
            Self::Padding { to, from, .. } => [to, from].into_iter().for_each(visit),
            Self::At { region, pos, .. } => [region, pos].into_iter().for_each(visit),
            Self::RequirePart { region, pos, len, .. } => [region, pos, len].into_iter().for_each(visit),
            Self::Section { region, pos, len, .. } => {
                [region, pos].into_iter().chain(len).for_each(visit);
            }
            Self::SetScalar { value, .. } | Self::SetText { value, .. } | Self::SetBytes { value, .. } => visit(value),
            Self::Retain { value, .. } => visit(value),
            Self::Track { tracks, .. } => tracks.iter().for_each(|it| visit(&it.is_new)),
            Self::SetDefault { cond, .. } => visit(cond),
            Self::Fill { count, start, .. } => {
                visit(count);
                if let FillStart::Reset(cond) = start {
                    visit(cond);
                }
            }
            Self::Entries { count, old, .. } => {
                visit(count);
                if let EntriesStart::Reset(cond) = old {
                    visit(cond);
                }
            }
            Self::RequireRoom { bound } | Self::Grow { bound } => visit_bound(bound, visit),
            Self::Write(what) | Self::Put { what, .. } => visit_datum(what, visit),
            Self::Block { size, .. } => visit(size),
            Self::Memo { key, .. } => visit(key),
            Self::Call(call) => call.args.iter().for_each(|arg| match arg {
                Arg::Value(value) => visit(value),
                Arg::Place { is_new, .. } => is_new.iter().for_each(&mut *visit),
            }),
            Self::Declare(_)
            | Self::Alias { .. }
            | Self::Count(_)
            | Self::Scope(_)
            | Self::Part(_)
            | Self::About { .. }
            | Self::Fail { .. }
            | Self::RequireDepth
            | Self::Load { .. }
            | Self::Peek(_)
            | Self::SkipWhile(_)
            | Self::ReadLeaf { .. }
            | Self::Match { .. }
            | Self::MatchIf { .. }
            | Self::SetCase(_)
            | Self::Reset(_)
            | Self::ResetUnknown(_)
            | Self::Settle(_)
            | Self::RestartEntries { .. }
            | Self::Present { .. }
            | Self::Hold { .. }
            | Self::Push { .. }
            | Self::Entry { .. }
            | Self::Make { .. }
            | Self::RequireRoomForEach { .. }
            | Self::IfUnknown { .. }
            | Self::Measured { .. }
            | Self::Sub { .. }
            | Self::Each { .. }
            | Self::Scratch { .. } => {}
        }
    }

    /// Visits the places of a statement itself, but not what its failures are about.
    pub fn visit_places(&self, visit: &mut dyn FnMut(&Place)) {
        match self {
            Self::SetScalar { place, .. }
            | Self::SetText { place, .. }
            | Self::SetBytes { place, .. }
            | Self::SetCase(place)
            | Self::Reset(place)
            | Self::ResetUnknown(place)
            | Self::RestartEntries { place, .. }
            | Self::Present { place, .. }
            | Self::Hold { place, .. }
            | Self::SetDefault { place, .. }
            | Self::Push { place, .. }
            | Self::Fill { place, .. }
            | Self::Entry { place, .. }
            | Self::Entries { place, .. }
            | Self::Retain { place, .. }
            | Self::RequireRoomForEach { place, .. }
            | Self::IfUnknown { place, .. }
            | Self::Each { place, .. }
            | Self::ReadLeaf { into: LeafTarget::Place(place), .. } => visit(place),
            Self::Track { tracks, .. } => tracks.iter().for_each(|it| visit(&it.place)),
            Self::Settle(it) => visit(&it.place),
            Self::RequireRoom { bound } | Self::Grow { bound } => visit_bound_places(bound, visit),
            Self::Call(call) => call.args.iter().for_each(|arg| {
                if let Arg::Place { place, .. } = arg {
                    visit(place);
                }
            }),
            _ => {}
        }
    }

    /// Visits each use of a variable by a statement itself: its value is read, or what it refers to is reached.
    pub fn visit_uses(&self, visit: &mut dyn FnMut(VarId)) {
        self.visit_exprs(&mut |expr| expr.visit_uses(visit));
        self.visit_places(&mut |place| place.visit_uses(visit));
        match self {
            Self::Alias { of, .. } => visit(*of),
            Self::Count(var) => visit(*var),
            Self::Load { order: Order::LittleIf(var), .. } => visit(*var),
            Self::Settle(it) => visit(it.var),
            Self::RestartEntries { old, .. } => visit(*old),
            Self::Push { size: Some(var), .. }
            | Self::Entry { old: Some(var), .. }
            | Self::Fill { start: FillStart::Tracked(var), .. }
            | Self::Entries { old: EntriesStart::Tracked(var), .. } => visit(*var),
            Self::SetDefault { bind, .. } => visit(*bind),
            Self::Write(Datum::Int { order: Order::LittleIf(var), .. })
            | Self::Put { what: Datum::Int { order: Order::LittleIf(var), .. }, .. } => visit(*var),
            _ => {}
        }
    }

    /// Returns the bodies of a statement, in the order in which they run.
    pub fn bodies(&self) -> Vec<&Body> {
        bodies!(self, iter)
    }

    /// Returns the bodies of a statement, to be changed.
    pub fn bodies_mut(&mut self) -> Vec<&mut Body> {
        bodies!(self, iter_mut, mut)
    }
}

fn visit_datum(what: &Datum, visit: &mut dyn FnMut(&Expr)) {
    match what {
        Datum::Int { value, .. } | Datum::Span(value) | Datum::Zeros(value) | Datum::Align { from: value, .. } => {
            visit(value)
        }
        Datum::Leaf(_, args) => args.iter().for_each(visit),
        Datum::Bytes(_) => {}
    }
}

fn visit_bound(bound: &SizeBound, visit: &mut dyn FnMut(&Expr)) {
    for term in &bound.terms {
        match term {
            SizeBoundTerm::Bytes { value, .. } | SizeBoundTerm::Number(value) => visit(value),
            SizeBoundTerm::Each { body, .. } => visit_bound(body, visit),
            SizeBoundTerm::If { cond, then, other } => {
                visit(cond);
                visit_bound(then, visit);
                visit_bound(other, visit);
            }
            SizeBoundTerm::Switch { on, arms, default } => {
                visit(on);
                arms.iter().for_each(|(_, bound)| visit_bound(bound, visit));
                visit_bound(default, visit);
            }
            SizeBoundTerm::Call { args, .. } => args.iter().for_each(|arg| {
                if let IrArg::Value(value) = arg {
                    visit(value);
                }
            }),
        }
    }
}

fn visit_bound_places(bound: &SizeBound, visit: &mut dyn FnMut(&Place)) {
    for term in &bound.terms {
        match term {
            SizeBoundTerm::Each { place, body, .. } => {
                visit(place);
                visit_bound_places(body, visit);
            }
            SizeBoundTerm::If { then, other, .. } => {
                visit_bound_places(then, visit);
                visit_bound_places(other, visit);
            }
            SizeBoundTerm::Switch { arms, default, .. } => {
                arms.iter().for_each(|(_, bound)| visit_bound_places(bound, visit));
                visit_bound_places(default, visit);
            }
            SizeBoundTerm::Call { args, .. } => args.iter().for_each(|arg| {
                if let IrArg::Place(place) = arg {
                    visit(place);
                }
            }),
            SizeBoundTerm::Bytes { .. } | SizeBoundTerm::Number(_) => {}
        }
    }
}
