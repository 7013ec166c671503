//! Resets of values, and the variables that track fields while an object is built.

use super::Printer;
use super::precedence as prec;
use crate::cpp::native::initial;
use crate::cpp::native::is_meant;
use crate::cpp::ownership::Ownership;
use crate::low::Tracked;
use crate::plan::Track;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Expr as Ir, Place, Step, ValueType, VarId};

impl<'m> Printer<'m> {
    /// Declares variables that track fields; those too numerous for registers as the members of one struct.
    pub(super) fn track(&mut self, tracks: &[Tracked], in_memory: bool) {
        if !in_memory {
            return tracks.iter().for_each(|tracked| {
                let (ty, first) = (self.track_type(tracked), self.first_state(tracked));
                let name = self.bind(tracked.var);
                self.out.line(format!("{ty} {name} = {first};"));
            });
        }
        let state = self.name("state");
        let (mut members, mut firsts) = (Vec::new(), Vec::new());
        for tracked in tracks {
            firsts.push(format!("{},", self.first_state(tracked)));
            let (ty, name) = (self.track_type(tracked), self.bind(tracked.var));
            members.push(format!("{ty} {name};"));
            self.know(tracked.var, polywire_srcgen::Expr::atom(format!("{state}.{name}")));
        }
        self.out.block("struct {", format!("}} {state} = {{"), |out| members.iter().for_each(|it| out.line(it)));
        self.out.indented(|out| firsts.iter().for_each(|it| out.line(it)));
        self.out.line("};");
        self.out.line(format!("in_memory({state});"));
    }

    fn track_type(&self, tracked: &Tracked) -> String {
        match (tracked.kind, self.place_type(&tracked.place)) {
            (Track::List, _) => "::std::size_t".to_owned(),
            (Track::Map, Some(ty)) => self.old_entries_type(ty),
            (Track::Map | Track::Optional | Track::Union | Track::Struct, _) => "bool".to_owned(),
        }
    }

    /// Returns the first value of the variable that tracks a field.
    fn first_state(&mut self, Tracked { kind, place, is_new, .. }: &Tracked) -> String {
        let member = self.place(place);
        let is_true = Self::is_true(is_new);
        let is_new = self.expr(is_new);
        match kind {
            Track::List if is_true => "0".into(),
            Track::List => format!("{is_new} ? 0 : {member}.size()"),
            Track::Map => format!("old_entries({member}, {is_new})"),
            Track::Optional | Track::Union | Track::Struct if is_true => "false".into(),
            Track::Optional => format!("!{is_new} && {}", self.is_present(place)),
            Track::Union | Track::Struct => format!("!{is_new}"),
        }
    }

    /// Corrects a list, a map or an optional according to the variable that tracks it.
    pub(super) fn settle(&mut self, Tracked { kind, var, place, .. }: &Tracked) {
        let (name, member) = (self.info(*var).text, self.place(place));
        match kind {
            Track::List => self.out.line(format!("fit({member}, {name});")),
            Track::Map => self.out.line(format!("cut({member}, {name});")),
            Track::Optional if self.plain_optional(place).is_none() => {
                self.out.line(format!("if (!{name}) {member}.reset();"));
            }
            Track::Optional | Track::Union | Track::Struct => {
                let resets = self.reset_statement(place);
                self.out.block(format!("if (!{name}) {{"), "}", |out| resets.iter().for_each(|it| out.line(it)));
            }
        }
    }

    pub(super) fn reset(&mut self, place: &Place) {
        let statements = self.reset_statement(place);
        statements.iter().for_each(|statement| self.out.line(statement));
    }

    pub(super) fn reset_unknown(&mut self, place: &Place) {
        if let Some(member) = self.unknown_member(place) {
            self.out.line(format!("{member}.clear();"));
        }
    }

    /// Sets a case's value to its default, which is not zero.
    pub(super) fn set_default(&mut self, bind: VarId, place: &Place, cond: &Ir) {
        if let Some(first) = self.first_value(place) {
            let (cond, name) = (self.expr(cond), self.info(bind).text);
            self.out.line(format!("if ({cond}) {name} = {first};"));
        }
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
            Type::Union(_) => vec![format!("{}.value.emplace<0>();", object.within(prec::POSTFIX))],
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
            _ if first.is_empty() && (is_meant(ty) || matches!(ty, Type::Enum(_))) => self.assign_scalar(place, "{}"),
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
