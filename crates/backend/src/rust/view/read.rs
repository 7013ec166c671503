//! Calls of accessors.

use super::super::printer::{Implicit, fails, implicit};
use super::names::place_names;
use super::value::variable;
use super::{ACCESSORS, ViewPrinter};
use crate::low::Mode;
use polywire_ir::types::Type;
use polywire_ir::{FuncId, Role, Var};
use polywire_srcgen::Source;

/// A value to be read.
pub(super) struct Wanted<'t> {
    pub get: FuncId,
    /// The arguments of the accessor.
    pub args: Vec<String>,
    pub ty: &'t Type,
    pub role: Role,
    pub optional: bool,
    /// The checked input of the enclosing value.
    pub from: &'t str,
}

impl ViewPrinter<'_, '_> {
    /// Prints a call of an accessor, and returns the value.
    pub(super) fn read(&self, out: &mut Source, wanted: &Wanted<'_>) -> String {
        let place = self.views.place(wanted.ty, wanted.role);
        let (mut lines, mut targets) = (Source::new("    "), Vec::new());
        if wanted.optional {
            lines.line("let mut present = false;");
            targets.push("present".to_owned());
        }
        match place {
            Some(vars) => {
                let path = self.holder((wanted.ty, wanted.role));
                lines.line(format!("let mut value = {};", self.nowhere(&path, vars, wanted.from)));
                targets.extend(place_names(vars).into_iter().map(|name| format!("value.{name}")));
            }
            None => targets.push("value".to_owned()),
        }
        let by_reference = self.unit.returns_by_reference(wanted.get);
        if place.is_none() && by_reference {
            let result = self.unit.module.function(wanted.get).results.last();
            let (ty, first) = variable(result.unwrap_or(&polywire_ir::ValueType::U64));
            lines.line(format!("let mut value: {ty} = {first};"));
        }
        let call = self.call(wanted, if by_reference { &targets } else { &[] });
        lines.line(match (by_reference, targets.as_slice()) {
            (true, _) => format!("{call};"),
            (false, [part]) if place.is_some() => format!("{part} = {call};"),
            (false, _) => format!("let value = {call};"),
        });
        let needs_context = call.contains("context");
        let is_entry = matches!(wanted.ty, Type::Struct(id) if self.is_entry(*id));
        let value = if is_entry { "value".to_owned() } else { self.converted((wanted.ty, wanted.role), "value") };
        let value = if wanted.optional { format!("present.then_some({value})") } else { value };
        if !needs_context {
            out.lines(&lines.finish());
            return if is_entry { self.converted((wanted.ty, wanted.role), "value") } else { value };
        }
        out.block(format!("let value = {}.access(|context| {{", wanted.from), "})?;", |out| {
            out.lines(&lines.finish());
            out.line(format!("Some({value})"));
        });
        if is_entry { self.converted((wanted.ty, wanted.role), "value") } else { "value".to_owned() }
    }

    /// Returns the call of a function that assigns results to places, or returns its only result.
    fn call(&self, wanted: &Wanted<'_>, targets: &[String]) -> String {
        let key = (wanted.get, Mode::Raw);
        let mut args = wanted.args.clone();
        args.extend(targets.iter().map(|target| format!("&mut {target}")));
        args.extend(implicit(self.unit, key).into_iter().filter_map(|param| given(param, wanted.from)));
        let again = if fails(self.unit, key) { "?" } else { "" };
        format!("{ACCESSORS}::{}({}){again}", self.unit.function_name(key), args.join(", "))
    }

    /// The parts of a place as arguments.
    pub(super) fn place_arguments(&self, vars: &[Var]) -> Vec<String> {
        place_names(vars).into_iter().map(|name| format!("self.{name}")).collect()
    }
}

/// Returns the argument for an implicit parameter of an accessor, which writes nothing.
fn given(param: Implicit, from: &str) -> Option<String> {
    match param {
        Implicit::Input | Implicit::Region => Some("input".into()),
        Implicit::Depth => Some(format!("{from}.levels()")),
        Implicit::Context => Some("context".into()),
        Implicit::Section | Implicit::Out | Implicit::At | Implicit::Memo => None,
    }
}
