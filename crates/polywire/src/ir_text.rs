//! The codec IR for people to read.

use polywire_backend::outline::Calls;
use polywire_ir::Module;
use polywire_ir::types::StructId;
use polywire_passes::{Options, optimize};

/// The module as the passes leave it for engines that can change bytes that they have written.
pub fn optimized(module: &Module) -> Module {
    optimized_without(module, Vec::new())
}

/// The same without some of the passes, by their names.
pub fn optimized_without(module: &Module, passes: Vec<String>) -> Module {
    let mut module = module.clone();
    optimize(&mut module, &Options { skip: passes, ..Options::default() });
    module
}

/// The text of a module, or only of the functions that reading and writing one struct takes.
pub fn text(module: &Module, record: Option<StructId>) -> String {
    let Some(record) = record else { return module.to_string() };
    let roots = module.entry(record).into_iter().flat_map(|entry| entry.encode.into_iter().chain([entry.decode]));
    let functions = Calls::of(module).reachable(roots);
    functions.into_iter().map(|id| module.text_of(id).to_string()).collect::<Vec<_>>().join("\n")
}
