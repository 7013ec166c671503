//! Parts of large functions are functions of their own, because the compiler takes much longer for large ones.
//!
//! Design: docs/decisions/0089-parts-of-functions.md

use super::function::{Lifetimes, declaration, tuple};
use super::tidy::tidy;
use super::{Form, Implicit, Printer, fails, implicit};
use crate::low::{Part, VarType};
use polywire_ir::{ParamKind, VarId};
use polywire_srcgen::Source;

impl<'m> Printer<'m> {
    /// Prints the call of a part; the function gets its text.
    pub(super) fn part(&mut self, part: &'m Part) {
        let (unit, key) = (self.unit, (self.low.id, self.low.mode));
        let function = unit.functions[key.0.0 as usize].trim_start_matches("r#");
        let name =
            super::identifier(unit.names.borrow_mut().claim(&format!("{function}_{}", super::words(&part.name))));
        self.names.reserve(&name);
        let effects = &unit.convention(key.0).effects;
        let vars = part.takes.iter().chain(&part.changes).map(|var| self.info(*var).text);
        let mut args: Vec<String> = vars.collect();
        args.extend(implicit(unit, key).into_iter().map(|param| self.pass_on(param)));
        let mut targets = Vec::new();
        targets.extend(effects.reads.then(|| self.cursor.input.clone()));
        targets.extend(effects.writes.then(|| self.stream.at.clone()));
        targets.extend(part.changes.iter().map(|var| self.info(*var).text).collect::<Vec<_>>());
        let target = if targets.is_empty() { String::new() } else { format!("{} = ", tuple(&targets)) };
        let question = if fails(unit, key) { "?" } else { "" };
        self.line(format!("{target}{name}({}){question};", args.join(", ")));
        self.part_function(&name, part);
    }

    /// Passes on an implicit parameter. The part counts the level of nesting as the function does.
    fn pass_on(&self, param: Implicit) -> String {
        match param {
            Implicit::Input => self.cursor.input.clone(),
            Implicit::Region => self.cursor.region.clone(),
            Implicit::Section => self.section.clone(),
            Implicit::Out => self.stream.out.clone(),
            Implicit::At => self.stream.at.clone(),
            Implicit::Depth => "depth".to_owned(),
            Implicit::Memo => self.stream.memo.clone(),
            Implicit::Context => "context".to_owned(),
        }
    }

    /// Prints the function.
    fn part_function(&mut self, name: &str, part: &'m Part) {
        let (unit, key) = (self.unit, (self.low.id, self.low.mode));
        let effects = &unit.convention(key.0).effects;
        let lifetime = if effects.reads { "'i " } else { "" };
        let mut inner = Printer::new(unit, self.low);
        inner.uses = std::mem::take(&mut self.uses);
        inner.old_entries = std::mem::take(&mut self.old_entries);
        let mut params: Vec<String> = part.takes.iter().map(|var| inner.part_param(*var)).collect();
        params.extend(part.changes.iter().map(|var| format!("mut {}", inner.part_param(*var))));
        params.extend(implicit(unit, key).into_iter().map(|param| declaration(unit, param, key.1, (lifetime, false))));
        inner.body(&part.body);
        let (mut types, mut values) = (Vec::new(), Vec::new());
        if effects.reads {
            types.push(format!("&{lifetime}[u8]"));
            values.push("input".to_owned());
        }
        if effects.writes {
            types.push("usize".to_owned());
            values.push("at".to_owned());
        }
        types.extend(part.changes.iter().map(|var| inner.part_type(*var)));
        values.extend(part.changes.iter().map(|var| inner.info(*var).text).collect::<Vec<_>>());
        let (ty, value) = (tuple(&types), tuple(&values));
        let (result, value) = match (fails(unit, key), types.is_empty()) {
            (true, _) => (format!(" -> Option<{ty}>"), format!("Some({value})")),
            (false, true) => (String::new(), String::new()),
            (false, false) => (format!(" -> {ty}"), value),
        };
        inner.line(value);
        let body = std::mem::replace(&mut inner.out, Source::new("    ")).finish();
        let mut out = Source::new("    ");
        out.line("#[inline(never)]");
        let generics = if effects.reads { "<'i>" } else { "" };
        out.block(format!("fn {name}{generics}({}){result} {{", params.join(", ")), "}", |out| {
            inner.owners.iter().for_each(|owner| out.line(owner));
            out.lines(&body);
        });
        (self.uses, self.old_entries) = (inner.uses, inner.old_entries);
        self.called.append(&mut inner.called);
        self.bounds.append(&mut inner.bounds);
        self.problems.append(&mut inner.problems);
        self.parts.push(tidy(&out.finish()));
        self.parts.append(&mut inner.parts);
    }

    fn part_param(&mut self, var: VarId) -> String {
        let param = self.function.params.iter().find(|param| param.var == var);
        match param.map(|param| param.kind) {
            Some(kind @ (ParamKind::Read | ParamKind::Build)) => self.param(kind, var, Lifetimes::default()),
            Some(ParamKind::Value) | None => {
                let ty = self.part_type(var);
                format!("{}: {ty}", self.bind(var, Form::Place))
            }
        }
    }

    /// Returns the type of a variable that is a number, or stands for old entries.
    fn part_type(&self, var: VarId) -> String {
        match self.low.vars[var.0 as usize].ty {
            VarType::OldEntries => self.old_entries.get(&var).cloned().unwrap_or_default(),
            VarType::Size | VarType::Value(_) => self.value_type(var),
        }
    }
}
