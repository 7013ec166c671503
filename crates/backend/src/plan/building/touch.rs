//! The effect of a place or an argument on the object.

use super::facts::{Facts, Parts};
use super::plan::{CalleeReset, Track, track_of};
use super::walk::Walk;
use polywire_ir::types::{StructType, Type};
use polywire_ir::{Arg, FuncId, ParamKind, Place, Step, ValueType};

impl Walk<'_> {
    pub(super) fn assign(&self, place: &Place, facts: &mut Facts, always: bool) {
        let Some(path) = self.path_through_optional(place) else {
            let followed = if self.is_case(place) { place.steps.len() } else { 0 };
            return self.touch(place, facts, followed);
        };
        match path.first() {
            None if always => drop(facts.assigned.insert(path)),
            None => facts.all_read = true,
            Some(field) if always && !facts.read.contains(field) => drop(facts.assigned.insert(path)),
            Some(field) => drop(facts.touched.insert(*field)),
        }
    }

    pub(super) fn call(&self, func: FuncId, args: &[Arg], facts: &mut Facts, always: bool) {
        for (position, arg) in args.iter().enumerate() {
            match arg {
                Arg::Place(place) if place.root == self.scope.root => {
                    self.argument((func, position), place, facts, always)
                }
                Arg::Place(_) | Arg::Value(_) => {}
            }
        }
    }

    fn argument(&self, (func, position): (FuncId, usize), place: &Place, facts: &mut Facts, always: bool) {
        let Some(path) = self.path(place).filter(|path| path.len() < 2) else { return self.touch(place, facts, 0) };
        let builds = self.module.function(func).params[position].kind == ParamKind::Build;
        let parts = self.parts_of(&path, func, position);
        if builds && always && self.untouched(&parts, facts) {
            self.note_left((func, position), &path, facts);
            if self.known.plan(func, position).is_some() {
                facts.callee_resets.insert((path, func));
            }
            facts.unknown_assigned |= parts.unknown;
            facts.touched.extend(parts.paths.iter().filter_map(|path| path.first()));
            facts.assigned.extend(parts.paths);
            return;
        }
        if builds && self.makes_struct(&path, func, position) {
            facts.touched.insert(path[0]);
            return;
        }
        facts.read.extend(parts.paths.iter().filter_map(|path| path.first()));
        facts.all_read |= parts.paths.contains(&Vec::new());
    }

    /// Returns true if a place is a case of a tracked union.
    fn is_case(&self, place: &Place) -> bool {
        let [Step::Field(field), Step::Case(_)] = place.steps[..] else { return false };
        place.root == self.scope.root && self.track(field) == Some(Track::Union)
    }

    /// Returns true if a function touches all of a tracked struct, and so resets all of it.
    fn makes_struct(&self, path: &[u32], func: FuncId, position: usize) -> bool {
        let (&[field], Some(record)) = (path, self.struct_at(path)) else { return false };
        let touched = self.known.touched.get(func, position);
        let whole = touched.fields.len() == record.fields.len() && (touched.unknown || !record.keeps_unknown);
        whole && self.track(field) == Some(Track::Struct)
    }

    /// Records the parts of a struct that a function leaves unchanged when it resets the rest.
    fn note_left(&self, (func, position): (FuncId, usize), path: &[u32], facts: &mut Facts) {
        let (&[field], Some(record)) = (path, self.struct_at(path)) else { return };
        let touched = self.known.touched.get(func, position);
        let left = (0..record.fields.len() as u32).filter(|inner| !touched.fields.contains(inner));
        facts.left_fields.extend(left.map(|inner| (field, inner)));
        if record.keeps_unknown && !touched.unknown {
            facts.left_unknown.insert(field);
        }
    }

    /// Returns the struct in a field of the object.
    fn struct_at(&self, path: &[u32]) -> Option<&StructType> {
        let [field] = *path else { return None };
        let ValueType::Ref(Type::Struct(owner)) = &self.scope.function.var(self.scope.root).ty else { return None };
        let Type::Struct(id) = &self.module.types.record(*owner).fields[field as usize].ty else { return None };
        Some(self.module.types.record(*id))
    }

    /// Records effects that a local variable could not track. `followed`: the number of steps of an op's place that it
    /// can track.
    pub(super) fn touch(&self, place: &Place, facts: &mut Facts, followed: usize) {
        if place.root != self.scope.root {
            return;
        }
        if let Some(Step::Field(field)) = place.steps.first() {
            facts.touched.insert(*field);
        }
        match place.steps.first() {
            Some(Step::Field(_)) if place.steps.len() == followed => {}
            Some(Step::Field(field)) => drop(facts.read.insert(*field)),
            _ => facts.all_read = true,
        }
    }

    /// Returns true if nothing before touched these parts.
    pub(super) fn untouched(&self, parts: &Parts, facts: &Facts) -> bool {
        let free = |path: &Vec<u32>| {
            let met = |field| facts.read.contains(field) || facts.touched.contains(field);
            !facts.assigned.contains(path) && !path.first().is_some_and(met)
        };
        let whole = facts.all_read || facts.assigned.contains(&Vec::new());
        let unknown = parts.unknown && facts.unknown_assigned;
        !whole && !unknown && parts.paths.iter().all(free)
    }

    /// Returns the parts that a callee resets.
    pub(super) fn parts(&self, (path, func): &CalleeReset) -> Parts {
        let position = self.module.function(*func).params.iter().position(|param| param.kind == ParamKind::Build);
        self.parts_of(path, *func, position.unwrap_or_default())
    }

    fn parts_of(&self, path: &[u32], func: FuncId, position: usize) -> Parts {
        let whole_struct =
            path.is_empty() && matches!(self.scope.function.var(self.scope.root).ty, ValueType::Ref(Type::Struct(_)));
        if !whole_struct {
            return Parts { paths: vec![path.to_vec()], unknown: false };
        }
        let touched = self.known.touched.get(func, position);
        Parts { paths: touched.fields.into_iter().map(|field| vec![field]).collect(), unknown: touched.unknown }
    }

    /// Returns the local variable that can track a field.
    pub(super) fn track(&self, field: u32) -> Option<Track> {
        let ValueType::Ref(Type::Struct(id)) = &self.scope.function.var(self.scope.root).ty else { return None };
        track_of(&self.module.types, &self.module.types.record(*id).fields[field as usize])
    }

    /// Returns the path of fields from the object to a place, if it consists only of fields.
    pub(super) fn path(&self, place: &Place) -> Option<Vec<u32>> {
        let field = |step: &Step| match step {
            Step::Field(field) => Some(*field),
            Step::Some | Step::Case(_) | Step::At(_) => None,
        };
        if place.root == self.scope.root { place.steps.iter().map(field).collect() } else { None }
    }

    /// Like `path`, but an optional is assigned with its value.
    fn path_through_optional(&self, place: &Place) -> Option<Vec<u32>> {
        let mut place = place.clone();
        if place.steps.last() == Some(&Step::Some) {
            place.steps.pop();
        }
        self.path(&place).filter(|path| path.len() < 2)
    }
}
