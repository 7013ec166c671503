//! Makes a generated function what a careful person would have left: no unused variable, argument or binding, and every
//! helper gets what it uses and does not change from its caller.

mod ahead;
mod close;
mod fold;
mod live;
mod pair;
mod prune;

use super::ast::Function;

/// Joins matches, removes what is not used, closes helpers over what they use, and moves destructuring into function heads.
pub fn tidy(function: &mut Function) {
    pair::pair(function);
    ahead::ahead(function);
    let live = live::live(function);
    prune::prune(function, &live);
    close::close(function);
    fold::fold(function);
}
