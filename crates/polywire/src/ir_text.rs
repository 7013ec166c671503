//! Prints the codec IR, and the low form made of it.

use polywire_backend::low;
use polywire_backend::outline::Calls;
use polywire_ir::Module;
use polywire_ir::types::StructId;
use polywire_passes::{Options, optimize};

/// Returns the module after the passes for engines with mutable output.
pub fn optimized(module: &Module) -> Module {
    optimized_without(module, Vec::new())
}

/// Like [`optimized`], without some of the passes.
pub fn optimized_without(module: &Module, passes: Vec<String>) -> Module {
    let mut module = module.clone();
    optimize(&mut module, &Options { skip: passes, ..Options::default() });
    module
}

/// Returns the text of a module, or of the functions for one struct.
pub fn text(module: &Module, record: Option<StructId>) -> String {
    let Some(record) = record else { return module.to_string() };
    let roots = module.entry(record).into_iter().flat_map(|entry| entry.encode.into_iter().chain([entry.decode]));
    let functions = Calls::of(module).reachable(roots);
    functions.into_iter().map(|id| module.text_of(id).to_string()).collect::<Vec<_>>().join("\n")
}

/// Returns the low form of a module's functions, or of those for one struct.
pub fn low(module: &Module, record: Option<StructId>) -> String {
    low::text(module, record.as_ref().map(std::slice::from_ref))
}
