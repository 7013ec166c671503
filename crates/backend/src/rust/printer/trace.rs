//! Codecs that explain errors: each native value of the message comes with its path, and while a failure is passed to the
//! callers, the innermost op that is about a member sets it.
//!
//! Design: docs/decisions/0018-error-paths.md

use super::{Printer, Unit};
use crate::low::{Body, FieldPath, first_of_each_param};
use polywire_ir::{Expr as Ir, Place, VarId};

/// The path of the message itself.
pub(in crate::rust) const MESSAGE: &str = "&FieldPath::MESSAGE";

/// The path of values outside of the message.
pub(in crate::rust) const NO_PATH: &str = "&FieldPath::NONE";

/// Returns the Rust expression for a reference to a path.
fn text(path: &FieldPath) -> String {
    path.text(element, |outer, names| format!("&FieldPath::member({outer}, {names:?})"))
}

fn element(outer: &str, names: &str, index: &str) -> String {
    format!("&FieldPath::element({outer}, {names:?}, {index})")
}

impl Unit<'_> {
    /// Returns true if errors are explained.
    pub fn traced(&self) -> bool {
        self.cx.target.explains
    }

    /// Returns the type of the context that a codec carries through a message.
    pub fn context(&self) -> &'static str {
        if self.traced() { "Tracing" } else { "Context" }
    }
}

impl<'m> Printer<'m> {
    /// Names the path to the value of a parameter, and returns its declaration.
    pub(super) fn trace_param(&mut self, var: VarId) -> Option<String> {
        if !self.unit.traced() || self.native(var).is_none() {
            return None;
        }
        let name = self.path_name(var);
        let declaration = format!("{name}: &FieldPath<'_>");
        self.field_paths.start(var, name, var);
        Some(declaration)
    }

    fn path_name(&mut self, var: VarId) -> String {
        self.name(&format!("path_to_{}", self.low.vars[var.0 as usize].name))
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

    /// Sets a variable's path to an element of the list at a place.
    pub(super) fn trace_element(&mut self, var: VarId, place: &Place, index: &str) {
        self.trace_step(var, place, |outer, names| element(outer, names, index));
    }

    /// Sets a variable's path to the entry with this key in the map at a place.
    pub(super) fn trace_entry(&mut self, var: VarId, place: &Place, key: &str) {
        self.trace_step(var, place, |outer, names| format!("&FieldPath::entry({outer}, {names:?}, {key})"));
    }

    /// Declares the path of a variable, which extends that of a place by a step.
    fn trace_step(&mut self, var: VarId, place: &Place, step: impl FnOnce(&str, &str) -> String) {
        let Some(path) = self.field_path(place) else { return };
        let mut outer = path.base;
        for (names, index) in &path.elements {
            outer = self.declare_field_path(var, &element(&outer, names, index));
        }
        let base = self.declare_field_path(var, &step(&outer, &path.names));
        self.field_paths.start(var, base, path.param);
    }

    fn declare_field_path(&mut self, var: VarId, path: &str) -> String {
        let name = self.path_name(var);
        self.line(format!("let {name} = {path};"));
        name
    }

    /// Prints a body whose failures are about a place, unless an inner statement is about another one.
    pub(super) fn about(&mut self, place: Option<&Place>, body: &'m Body) {
        self.field_paths.enter(place);
        self.body(body);
        self.field_paths.leave();
    }

    /// Adds to an expression that fails what the failure is about, if errors are explained. If that starts at a
    /// parameter, the caller knows the outer part.
    pub(super) fn failing(&mut self, expr: String) -> String {
        let subjects = self.field_paths.subjects();
        let paths: Vec<FieldPath> = subjects.iter().filter_map(|place| self.field_path(place)).collect();
        let about = |expr: String, path: FieldPath| format!("{expr}.or_else(|| context.about({}))", text(&path));
        first_of_each_param(paths).into_iter().fold(expr, about)
    }

    /// Prints code that may fail where this function's cursor is not available; `ends` if it is never left.
    pub(super) fn leaving(&mut self, ends: bool, print: impl FnOnce(&mut Self)) {
        let rest = self.rest();
        if self.unit.traced() && rest == "&[]" {
            return print(self);
        }
        let left = self.name("left");
        self.line(format!("let {left} = context.leave({rest});"));
        print(self);
        if !ends {
            self.line(format!("context.come_back({left});"));
        }
    }

    /// Returns true if errors are explained and the path to a place is known.
    pub(super) fn has_field_path(&mut self, place: &Place) -> bool {
        self.field_path(place).is_some()
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
        known.then(|| self.typed(expr).text)
    }
}
