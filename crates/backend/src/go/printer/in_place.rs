//! Short readers are printed in place of their calls, because Go's compiler inlines hardly any function that can fail.

use super::Printer;
use super::short_call::callee_type;
use crate::low::{self, Arg, Call, PlainFields, Stmt};
use crate::plan::Shape;
use polywire_ir::Expr as Ir;

impl Printer<'_, '_> {
    /// Prints the body of the called function; false if it has to be called.
    pub(super) fn in_place(&mut self, call: &Call) -> bool {
        let unit = self.unit;
        let function = unit.module.function(call.func);
        // Failures of the body would lose the path of the value that is read.
        if unit.traced() {
            return false;
        }
        // What is printed in place contains no more of it, so that the code does not grow without limit.
        if self.of_caller.is_some() || unit.convention(call.func).shape() != Shape::Reads {
            return false;
        }
        let values: Option<Vec<&Ir>> =
            call.args.iter().map(|arg| if let Arg::Value(value) = arg { Some(value) } else { None }).collect();
        let callee = low::function(&unit.cx, &PlainFields, call.func, call.mode);
        let (Some(values), Some((Stmt::Return(results), stmts))) = (values, callee.body.stmts.split_last()) else {
            return false;
        };
        if !callee.is_short_reader(&unit.cx) {
            return false;
        }
        let mut args = Vec::new();
        for (value, param) in values.into_iter().zip(&function.params) {
            let (text, ty) = (self.text(value), self.go_type(&callee_type(&callee, param.var)));
            let name = self.local(&callee.vars[param.var.0 as usize].name, &ty);
            self.line(format!("{name} = {text}"));
            args.push((param.var, name));
        }
        let targets: Vec<String> = call.results.iter().map(|result| self.bind(*result)).collect();
        let of_caller = Some(self.values_of_failure());
        let mut inner = Printer::new(unit, &callee, self.file);
        (inner.cursor, inner.stream, inner.of_caller) = (self.cursor.clone(), self.stream.clone(), of_caller);
        std::mem::swap(&mut inner.scope, &mut self.scope);
        std::mem::swap(&mut inner.locals, &mut self.locals);
        args.iter().for_each(|(var, name)| inner.know(*var, name));
        let body = inner.captured(|printer| {
            let around = printer.locals.enter();
            stmts.iter().for_each(|stmt| printer.stmt(stmt));
            let values: Vec<String> = results.iter().map(|value| printer.text(value)).collect();
            if !values.is_empty() {
                printer.line(format!("{} = {}", targets.join(", "), values.join(", ")));
            }
            printer.locals.leave(around);
        });
        std::mem::swap(&mut inner.scope, &mut self.scope);
        std::mem::swap(&mut inner.locals, &mut self.locals);
        self.called.append(&mut inner.called);
        self.problems.append(&mut inner.problems);
        self.out.lines(&body);
        true
    }
}
