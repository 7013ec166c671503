//! Calls of accessors.

use super::ViewPrinter;
use super::names::place_names;
use crate::go::printer::{Implicit, implicit};
use crate::low::Mode;
use crate::plan::Shape;
use polywire_ir::types::Type;
use polywire_ir::{FuncId, Role};
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
    pub from: &'static str,
}

impl ViewPrinter<'_, '_, '_, '_, '_> {
    /// Prints a call of an accessor in a method with the results of [`ViewPrinter::results`], which returns if it fails or
    /// the value is absent. Returns the value.
    pub(super) fn read(&mut self, out: &mut Source, wanted: &Wanted<'_>) -> String {
        let place = self.of.views.place(wanted.ty, wanted.role);
        let fails = self.fails(wanted.get);
        let call = self.call(out, wanted);
        let is_single = place.is_none() && !wanted.optional && !fails;
        if is_single {
            return self.converted((wanted.ty, wanted.role), &call);
        }
        let mut targets: Vec<String> = wanted.optional.then(|| "present".to_owned()).into_iter().collect();
        let of_other_package = self.made_elsewhere(wanted.ty);
        match place {
            Some(vars) if of_other_package.is_some() => {
                targets.extend((1..=vars.len()).map(|part| format!("part{part}")));
            }
            Some(vars) => targets.extend(place_names(vars).into_iter().map(|name| format!("value.{name}"))),
            None => targets.push("value".to_owned()),
        }
        targets.extend(fails.then(|| "status".to_owned()));
        match place {
            Some(_) if of_other_package.is_some() => out.line(format!("{} := {call}", targets.join(", "))),
            Some(_) => {
                let ty = self.value_type((wanted.ty, wanted.role));
                let scalars = [("present", wanted.optional, "bool"), ("status", fails, "int")];
                let scalars = scalars.into_iter().filter(|(_, wanted, _)| *wanted);
                scalars.for_each(|(name, _, ty)| out.line(format!("var {name} {ty}")));
                match self.of.is_checked() {
                    true => out.line(format!("value := {ty}{{from: {}}}", wanted.from)),
                    false => out.line(format!("var value {ty}")),
                }
                out.line(format!("{} = {call}", targets.join(", ")));
            }
            None => out.line(format!("{} := {call}", targets.join(", "))),
        }
        if fails {
            out.block("if status < 0 {", "}", |out| out.line("return result, c.Err()"));
        }
        let value = match (of_other_package, place) {
            (Some(make), Some(vars)) => {
                let parts = (1..=vars.len()).map(|part| format!("part{part}"));
                let from = self.of.is_checked().then(|| wanted.from.to_owned());
                format!("{make}({})", parts.chain(from).collect::<Vec<_>>().join(", "))
            }
            _ => self.converted((wanted.ty, wanted.role), "value"),
        };
        if !wanted.optional {
            return value;
        }
        let absent = self.success("result");
        out.block("if !present {", "}", |out| out.line(absent));
        format!("{}({value})", self.runtime("Some"))
    }

    /// Returns the function that makes the view of a struct of another package.
    fn made_elsewhere(&mut self, ty: &Type) -> Option<String> {
        let Type::Struct(id) = ty else { return None };
        let view = self.view_type(*id);
        view.contains('.').then(|| format!("{view}At"))
    }

    /// Declares what an accessor takes, and returns its call.
    fn call(&mut self, out: &mut Source, wanted: &Wanted<'_>) -> String {
        let params = implicit(self.of.unit, wanted.get);
        if params.contains(&Implicit::Context) || params.contains(&Implicit::Depth) {
            self.context(out, wanted.from);
        }
        let given = self.given(wanted.get, if self.of.is_checked() { "c" } else { "&c" });
        let args: Vec<&str> = wanted.args.iter().map(String::as_str).chain(given).collect();
        format!("{}({})", self.of.unit.name(wanted.get, Mode::Raw), args.join(", "))
    }

    /// Returns the arguments for the implicit parameters of a function.
    pub(super) fn given<'c>(&self, id: FuncId, context: &'c str) -> Vec<&'c str> {
        let given = implicit(self.of.unit, id).into_iter().filter_map(|param| match param {
            Implicit::Input => Some("b[:len(b):len(b)]"),
            Implicit::Position => Some("0"),
            Implicit::Depth => Some("c.Depth"),
            Implicit::Context => Some(context),
            // Nothing is written.
            Implicit::Output | Implicit::End | Implicit::Section | Implicit::Origin | Implicit::Memo => None,
        });
        given.collect()
    }

    fn context(&mut self, out: &mut Source, from: &str) {
        match self.of.is_checked() {
            true => out.line(format!("c := {from}.Context()")),
            false => out.line(format!("var c {}", self.runtime("Context"))),
        }
    }

    /// Returns true if a function returns a status.
    pub(super) fn fails(&self, id: FuncId) -> bool {
        self.of.unit.convention(id).shape() != Shape::Plain
    }
}
