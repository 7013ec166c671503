//! Short readers are printed in place of their calls, because Go's compiler inlines hardly any function that can fail.

use super::Printer;
use super::short_call::callee_type;
use crate::low::{self, Arg, Call, PlainFields, Stmt};
use crate::plan::Shape;
use polywire_ir::Expr as Ir;

/// Functions of more statements are called.
const SHORT: usize = 12;

impl Printer<'_, '_> {
    /// Prints the body of the called function; false if it has to be called.
    pub(super) fn in_place(&mut self, call: &Call) -> bool {
        let unit = self.unit;
        let effects = &unit.convention(call.func).effects;
        let is_reader = unit.convention(call.func).shape() == Shape::Reads && !effects.writes && !effects.nests;
        let function = unit.module.function(call.func);
        let is_excluded = function.rare || function.trusting || unit.cx.calls.is_recursive(call.func);
        // What is printed in place contains no more of it, so that the code does not grow without limit.
        if !is_reader || is_excluded || self.of_caller.is_some() {
            return false;
        }
        let values: Option<Vec<&Ir>> =
            call.args.iter().map(|arg| if let Arg::Value(value) = arg { Some(value) } else { None }).collect();
        let callee = low::function(&unit.cx, &PlainFields, call.func, call.mode);
        let (Some(values), Some((Stmt::Return(results), stmts))) = (values, callee.body.stmts.split_last()) else {
            return false;
        };
        if count(stmts) > SHORT || stmts.iter().any(leaves) {
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
            stmts.iter().for_each(|stmt| printer.stmt(stmt));
            let values: Vec<String> = results.iter().map(|value| printer.text(value)).collect();
            if !values.is_empty() {
                printer.line(format!("{} = {}", targets.join(", "), values.join(", ")));
            }
        });
        std::mem::swap(&mut inner.scope, &mut self.scope);
        std::mem::swap(&mut inner.locals, &mut self.locals);
        self.called.append(&mut inner.called);
        self.problems.append(&mut inner.problems);
        self.out.lines(&body);
        true
    }
}

/// Returns the number of statements, those of their bodies included.
fn count(stmts: &[Stmt]) -> usize {
    stmts.iter().map(|stmt| 1 + stmt.bodies().iter().map(|body| count(&body.stmts)).sum::<usize>()).sum()
}

/// Returns true if a statement returns from the function, or contains a loop.
fn leaves(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Return(_) | Stmt::Members(_) | Stmt::While { .. })
        || stmt.bodies().iter().any(|body| body.stmts.iter().any(leaves))
}
