//! What decoders would still build of fields that a selection leaves out is read and dropped.
//!
//! Formats that can pass over a field without reading it do so in their lowerings. This is for all others, and makes sure
//! of it for all: no op builds below a field that is not wanted. Functions that are called to do so get copies that build
//! nothing. What a decoder makes for itself, as the message whose bytes an `Any` holds, is built whole.

mod build;
mod copies;
mod skip;

use crate::plan::Wanted;
use copies::{Copies, Copy};
use polywire_ir::Module;
use polywire_model::Selection;

/// Drops from the module's decoders what the selection leaves out.
pub(crate) fn drop_unwanted(module: &mut Module, selection: &Selection) {
    let types = module.types.clone();
    let wanted = Wanted::of(selection, &types);
    let mut copies = Copies::of(module);
    for id in 0..module.functions.len() {
        module.functions[id] = build::without_unwanted(&types, &wanted, &mut copies, module.functions[id].clone(), &[]);
    }
    while let Some((original, copy)) = copies.next() {
        let copy = match copy {
            Copy::Lacking(params) => {
                let copy = copies.lacking(original, &params);
                build::without_unwanted(&types, &wanted, &mut copies, copy, &params)
            }
            Copy::Whole => copies.whole(original),
        };
        module.functions.push(copy);
    }
}
