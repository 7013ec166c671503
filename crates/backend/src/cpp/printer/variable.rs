//! Variables: their names and their declarations.

use super::types::value_type;
use super::{Printer, VarInfo};
use crate::cpp::reserved::scope;
use crate::outline::NameScope;
use polywire_ir::{ValueType, VarId};
use polywire_srcgen::Expr;
use std::rc::Rc;

/// Names that a function's variables must not take.
const RESERVED: &[&str] = &[
    "p",
    "end",
    "begin",
    "readable_end",
    "out",
    "origin",
    "output",
    "section",
    "budget",
    "depth",
    "memo",
    "message",
    "is_new",
    "std",
    "polywire",
    "leaf",
    "bytes",
    "buffer",
    "context",
    "error",
    "error_code",
    "literal",
    "same",
    "since",
    "advance",
    "present",
    "held",
    "element",
    "cut",
    "old_entries",
    "at_least",
    "assign",
    "ordered",
    "padding",
];

/// The scope that the variables of every function begin with, in which the names of all functions are taken.
pub(in crate::cpp) struct LocalNames(Rc<NameScope>);

impl LocalNames {
    /// Beside functions of these names.
    pub fn beside(functions: &[String]) -> Self {
        let mut scope = scope();
        RESERVED.iter().for_each(|name| scope.reserve(name));
        functions.iter().for_each(|name| scope.reserve(name));
        Self(Rc::new(scope))
    }

    /// The scope of one function.
    pub fn scope(&self) -> NameScope {
        NameScope::inside(&self.0)
    }
}

impl<'m> Printer<'m> {
    /// Returns a new name.
    pub(super) fn name(&mut self, wanted: &str) -> String {
        self.scope.claim(&polywire_name(wanted))
    }

    /// Names a variable.
    pub fn bind(&mut self, var: VarId) -> String {
        let wanted = self.low.vars[var.0 as usize].name.clone();
        let name = self.name(&wanted);
        self.know(var, Expr::atom(name.clone()));
        name
    }

    pub(super) fn know(&mut self, var: VarId, text: Expr) {
        self.vars.insert(var, VarInfo { text, readable_end: None, is_text: false, is_character: false });
    }

    pub(super) fn info(&self, var: VarId) -> VarInfo {
        let missing =
            || VarInfo { text: Expr::atom("unbound"), readable_end: None, is_text: false, is_character: false };
        self.vars.get(&var).cloned().unwrap_or_else(missing)
    }

    pub(super) fn var_type(&self, var: VarId) -> &'m ValueType {
        self.low.value_type(var)
    }

    /// Declares a variable that is assigned later.
    pub(super) fn declare(&mut self, var: VarId) -> String {
        let name = self.bind(var);
        let ty = value_type(self.var_type(var));
        let initial = match self.var_type(var) {
            ValueType::Bool => " = false",
            ValueType::U64 | ValueType::I64 => " = 0",
            ValueType::Section(_) => " = nullptr",
            ValueType::Bytes | ValueType::Ref(_) => "",
        };
        self.out.line(format!("{ty} {name}{initial};"));
        name
    }
}

/// The name of a local variable or function.
fn polywire_name(name: &str) -> String {
    let name: String = name.chars().map(|ch| if ch.is_ascii_alphanumeric() { ch } else { '_' }).collect();
    if name.starts_with(|ch: char| ch.is_ascii_alphabetic()) { name } else { format!("v{name}") }
}
