//! Applies a projection: decoders read and drop the fields that a selection leaves out.
//!
//! Formats that can skip a field without reading it do so in their lowerings. This pass serves all others, and
//! guarantees the result for all: no op builds below a field that is not selected. Functions called to do so get copies
//! that build nothing. Values that a decoder makes for its own use, such as the message whose bytes an `Any` holds, are
//! built whole.

mod build;
mod copies;
mod skip;

use crate::plan::Projection;
use copies::{Copies, Copy};
use polywire_ir::Module;
use polywire_model::Selection;

/// Drops from the module's decoders the fields that the selection leaves out.
pub(crate) fn project(module: &mut Module, selection: &Selection) {
    let types = module.types.clone();
    let projection = Projection::of(selection, &types);
    let mut copies = Copies::of(module);
    for id in 0..module.functions.len() {
        module.functions[id] = build::projected(&types, &projection, &mut copies, module.functions[id].clone(), &[]);
    }
    while let Some((original, copy)) = copies.next() {
        let copy = match copy {
            Copy::Lacking(params) => {
                let copy = copies.lacking(original, &params);
                build::projected(&types, &projection, &mut copies, copy, &params)
            }
            Copy::Whole => copies.whole(original),
        };
        module.functions.push(copy);
    }
}
