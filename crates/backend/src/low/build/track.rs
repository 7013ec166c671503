//! Variables that track the state of fields while their object is built.

use super::Builder;
use crate::low::{Stmt, Tracked, VarType};
use crate::plan::{BuildPlan, Track};
use polywire_ir::{Expr, Place, Step, ValueType, VarId};

/// More variables than this would be tracked on each path through a function, which slows compilers without benefit.
const WIDE: usize = 24;

impl Builder<'_> {
    /// Declares the variables that track the fields of an object.
    pub(super) fn track_all(&mut self, root: VarId, plan: &BuildPlan, is_new: &Expr) {
        let fields = plan.tracks.iter();
        let tracks: Vec<Tracked> =
            fields.filter_map(|(field, kind)| self.tracking(root, *field, *kind, is_new)).collect();
        let in_memory = plan.tracks.len() > WIDE;
        if !tracks.is_empty() {
            self.emit(Stmt::Track { tracks, in_memory });
        }
    }

    /// Tracks a field from now on.
    pub(super) fn track(&mut self, root: VarId, field: u32, kind: Track, is_new: &Expr) {
        if let Some(tracked) = self.tracking(root, field, kind, is_new) {
            self.emit(Stmt::Track { tracks: vec![tracked], in_memory: false });
        }
    }

    /// A container that is cleared instead is not tracked.
    fn tracking(&mut self, root: VarId, field: u32, kind: Track, is_new: &Expr) -> Option<Tracked> {
        let place = Place::from(root).field(field);
        if self.is_sequence(&place) {
            self.when(is_new, vec![Stmt::Reset(place)]);
            return None;
        }
        let name = self.field_name(&place);
        let var = match kind {
            Track::List => self.variable(format!("{name}_size"), VarType::Size),
            Track::Map => self.variable(format!("old_{name}"), VarType::OldEntries),
            Track::Optional => self.flag(format!("has_{name}")),
            Track::Union | Track::Struct => self.flag(format!("begun_{name}")),
        };
        self.tracks.insert((root, field), (kind, var));
        Some(Tracked { kind, var, place, is_new: is_new.clone() })
    }

    fn field_name(&self, place: &Place) -> String {
        let field = self.field_at(place);
        field
            .map_or_else(String::new, |(record, field)| self.types().record(record).fields[field as usize].name.clone())
    }

    /// Corrects a field according to its variable.
    pub(super) fn settle(&mut self, root: VarId, field: u32, kind: Track) {
        let Some((_, var)) = self.tracks.get(&(root, field)).copied() else { return };
        let place = Place::from(root).field(field);
        match kind {
            Track::Union | Track::Struct => self.when(&!Expr::Var(var), vec![Stmt::Reset(place)]),
            Track::List | Track::Map | Track::Optional => {
                self.emit(Stmt::Settle(Tracked { kind, var, place, is_new: false.into() }));
            }
        }
    }

    /// Returns the variable that tracks a place.
    pub(super) fn tracked(&self, place: &Place) -> Option<VarId> {
        self.tracked_as(place).map(|(_, var)| var)
    }

    pub(super) fn tracked_as(&self, place: &Place) -> Option<(Track, VarId)> {
        match place.steps.as_slice() {
            [Step::Field(field)] => self.tracks.get(&(place.root, *field)).copied(),
            _ => None,
        }
    }

    /// Returns the variable of a tracked union, if the place is one of its cases.
    pub(super) fn tracked_union(&self, place: &Place) -> Option<VarId> {
        match place.steps.as_slice() {
            [field @ Step::Field(_), Step::Case(_)] => {
                self.tracked(&Place { root: place.root, steps: vec![field.clone()] })
            }
            _ => None,
        }
    }

    /// Notes that a union has a new case.
    pub(super) fn choose(&mut self, place: &Place) {
        if let Some(begun) = self.tracked_union(place) {
            self.emit(Stmt::Assign(vec![(begun, true.into())]));
        }
    }

    /// Returns the first value of a variable that tracks something new.
    pub(super) fn none(kind: Track) -> Expr {
        match kind {
            Track::List => 0u64.into(),
            Track::Map | Track::Optional | Track::Union | Track::Struct => false.into(),
        }
    }

    /// Adds a variable for a condition on this place and returns it.
    pub(super) fn condition(&mut self, name: &str, value: Expr) -> Expr {
        let var = self.variable(name, VarType::Value(ValueType::Bool));
        self.emit(Stmt::Let { var, value });
        Expr::Var(var)
    }
}
