//! Short forms of calls: where a function writes a byte in most cases, as for small numbers, that is printed in place of
//! the call, which Go's compiler does not inline.

use super::{Printer, Stream};
use crate::low::{self, Arg, Body, Call, Mode, PlainFields};
use crate::plan::Shape;
use polywire_ir::{Expr as Ir, VarId};

impl Printer<'_, '_> {
    /// Prints the short form and, for other values, the call; false if the function has none.
    pub(super) fn short_call(&mut self, call: &Call) -> bool {
        let unit = self.unit;
        if unit.traced()
            || call.mode != Mode::Raw
            || unit.convention(call.func).shape() != Shape::Writes
            || !call.results.is_empty()
        {
            return false;
        }
        let callee = low::function(&unit.cx, &PlainFields, call.func, call.mode);
        let Some((cond, then)) = callee.short_form() else { return false };
        let mut values = Vec::new();
        for arg in &call.args {
            let Arg::Value(value) = arg else { return false };
            values.push(value);
        }
        let mut args = Vec::new();
        for (value, param) in values.into_iter().zip(&unit.module.function(call.func).params) {
            let (text, ty) = (self.text(value), self.go_type(&callee_type(&callee, param.var)));
            let name = self.local(&callee.vars[param.var.0 as usize].name, &ty);
            self.line(format!("{name} = {text}"));
            args.push((param.var, name));
        }
        let (cond, then) = self.as_callee(&callee, &args, &cond, then);
        self.line(format!("if {cond} {{"));
        self.out.indented(|out| out.lines(&then));
        self.line("} else {");
        let rest =
            self.captured(|printer| printer.call_with(call, args.iter().map(|(_, name)| name.clone()).collect()));
        self.out.indented(|out| out.lines(&rest));
        self.line("}");
        true
    }

    /// Prints a condition and a body of another function, given the names of its parameters.
    fn as_callee(
        &mut self,
        callee: &low::Function,
        args: &[(VarId, String)],
        cond: &Ir,
        then: &Body,
    ) -> (String, String) {
        let mut inner = Printer::new(self.unit, callee, self.file);
        std::mem::swap(&mut inner.scope, &mut self.scope);
        std::mem::swap(&mut inner.locals, &mut self.locals);
        inner.stream = Stream { ..self.stream.clone() };
        args.iter().for_each(|(var, name)| inner.know(*var, name));
        let cond = inner.text(cond);
        let then = inner.captured(|printer| printer.block(then));
        std::mem::swap(&mut inner.scope, &mut self.scope);
        std::mem::swap(&mut inner.locals, &mut self.locals);
        self.called.append(&mut inner.called);
        (cond, then)
    }
}

pub(super) fn callee_type(callee: &low::Function, var: VarId) -> polywire_ir::ValueType {
    match &callee.vars[var.0 as usize].ty {
        low::VarType::Value(ty) => ty.clone(),
        low::VarType::Size | low::VarType::OldEntries => polywire_ir::ValueType::U64,
    }
}
