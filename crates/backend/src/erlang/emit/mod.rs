//! Makes Erlang functions from IR functions.
//!
//! State that the IR changes in place becomes threaded variables: the cursor is the rest of its window, a place under
//! construction is a variable for each field ([`slot`]), the stream and the section are segments of a later bit-syntax
//! expression ([`out`], [`section`]), budget, depth and memo are variables. A loop becomes a function whose arguments
//! are the state that its body changes; the code after the last loop of a function is in the loop's own last clause.
//!
//! Design: docs/decisions/0040-erlang.md

mod arithmetic;
mod assume;
mod bind;
mod block;
mod boolean;
mod branch;
mod by_merging;
mod bytes;
mod call;
mod comparison;
mod control;
mod convention;
mod decided;
mod each;
mod env;
mod expected;
mod expr;
mod fill;
mod function;
mod inline;
mod join;
mod join_section;
mod keyed;
mod links;
mod measured;
mod memo;
mod merge;
mod modes;
mod native;
mod num;
mod op;
mod optional;
mod out;
mod pack;
mod place;
mod read;
mod reopened;
mod roots;
mod run;
mod scan;
mod section;
mod sections;
mod seq;
mod shared;
mod slot;
mod state;
mod touched;
mod trace;
mod window;
mod write;

pub use by_merging::emit_by_merging;
pub use function::{emit_function, function_name};
pub use links::{ANY, Links};
pub use pack::MOST_ARGUMENTS;
pub use shared::{Shared, Signature};

use super::ast::{Ex, Local, Var};
use env::Env;
use polywire_ir::FuncId;
use std::collections::HashMap;
use std::rc::Rc;

/// The continuation after an op: the rest of the function, given an environment.
type Then<'t> = &'t mut dyn FnMut(&mut Emit<'_>, Env) -> Vec<Ex>;

/// The function being made.
pub struct Emit<'m> {
    shared: &'m Shared<'m>,
    hints: Vec<String>,
    locals: Vec<Local>,
    frames: u32,
    windows: u32,
    inlined: Vec<FuncId>,
    requests: Vec<(FuncId, bool)>,
    expecting: Option<assume::Expecting>,
    /// The contents of the tuples of [`pack`].
    packs: HashMap<Var, Rc<[state::State]>>,
    errors: Vec<String>,
}

impl<'m> Emit<'m> {
    /// Returns the name of a variable of the current IR function.
    fn hint(&self, env: &Env, var: polywire_ir::VarId) -> &'m str {
        let shared = self.shared;
        &shared.module.function(env.frame.func).var(var).name
    }

    /// A new variable.
    fn fresh(&mut self, hint: &str) -> Var {
        self.hints.push(hint.to_owned());
        Var(self.hints.len() as u32 - 1)
    }

    /// Binds a value to a new variable, unless it already is one.
    fn bind(&mut self, env: &mut Env, hint: &str, value: Ex) -> Ex {
        if value.is_atomic() || self.is_matched() {
            return value;
        }
        let var = self.fresh(hint);
        self.assume_of(&value, &var.into());
        env.code.push(Ex::bind(var, value));
        var.into()
    }

    /// Records an unsupported feature.
    fn unsupported(&mut self, env: &Env, what: &str) {
        let function = &self.shared.module.function(env.frame.func).name;
        self.errors.push(format!("{function}: {what}"));
    }
}
