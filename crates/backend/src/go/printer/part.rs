//! Parts of large functions are functions of their own, because the compiler takes much longer for large ones.
//!
//! Design: docs/decisions/0089-parts-of-functions.md

use super::call::{Implicit, implicit};
use super::{Printer, finish};
use crate::go::case::{exported, unexported};
use crate::low::{Part, VarType};
use polywire_ir::VarId;
use polywire_srcgen::Source;

impl Printer<'_, '_> {
    /// Prints the call of a part; the function gets its text.
    pub(super) fn part(&mut self, part: &Part) {
        let unit = self.unit;
        let wanted = format!("{}{}", unit.functions[self.id.0 as usize], exported(&part.name));
        let name = unexported(&unit.prefix) + &unit.names.borrow_mut().claim(&wanted);
        self.scope.reserve(&name);
        let changes = self.passed(&part.changes);
        let mut args: Vec<String> = self
            .passed(&part.takes)
            .into_iter()
            .chain(changes.iter().copied())
            .flat_map(|var| self.part_argument(var))
            .collect();
        // The part counts the level of nesting as the function does.
        let depth = |printer: &Self, it| if it == Implicit::Depth { "depth".to_owned() } else { printer.pass(it) };
        args.extend(implicit(unit, self.id).into_iter().map(|it| depth(self, it)));
        let targets = changes.iter().map(|var| self.info(*var).text).collect();
        self.part_function(&name, part);
        let convention = unit.convention(self.id);
        self.call_to((convention, self.low.mode), &format!("{name}({})", args.join(", ")), targets);
    }

    /// Prints the function.
    fn part_function(&mut self, name: &str, part: &Part) {
        let mut inner = Printer::new(self.unit, self.low, self.file);
        (inner.uses, inner.depth) = (std::mem::take(&mut self.uses), self.depth);
        let takes = inner.passed(&part.takes);
        let mut params: Vec<String> = takes.into_iter().flat_map(|var| inner.param(var)).collect();
        let changes = inner.passed(&part.changes);
        params.extend(changes.iter().flat_map(|var| inner.param(*var)));
        params.extend(inner.implicit_params());
        let types = changes.iter().map(|var| inner.var_go_type(*var)).collect();
        let results = inner.results(types);
        let values: Vec<String> = changes.iter().map(|var| inner.info(*var).text).collect();
        inner.changes = Some(values.clone());
        inner.body(&part.body);
        inner.return_texts(values);
        let body = std::mem::replace(&mut inner.out, Source::new("\t")).finish();
        let body = finish::finished(&body, &inner.locals);
        self.uses = std::mem::take(&mut inner.uses);
        self.called.append(&mut inner.called);
        self.problems.append(&mut inner.problems);
        let mut parts = std::mem::take(&mut inner.parts);
        self.parts.push(format!("func {name}({}){results} {{\n{body}}}\n", params.join(", ")));
        self.parts.append(&mut parts);
    }

    /// Returns the variables that Go has: maps keep no old entries.
    fn passed(&self, vars: &[VarId]) -> Vec<VarId> {
        let is_passed = |var: &VarId| self.low.vars[var.0 as usize].ty != VarType::OldEntries;
        vars.iter().copied().filter(is_passed).collect()
    }

    /// Returns a variable as an argument; that is two for an entry of a map.
    fn part_argument(&self, var: VarId) -> Vec<String> {
        let info = self.info(var);
        match info.entry {
            Some(entry) => vec![entry.0.reference(), entry.1.reference()],
            None => vec![info.path.map_or(info.text, |path| path.reference())],
        }
    }
}
