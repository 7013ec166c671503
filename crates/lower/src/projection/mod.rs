//! Applies a projection: decoders read and discard unselected fields.
//!
//! Formats that can skip a field without reading it do so in their lowerings. This pass serves all others, and
//! guarantees the result for all: no op builds an unselected field. Functions called for such fields get copies that
//! build nothing. Temporary values, such as the message whose bytes an `Any` holds, are complete.
//!
//! Design: docs/decisions/0023-selected-fields.md

mod build;
mod copies;
mod skip;

use crate::plan::Projection;
use copies::{Copies, Copy};
use polywire_ir::Module;
use polywire_model::Selection;

/// Removes unselected fields from the module's decoders.
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
