//! Making an object new that may hold anything: see [`crate::cpp::analysis::Building`].

use super::Printer;
use crate::cpp::analysis::{BuildPlan, Scope, Track, address, plan_scope};
use crate::cpp::native::initial;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Block, FuncId, Op, Place, Step, ValueType, VarId};

impl<'m> Printer<'m> {
    /// Prints ops that build an object, which is to be new if the condition `fresh` holds, and `then`.
    pub(super) fn building(&mut self, root: VarId, ops: &'m [Op], fresh: &str, then: &mut dyn FnMut(&mut Self)) {
        let scope = Scope { function: self.function, root, ops };
        let plan = plan_scope(self.unit.module, &self.unit.building, scope);
        self.building_as(root, ops, (&plan, fresh), then);
    }

    /// As `building`, by a plan.
    pub(super) fn building_as(
        &mut self,
        root: VarId,
        ops: &'m [Op],
        (plan, fresh): (&BuildPlan, &str),
        then: &mut dyn FnMut(&mut Self),
    ) {
        if fresh == "false" {
            plan.firsts.iter().for_each(|op| drop(self.firsts.remove(op)));
            return self.ops(ops, then);
        }
        let outer = self.pending.clone();
        self.prologue(root, plan, fresh);
        self.ops(ops, &mut |printer| {
            printer.epilogue(root, plan);
            then(printer);
        });
        plan.tracks.keys().for_each(|field| drop(self.tracks.remove(&(root, *field))));
        self.pending = outer;
    }

    pub(super) fn prologue(&mut self, root: VarId, plan: &BuildPlan, fresh: &str) {
        for (path, func) in &plan.delegates {
            self.pending.insert((root, path.clone(), *func), fresh.to_owned());
        }
        for op in &plan.firsts {
            self.firsts.insert(*op, fresh.to_owned());
        }
        for (block, field, track) in &plan.sinks {
            self.sinks.entry(*block).or_default().push((root, *field, *track, fresh.to_owned()));
        }
        let mut resets = Vec::new();
        if plan.reset_whole {
            resets.extend(self.reset_statement(&root.into()));
        }
        for field in &plan.reset {
            resets.extend(self.reset_statement(&Place::from(root).field(*field)));
        }
        if plan.reset_unknown
            && let Some(member) = self.unknown_member(&root.into())
        {
            resets.push(format!("{member}.clear();"));
        }
        self.when(fresh, &resets);
        for (field, track) in &plan.tracks {
            self.track(root, *field, *track, fresh);
        }
    }

    /// Prints what makes fields new that the other branches make new.
    pub(super) fn enter_branch(&mut self, block: &Block) {
        for (root, field, track, fresh) in self.sinks.get(&address(block)).cloned().unwrap_or_default() {
            match track {
                Some(track) => self.track(root, field, track, &fresh),
                None => {
                    let resets = self.reset_statement(&Place::from(root).field(field));
                    self.when(&fresh, &resets);
                }
            }
        }
    }

    pub(super) fn leave_branch(&mut self, block: &Block) {
        for (root, field, track, _) in self.sinks.get(&address(block)).cloned().unwrap_or_default() {
            if let Some(track) = track {
                self.settle(root, field, track);
                self.tracks.remove(&(root, field));
            }
        }
    }

    /// Whether nothing is to be printed for a block.
    pub(super) fn is_idle(&self, block: &Block) -> bool {
        block.ops.is_empty() && !self.sinks.contains_key(&address(block))
    }

    pub(super) fn when(&mut self, condition: &str, statements: &[String]) {
        if statements.is_empty() {
            return;
        }
        if condition == "true" {
            statements.iter().for_each(|statement| self.out.line(statement));
        } else {
            self.out.block(format!("if ({condition}) {{"), "}", |out| {
                statements.iter().for_each(|statement| out.line(statement));
            });
        }
    }

    fn track(&mut self, root: VarId, field: u32, track: Track, fresh: &str) {
        let place = Place::from(root).field(field);
        let member = self.place(&place).text;
        if self.is_sequence(&place) {
            return self.when(fresh, &[format!("{member}.clear();")]);
        }
        let field_name = member.rsplit(['.', '>']).next().unwrap_or_default().to_owned();
        let name = match track {
            Track::List => {
                let name = self.name(&format!("{field_name}_size"));
                let first = if fresh == "true" { "0".into() } else { format!("{fresh} ? 0 : {member}.size()") };
                self.out.line(format!("std::size_t {name} = {first};"));
                name
            }
            Track::Optional => {
                let name = self.name(&format!("has_{field_name}"));
                let present = self.is_present(&place);
                let first = if fresh == "true" { "false".into() } else { format!("!{fresh} && {present}") };
                self.out.line(format!("bool {name} = {first};"));
                name
            }
        };
        self.tracks.insert((root, field), (track, name));
    }

    pub(super) fn epilogue(&mut self, root: VarId, plan: &BuildPlan) {
        for (field, track) in &plan.tracks {
            self.settle(root, *field, *track);
        }
    }

    /// Puts a list or an optional right by its local variable.
    fn settle(&mut self, root: VarId, field: u32, track: Track) {
        let Some((_, name)) = self.tracks.get(&(root, field)).cloned() else { return };
        let place = Place::from(root).field(field);
        let member = self.place(&place);
        match track {
            Track::List => self.out.line(format!("fit({member}, {name});")),
            Track::Optional if self.plain_optional(&place).is_some() => {
                let resets = self.reset_statement(&place);
                self.when(&format!("!{name}"), &resets);
            }
            Track::Optional => self.out.line(format!("if (!{name}) {member}.reset();")),
        }
    }

    /// The local variable of a list or optional, if the place is one that has it.
    pub(super) fn tracked(&self, place: &Place) -> Option<String> {
        match place.steps.as_slice() {
            [Step::Field(field)] => self.tracks.get(&(place.root, *field)).map(|(_, name)| name.clone()),
            _ => None,
        }
    }

    /// The condition on which a call must make its argument new.
    pub(super) fn take_pending(&mut self, place: &Place, func: FuncId) -> String {
        let path: Option<Vec<u32>> = place
            .steps
            .iter()
            .map(|step| match step {
                Step::Field(field) => Some(*field),
                Step::Some | Step::Case(_) | Step::At(_) => None,
            })
            .collect();
        path.and_then(|path| self.pending.remove(&(place.root, path, func))).unwrap_or_else(|| "false".into())
    }

    pub(super) fn reset(&mut self, place: &Place) {
        if let Some(name) = self.tracked(place) {
            let list = self.tracks.values().any(|(track, known)| *known == name && *track == Track::List);
            return self.out.line(format!("{name} = {};", if list { "0" } else { "false" }));
        }
        let statements = self.reset_statement(place);
        statements.iter().for_each(|statement| self.out.line(statement));
    }

    /// Statements that give a place its first value, cheaply.
    pub(super) fn reset_statement(&mut self, place: &Place) -> Vec<String> {
        if let Some(statements) = self.reset_bound(place) {
            return statements;
        }
        let object = self.place(place);
        if self.is_optional(place) {
            return vec![format!("{object}.reset();")];
        }
        let Some(ty) = self.place_type(place) else { return Vec::new() };
        let default = self.field_default(place);
        match ty {
            Type::Text { .. } | Type::Bytes if default.is_none() => vec![format!("{object}.clear();")],
            Type::List(_) | Type::Map(_) => vec![format!("{object}.clear();")],
            Type::Struct(id) => self.reset_fields(place, *id),
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => vec![self.reset_scalar(place, ty)],
            Type::Text { .. } => {
                let first = initial(ty, default, self.unit.types, &self.unit.names);
                vec![format!("{object} = {first};")]
            }
            _ => {
                let first = initial(ty, default, self.unit.types, &self.unit.names);
                vec![format!("{object} = {{{first}}};")]
            }
        }
    }

    fn reset_scalar(&mut self, place: &Place, ty: &Type) -> String {
        let default = self.field_default(place);
        let first = initial(ty, default, self.unit.types, &self.unit.names);
        match ty {
            Type::Enum(_) if first.is_empty() => self.assign_scalar(place, "{}"),
            Type::Bool if first.is_empty() => self.assign_scalar(place, "false"),
            _ if first.is_empty() => self.assign_scalar(place, "0"),
            _ => self.assign_scalar(place, &first),
        }
    }

    fn reset_fields(&mut self, place: &Place, id: StructId) -> Vec<String> {
        let record = self.unit.types.record(id);
        let fields = 0..record.fields.len() as u32;
        let boxed = |field: &u32| record.fields[*field as usize].boxed;
        let mut statements = Vec::new();
        for field in fields {
            let field_place = place.field(field);
            if boxed(&field) && !record.fields[field as usize].optional {
                let member = self.place(&field_place).text.trim_start_matches('*').to_owned();
                statements.push(format!("{member} = {{}};"));
            } else {
                statements.extend(self.reset_statement(&field_place));
            }
        }
        if let Some(member) = self.unknown_member(place) {
            statements.push(format!("{member}.clear();"));
        }
        statements
    }

    /// The value of what is new at a place, where it is not zero or empty.
    pub(super) fn first_value(&self, place: &Place) -> Option<String> {
        let default = self.field_default(place)?;
        let ty = self.place_type(place)?;
        Some(initial(ty, Some(default), self.unit.types, &self.unit.names))
    }

    fn field_default(&self, place: &Place) -> Option<&'m polywire_ir::types::Literal> {
        let (last, outer) = place.steps.split_last()?;
        let outer = Place { root: place.root, steps: outer.to_vec() };
        match (last, self.place_type(&outer)) {
            (Step::Field(index), Some(Type::Struct(id))) => {
                self.unit.types.record(*id).fields[*index as usize].default.as_ref()
            }
            (Step::Case(index), Some(Type::Union(id))) => {
                self.unit.types.union(*id).cases[*index as usize].default.as_ref()
            }
            _ => None,
        }
    }

    pub(super) fn is_optional(&self, place: &Place) -> bool {
        matches!(self.unit.types.at(self.function, place), Some(polywire_ir::PlaceType::Optional(_)))
    }

    /// The native type of a Ref variable.
    pub(super) fn native(&self, var: VarId) -> Option<&'m Type> {
        match self.var_type(var) {
            ValueType::Ref(ty) => Some(ty),
            _ => None,
        }
    }
}
