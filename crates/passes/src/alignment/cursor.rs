//! What is known of a position that moves: its distances from origins.

use super::residue::Residue;
use polywire_ir::{Arg, Const, Expr, Param, VarId};
use std::collections::BTreeMap;

/// A position that others are relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// That at which the function starts.
    Start,
    /// The start of the input or the output.
    Zero,
    /// The value of a variable.
    Var(VarId),
}

impl Origin {
    /// Returns the origin that an expression is relative to, and how far behind it is.
    pub fn of(expr: &Expr) -> Option<(Self, u64)> {
        match expr {
            Expr::Const(Const::U64(position)) => Some((Self::Zero, *position)),
            Expr::Var(var) => Some((Self::Var(*var), 0)),
            _ => None,
        }
    }
}

/// Where a cursor may be. Nothing is known of the distance from an origin that is absent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cursor(BTreeMap<Origin, Residue>);

impl Cursor {
    pub fn at(origin: Origin) -> Self {
        Self(BTreeMap::from([(origin, Residue::exact(0))]))
    }

    pub fn from(&self, origin: Origin) -> Residue {
        self.0.get(&origin).copied().unwrap_or(Residue::UNKNOWN)
    }

    pub fn advance(&mut self, len: Residue) {
        self.0.values_mut().for_each(|distance| *distance = distance.plus(len));
        self.0.retain(|_, distance| *distance != Residue::UNKNOWN);
    }

    pub fn forget(&mut self) {
        self.0.clear();
    }

    pub fn learn(&mut self, origin: Origin, distance: Residue) {
        let distance = self.from(origin).and(distance);
        if distance != Residue::UNKNOWN {
            self.0.insert(origin, distance);
        }
    }

    /// Moves to the next multiple, counted from an origin; returns how far, if that is known.
    pub fn align(&mut self, to: u64, from: &Expr) -> Option<u64> {
        let Some((origin, behind)) = Origin::of(from) else {
            self.forget();
            return None;
        };
        let distance = self.from(origin).minus(Residue::exact(behind));
        let gap = distance.padding(to);
        self.advance(gap.map_or(Residue::exact(0).minus(distance), Residue::exact));
        self.assume_aligned(to, from);
        gap
    }

    /// Learns that it is at a multiple, counted from an origin.
    pub fn assume_aligned(&mut self, to: u64, from: &Expr) {
        if let Some((origin, behind)) = Origin::of(from) {
            self.learn(origin, Residue::multiple(to).plus(Residue::exact(behind)));
        }
    }

    /// Moves a caller's cursor from the start of a function to this end.
    pub fn follow(&self, caller: &mut Self, params: &[Param], args: &[Arg]) {
        caller.advance(self.from(Origin::Start));
        caller.learn(Origin::Zero, self.from(Origin::Zero));
        for (param, arg) in params.iter().zip(args) {
            if let Arg::Value(value) = arg
                && let Some((origin, behind)) = Origin::of(value)
            {
                caller.learn(origin, self.from(Origin::Var(param.var)).plus(Residue::exact(behind)));
            }
        }
    }

    /// Returns what is known of a cursor that is one or the other.
    pub fn or(&self, other: &Self) -> Self {
        let mut either = Self::default();
        self.0.iter().for_each(|(origin, distance)| either.learn(*origin, distance.or(other.from(*origin))));
        either
    }
}
