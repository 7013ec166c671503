//! Codecs that explain errors: each native value of the message comes with its path, and while a failure is passed to the
//! callers, the innermost op that is about a member sets it.
//!
//! Design: docs/decisions/0018-error-paths.md

use super::Printer;
use crate::go::defaults::string_literal;
use crate::low::{Body, FieldPath, first_of_each_param};
use polywire_ir::types::Type;
use polywire_ir::{Expr as Ir, Place, VarId};

/// The path of values outside of the message.
const NO_PATH: &str = "nil";

/// Returns the Go expression for a path.
fn text(path: &FieldPath) -> String {
    path.text(element, |outer, names| format!("{outer}.Member({})", string_literal(names.as_bytes())))
}

fn element(outer: &str, names: &str, index: &str) -> String {
    format!("{outer}.Element({}, {index})", string_literal(names.as_bytes()))
}

impl Printer<'_, '_> {
    /// Names the path to the value of a parameter, and returns its declaration.
    pub(super) fn trace_param(&mut self, var: VarId) -> Option<String> {
        if !self.unit.traced() || self.native(var).is_none() {
            return None;
        }
        let name = self.path_name(var);
        let ty = self.runtime("FieldPath");
        self.field_paths.start(var, name.clone(), var);
        Some(format!("{name} *{ty}"))
    }

    fn path_name(&mut self, var: VarId) -> String {
        let value = self.low.vars[var.0 as usize].name.clone();
        self.name(&format!("path_to_{value}"))
    }

    /// Returns the path of a callee's argument, as an argument.
    pub(super) fn field_path_argument(&mut self, place: &Place) -> Option<String> {
        self.unit.traced().then(|| self.field_path(place).map_or_else(|| NO_PATH.into(), |path| text(&path)))
    }

    /// Gives a variable the path of a place.
    pub(super) fn trace_alias(&mut self, var: VarId, place: &Place) {
        if let Some(path) = self.field_path(place) {
            self.field_paths.set(var, path);
        }
    }

    /// Sets a variable's path to an element of the list at a place; `index` is a uint64.
    pub(super) fn trace_element(&mut self, var: VarId, place: &Place, index: &str) {
        self.trace_step(var, place, &|outer, names| element(outer, names, index));
    }

    /// Sets a variable's path to the element or entry that is visited.
    pub(super) fn trace_visited(&mut self, var: VarId, place: &Place, at: &Visited<'_>) {
        match at {
            Visited::Pointer { list, element } => {
                let function = self.runtime("ElementOf");
                self.trace_step(var, place, &|outer, names| {
                    let names = string_literal(names.as_bytes());
                    format!("{function}({outer}, {names}, {list}, {element})")
                });
            }
            Visited::Key(name, ty) => {
                let name = *name;
                let (function, key) = match ty {
                    Type::Bool => ("EntryOfBool", name.to_owned()),
                    Type::Int { signed: true, .. } => ("EntryOfInt", format!("int64({name})")),
                    Type::Int { .. } => ("EntryOfUint", format!("uint64({name})")),
                    _ => ("EntryOfText", name.to_owned()),
                };
                self.trace_step(var, place, &|outer, names| {
                    format!("{outer}.{function}({}, {key})", string_literal(names.as_bytes()))
                });
            }
        }
    }

    /// Declares the path of a variable, which extends that of a place by a step.
    fn trace_step(&mut self, var: VarId, place: &Place, step: &dyn Fn(&str, &str) -> String) {
        let Some(path) = self.field_path(place) else { return };
        let outer = text(&FieldPath { names: String::new(), ..path.clone() });
        let value = step(&outer, &path.names);
        let wanted = self.path_name(var);
        let ty = format!("*{}", self.runtime("FieldPath"));
        self.locals.add(&wanted, &wanted, &ty);
        self.line(format!("{wanted} = {value}"));
        self.field_paths.start(var, wanted, path.param);
    }

    /// Prints a body whose failures are about a place, unless an inner statement is about another one.
    pub(super) fn about(&mut self, place: Option<&Place>, body: &Body) {
        self.field_paths.enter(place);
        self.body(body);
        self.field_paths.leave();
    }

    /// Returns the negative position of a failure, together with what it is about. If that starts at a parameter, the
    /// caller knows the outer part.
    pub(super) fn with_field_path(&mut self, failed: &str) -> String {
        let subjects = self.field_paths.subjects();
        let paths: Vec<FieldPath> = subjects.iter().filter_map(|place| self.field_path(place)).collect();
        let about = |failed: String, path: FieldPath| format!("c.About({}, {failed})", text(&path));
        first_of_each_param(paths).into_iter().fold(failed.to_owned(), about)
    }

    /// Prints code that may fail where this function's cursor is not available; `ends` if it is never left.
    pub(super) fn leaving(&mut self, print: impl FnOnce(&mut Self), ends: bool) {
        let position = self.position();
        if !self.unit.traced() || position == "0" {
            return print(self);
        }
        let before = self.local("left", "int");
        let b = self.cursor.b.clone();
        self.line(format!("{before} = c.Leave({b}, {position})"));
        print(self);
        if !ends {
            self.line(format!("c.ComeBack({before})"));
        }
    }

    /// Returns the path to a place, if it is known and starts at a parameter.
    fn field_path(&mut self, place: &Place) -> Option<FieldPath> {
        let (path, ty) = (self.field_paths.of(place.root)?, self.native(place.root)?);
        path.to(self.unit.types, ty, place, &mut |index| self.known(index))
    }

    /// Returns an expression if all its variables are in scope.
    fn known(&mut self, expr: &Ir) -> Option<String> {
        let mut known = true;
        expr.visit_uses(&mut |var| known &= self.vars.contains_key(&var));
        known.then(|| self.text(expr))
    }
}

/// What identifies an element that is visited out of order.
pub(super) enum Visited<'t> {
    /// A pointer to it, and the list.
    Pointer { list: &'t str, element: &'t str },
    /// The key of an entry, and its type.
    Key(&'t str, &'t Type),
}
