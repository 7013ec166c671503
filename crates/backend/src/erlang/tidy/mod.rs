//! Cleans up a generated function like hand-written code: no unused variables, arguments or bindings, and every helper
//! gets the constant variables that it uses from its caller.

mod ahead;
mod close;
mod fold;
mod live;
mod order;
mod pair;
mod prune;

use super::ast::Function;

/// Joins matches, removes unused code, closes helpers over the variables that they use, and moves destructuring into
/// function heads.
pub fn tidy(function: &mut Function) {
    pair::pair(function);
    ahead::ahead(function);
    let live = live::live(function);
    prune::prune(function, &live);
    close::close(function);
    order::order(function);
    fold::fold(function);
}
