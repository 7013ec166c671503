//! The printer. It prints any module, even one that the verifier rejects.

mod build;
mod control;
mod declare;
mod expr;
mod function;
mod name;
mod native;
mod read;
mod view;
mod write;

use crate::{FuncId, Function, Module, VarId};
pub use function::PartText;
use name::Names;
use std::fmt;

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Text::default();
        let names = Names::of_module(self);
        out.line(&format!("module {}", super::syntax::ident(&self.format)));
        declare::types(&mut out, &self.types, &names);
        declare::entries(&mut out, &self.entries, &names);
        view::views(&mut out, &self.views, &names);
        for function in &self.functions {
            out.blank();
            function::print(&mut out, function, &names);
        }
        f.write_str(&out.text)
    }
}

/// The text of one function of a module.
pub struct FunctionText<'a> {
    names: Names<'a>,
    function: &'a Function,
}

impl Module {
    /// Returns the text of one function for display.
    pub fn text_of(&self, id: FuncId) -> FunctionText<'_> {
        FunctionText { names: Names::of_module(self), function: self.function(id) }
    }

    /// Returns the texts of parts of a function, which may have more variables than that of the module.
    pub fn parts_of<'a>(&'a self, function: &'a Function) -> PartText<'a> {
        PartText::new(Names::of_module(self), function)
    }
}

impl fmt::Display for FunctionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Text::default();
        function::print(&mut out, self.function, &self.names);
        f.write_str(&out.text)
    }
}

/// Without its module, fields, cases, types and functions are printed by number. [`Module::text_of`] prints their
/// names.
impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FunctionText { names: Names::unknown(), function: self }.fmt(f)
    }
}

impl Function {
    /// Returns the function's variables in the order in which its text binds them.
    pub fn binding_order(&self) -> Vec<VarId> {
        function::binding_order(self, &Names::unknown())
    }
}

/// Lines with indentation.
#[derive(Default)]
struct Text {
    text: String,
    depth: usize,
}

impl Text {
    fn line(&mut self, line: &str) {
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn blank(&mut self) {
        self.text.push('\n');
    }

    /// Runs `body` one level deeper.
    fn indented(&mut self, body: impl FnOnce(&mut Self)) {
        self.depth += 1;
        body(self);
        self.depth -= 1;
    }

    fn doc(&mut self, doc: &str) {
        if !doc.is_empty() {
            let comment = |line: &str| if line.is_empty() { "///".to_owned() } else { format!("/// {line}") };
            doc.split('\n').for_each(|line| self.line(&comment(line)));
        }
    }
}
