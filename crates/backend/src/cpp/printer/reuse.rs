//! Resets objects for reuse; see [`crate::cpp::analysis::Building`].

use super::Printer;
use crate::cpp::analysis::{BuildPlan, Scope, Track, address, plan_scope};
use crate::cpp::native::initial;
use crate::cpp::ownership::Ownership;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Block, FuncId, Op, Place, Step, ValueType, VarId};

/// More variables than this would be tracked on each path through a function, which slows compilers without benefit.
const WIDE: usize = 24;

/// A variable that tracks the state of a field.
struct Variable {
    ty: String,
    name: String,
    first: String,
}

impl<'m> Printer<'m> {
    /// Prints ops that build an object, which must be new if the condition `is_new` is true, followed by `then`.
    pub(super) fn building(&mut self, root: VarId, ops: &'m [Op], is_new: &str, then: &mut dyn FnMut(&mut Self)) {
        let scope = Scope { function: self.function, root, ops };
        let plan = plan_scope(self.unit.module, &self.unit.building, scope);
        self.building_as(root, ops, (&plan, is_new), then);
    }

    /// Like `building`, with a given plan.
    pub(super) fn building_as(
        &mut self,
        root: VarId,
        ops: &'m [Op],
        (plan, is_new): (&BuildPlan, &str),
        then: &mut dyn FnMut(&mut Self),
    ) {
        if is_new == "false" {
            plan.self_resetting.iter().for_each(|op| drop(self.self_resetting.remove(op)));
            return self.ops(ops, then);
        }
        let outer = self.pending.clone();
        self.prologue(root, plan, is_new);
        self.ops(ops, &mut |printer| {
            printer.epilogue(root, plan);
            then(printer);
        });
        plan.tracks.keys().for_each(|field| drop(self.tracks.remove(&(root, *field))));
        self.pending = outer;
    }

    pub(super) fn prologue(&mut self, root: VarId, plan: &BuildPlan, is_new: &str) {
        for (path, func) in &plan.callee_resets {
            self.pending.insert((root, path.clone(), *func), is_new.to_owned());
        }
        for op in &plan.self_resetting {
            self.self_resetting.insert(*op, is_new.to_owned());
        }
        for (block, field, track) in &plan.branch_resets {
            self.branch_resets.entry(*block).or_default().push((root, *field, *track, is_new.to_owned()));
        }
        let mut resets = Vec::new();
        if plan.reset_whole {
            resets.extend(self.reset_statement(&root.into()));
        }
        for field in &plan.reset {
            resets.extend(self.reset_statement(&Place::from(root).field(*field)));
        }
        for (field, inner) in &plan.reset_inside {
            resets.extend(self.reset_statement(&Place::from(root).field(*field).field(*inner)));
        }
        let whole = plan.reset_unknown.then(|| Place::from(root));
        let inside = plan.reset_unknown_inside.iter().map(|field| Place::from(root).field(*field));
        for keeper in whole.into_iter().chain(inside) {
            resets.extend(self.unknown_member(&keeper).map(|member| format!("{member}.clear();")));
        }
        self.when(is_new, &resets);
        match plan.tracks.len() > WIDE {
            true => self.track_in_memory(root, plan, is_new),
            false => plan.tracks.iter().for_each(|(field, track)| self.track(root, *field, *track, is_new)),
        }
    }

    /// Declares variables for fields too numerous for registers, as the members of one struct.
    fn track_in_memory(&mut self, root: VarId, plan: &BuildPlan, is_new: &str) {
        let state = self.name("state");
        let mut members: Vec<Variable> = Vec::new();
        for (field, track) in &plan.tracks {
            members.extend(self.tracking(root, *field, *track, is_new));
            self.tracks.entry((root, *field)).and_modify(|(_, name)| *name = format!("{state}.{name}"));
        }
        self.out.block("struct {", format!("}} {state} = {{"), |out| {
            members.iter().for_each(|it| out.line(format!("{} {};", it.ty, it.name)));
        });
        self.out.indented(|out| members.iter().for_each(|it| out.line(format!("{},", it.first))));
        self.out.line("};");
        self.out.line(format!("in_memory({state});"));
    }

    /// Prints resets of fields in a branch that other branches reset.
    pub(super) fn enter_branch(&mut self, block: &Block) {
        for (root, field, track, is_new) in self.branch_resets.get(&address(block)).cloned().unwrap_or_default() {
            match track {
                Some(track) => self.track(root, field, track, &is_new),
                None => {
                    let resets = self.reset_statement(&Place::from(root).field(field));
                    self.when(&is_new, &resets);
                }
            }
        }
    }

    pub(super) fn leave_branch(&mut self, block: &Block) {
        for (root, field, track, _) in self.branch_resets.get(&address(block)).cloned().unwrap_or_default() {
            if let Some(track) = track {
                self.settle(root, field, track);
                self.tracks.remove(&(root, field));
            }
        }
    }

    /// Returns true if a block needs no code.
    pub(super) fn is_idle(&self, block: &Block) -> bool {
        block.ops.is_empty() && !self.branch_resets.contains_key(&address(block))
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

    fn track(&mut self, root: VarId, field: u32, track: Track, is_new: &str) {
        if let Some(Variable { ty, name, first }) = self.tracking(root, field, track, is_new) {
            self.out.line(format!("{ty} {name} = {first};"));
        }
    }

    /// Declares the variable that tracks a field from now on; a container that is cleared instead has none.
    fn tracking(&mut self, root: VarId, field: u32, track: Track, is_new: &str) -> Option<Variable> {
        let place = Place::from(root).field(field);
        let member = self.place(&place).text;
        if self.is_sequence(&place) {
            self.when(is_new, &[format!("{member}.clear();")]);
            return None;
        }
        let field_name = member.rsplit(['.', '>']).next().unwrap_or_default().to_owned();
        let wanted = match track {
            Track::List => format!("{field_name}_size"),
            Track::Optional => format!("has_{field_name}"),
            Track::Map => format!("old_{field_name}"),
            Track::Union | Track::Struct => format!("begun_{field_name}"),
        };
        let name = self.name(&wanted);
        let first = match track {
            Track::List if is_new == "true" => "0".into(),
            Track::List => format!("{is_new} ? 0 : {member}.size()"),
            Track::Map => format!("old_entries({member}, {is_new})"),
            Track::Optional | Track::Union | Track::Struct if is_new == "true" => "false".into(),
            Track::Optional => format!("!{is_new} && {}", self.is_present(&place)),
            Track::Union | Track::Struct => format!("!{is_new}"),
        };
        let ty = match (track, self.place_type(&place)) {
            (Track::List, _) => "::std::size_t".to_owned(),
            (Track::Map, Some(ty)) => self.old_entries_type(ty),
            (Track::Map | Track::Optional | Track::Union | Track::Struct, _) => "bool".to_owned(),
        };
        self.tracks.insert((root, field), (track, name.clone()));
        Some(Variable { ty, name, first })
    }

    pub(super) fn epilogue(&mut self, root: VarId, plan: &BuildPlan) {
        for (field, track) in &plan.tracks {
            self.settle(root, *field, *track);
        }
    }

    /// Corrects a list or an optional according to its local variable.
    fn settle(&mut self, root: VarId, field: u32, track: Track) {
        let Some((_, name)) = self.tracks.get(&(root, field)).cloned() else { return };
        let place = Place::from(root).field(field);
        let member = self.place(&place);
        match track {
            Track::List => self.out.line(format!("fit({member}, {name});")),
            Track::Map => self.out.line(format!("cut({member}, {name});")),
            Track::Union | Track::Struct => {
                let resets = self.reset_statement(&place);
                self.when(&format!("!{name}"), &resets);
            }
            Track::Optional if self.plain_optional(&place).is_some() => {
                let resets = self.reset_statement(&place);
                self.when(&format!("!{name}"), &resets);
            }
            Track::Optional => self.out.line(format!("if (!{name}) {member}.reset();")),
        }
    }

    /// Returns the local variable of a tracked list or optional.
    pub(super) fn tracked(&self, place: &Place) -> Option<String> {
        match place.steps.as_slice() {
            [Step::Field(field)] => self.tracks.get(&(place.root, *field)).map(|(_, name)| name.clone()),
            _ => None,
        }
    }

    /// Returns the variable of a tracked union, if the place is one of its cases.
    pub(super) fn tracked_union(&self, place: &Place) -> Option<String> {
        match place.steps.as_slice() {
            [field @ Step::Field(_), Step::Case(_)] => {
                self.tracked(&Place { root: place.root, steps: vec![field.clone()] })
            }
            _ => None,
        }
    }

    /// Records that a union has a new case.
    pub(super) fn choose(&mut self, place: &Place) {
        if let Some(begun) = self.tracked_union(place) {
            self.out.line(format!("{begun} = true;"));
        }
    }

    /// Returns the condition under which a call must reset its argument.
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
            let first = match self.tracks.values().find(|(_, known)| *known == name) {
                Some((Track::List, _)) => "0".into(),
                Some((Track::Map, _)) => return self.restart_entries(place, &name),
                _ => "false".to_owned(),
            };
            return self.out.line(format!("{name} = {first};"));
        }
        let statements = self.reset_statement(place);
        statements.iter().for_each(|statement| self.out.line(statement));
    }

    /// Returns statements that cheaply reset a place.
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
            Type::Text { .. } | Type::Bytes if default.is_none() => match self.unit.names.ownership {
                Ownership::Owned => vec![format!("{object}.clear();")],
                Ownership::Borrowed => vec![format!("{object} = {{}};")],
            },
            Type::List(_) | Type::Map(_) => vec![format!("{object}.clear();")],
            Type::Struct(id) => self.reset_fields(place, *id),
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => vec![self.reset_scalar(place, ty)],
            Type::Text { .. } => {
                let first = initial(ty, default, self.unit.types, self.unit.names);
                vec![format!("{object} = {first};")]
            }
            // Assigning a value of the union's own type would generate code for each pair of cases.
            Type::Union(_) => vec![format!("{object}.value.emplace<0>();")],
            _ => {
                let first = initial(ty, default, self.unit.types, self.unit.names);
                vec![format!("{object} = {{{first}}};")]
            }
        }
    }

    fn reset_scalar(&mut self, place: &Place, ty: &Type) -> String {
        let default = self.field_default(place);
        let first = initial(ty, default, self.unit.types, self.unit.names);
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

    /// Returns the value of a new field at a place, unless it is zero or empty.
    pub(super) fn first_value(&self, place: &Place) -> Option<String> {
        let default = self.field_default(place)?;
        let ty = self.place_type(place)?;
        Some(initial(ty, Some(default), self.unit.types, self.unit.names))
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
