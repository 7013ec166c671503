//! Sections put together once, in order.

use crate::{Options, Pass};
use polywire_ir::Module;

pub(crate) const PASS: Pass = Pass {
    name: "ordered_words",
    doc: "For engines without mutation: conditional and overlapping puts become whole words put once, in order.",
    run,
};

fn run(_: &mut Module, _: &Options) {}
