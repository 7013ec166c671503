//! Codecs that explain errors: each native value of the message comes with its path, and while a failure is passed to
//! the callers, the innermost op that is about a member sets it, as defined by [`polywire_ir::subject`].
//!
//! Design: docs/decisions/0018-error-paths.md

use super::Printer;
use crate::cpp::native::string_literal;
use crate::low::{Body, FieldPath, first_of_each_param};
use polywire_ir::{Expr as Ir, Place, VarId};
use polywire_srcgen::Expr;

/// The last step of a path, after its names.
pub(super) enum Last<'t> {
    /// The index of an element.
    Index(&'t str),
    /// The key of a map's entry.
    Key(&'t str),
}

/// The path of values outside of the message.
pub(in crate::cpp) const NO_PATH: &str = "::polywire::field_path::none()";

/// Returns a C++ expression for a path, which may refer to temporary paths.
fn text(path: &FieldPath) -> String {
    path.text(element, |outer, names| format!("::polywire::field_path({outer}, {})", string_literal(names.as_bytes())))
}

fn element(outer: &str, names: &str, index: &str) -> String {
    format!("::polywire::field_path({outer}, {}, {index})", string_literal(names.as_bytes()))
}

impl<'m> Printer<'m> {
    /// Names the path to the value of a parameter, and returns its declaration.
    pub(super) fn trace_param(&mut self, var: VarId) -> Option<String> {
        if !self.unit.traced() || self.native(var).is_none() {
            return None;
        }
        let value = self.info(var).text.text;
        let base = self.name(&format!("path_to_{value}"));
        let declaration = format!("const ::polywire::field_path& {base}");
        self.field_paths.start(var, base, var);
        Some(declaration)
    }

    /// Returns the path of a callee's argument, as an argument.
    pub(super) fn field_path_argument(&mut self, place: &Place) -> Option<String> {
        self.unit
            .traced()
            .then(|| self.field_path(place).map_or_else(|| NO_PATH.into(), |field_path| text(&field_path)))
    }

    /// Gives a variable the path of a place.
    pub(super) fn trace_alias(&mut self, var: VarId, place: &Place) {
        if let Some(field_path) = self.field_path(place) {
            self.field_paths.set(var, field_path);
        }
    }

    /// Sets a variable's path to an element or entry of the value at a place, and declares the path.
    pub(super) fn trace_element(&mut self, var: VarId, place: &Place, last: &Last) {
        let Some(field_path) = self.field_path(place) else { return };
        let mut outer = field_path.base;
        for (names, index) in &field_path.elements {
            outer = self.declare_field_path("outer", &element(&outer, names, index));
        }
        let step = match last {
            Last::Index(index) => element(&outer, &field_path.names, index),
            Last::Key(key) => {
                format!(
                    "::polywire::field_path::of_entry({outer}, {}, {key})",
                    string_literal(field_path.names.as_bytes())
                )
            }
        };
        let value = self.info(var).text.text;
        let base = self.declare_field_path(value.trim_matches(|ch: char| !ch.is_ascii_alphanumeric()), &step);
        self.field_paths.start(var, base, field_path.param);
    }

    /// Sets a variable's path to the element visited at this position.
    pub(super) fn trace_visited(
        &mut self,
        (place, list, item): (&Place, &Expr, VarId),
        (at, is_ordered): (&str, bool),
    ) {
        let name = self.info(item).text;
        let list = list.within(super::precedence::POSTFIX);
        let text = match (self.entry_of(item), is_ordered) {
            (Some(_), _) => format!("{}.first", name.within(super::precedence::POSTFIX)),
            (None, true) => format!("static_cast<::std::uint64_t>(&{} - {list}.data())", name.text),
            (None, false) => at.to_owned(),
        };
        let last = if self.entry_of(item).is_some() { Last::Key(&text) } else { Last::Index(&text) };
        self.trace_element(item, place, &last);
    }

    fn declare_field_path(&mut self, to: &str, field_path: &str) -> String {
        let name = self.name(&format!("path_to_{to}"));
        self.out.line(format!("[[maybe_unused]] const auto {name} = {field_path};"));
        name
    }

    /// Prints a body so that failures are about a place, unless an inner statement is about another one.
    pub(super) fn about(&mut self, place: Option<&Place>, body: &'m Body) {
        self.field_paths.enter(place);
        self.body(body);
        self.field_paths.leave();
    }

    /// Adds the place to a failure if errors are explained, and the position in the input in any case. If the place
    /// starts at a parameter, the caller already knows the outer part.
    pub(super) fn failing(&mut self, failure: String) -> String {
        if let (Some(left), false) = (&self.cursor.left, self.unit.traced()) {
            return format!("message.left_at({left}, {failure})");
        }
        let subjects = self.field_paths.subjects();
        let paths: Vec<FieldPath> = subjects.iter().filter_map(|place| self.field_path(place)).collect();
        let about = |failure, path: FieldPath| format!("message.about({}, {failure})", text(&path));
        first_of_each_param(paths).into_iter().fold(failure, about)
    }

    /// Prints code that may fail where this function's cursor is not available.
    pub(super) fn leaving<T>(&mut self, print: impl FnOnce(&mut Self) -> T) -> T {
        let position = self.position();
        if !self.unit.traced() || position.is_empty() {
            return print(self);
        }
        let before = self.name("before");
        self.out.line(format!("[[maybe_unused]] const ::std::uint8_t* const {before} = message.leave({position});"));
        let printed = print(self);
        self.out.line(format!("message.come_back({before});"));
        printed
    }

    /// Returns true if errors are explained and the path to a place is known.
    pub(super) fn has_field_path(&mut self, place: &Place) -> bool {
        self.unit.traced() && self.field_path(place).is_some()
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
