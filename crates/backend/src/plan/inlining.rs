//! The functions that are inlined into their callers.
//!
//! An inlined function is compiled again in each caller, and again wherever the caller is inlined itself. Therefore the
//! size of a function with all that is inlined into it is bounded.
//!
//! Design: docs/decisions/0061-bounded-inlining.md

use crate::outline::Calls;
use polywire_ir::{Block, FuncId, Module};
use std::collections::BTreeSet;

/// Functions of at most this many ops that build no value are inlined into all their callers.
const SMALL: usize = 40;

/// The largest number of ops that a function may have together with the functions inlined into it.
const LARGE: usize = 130;

/// The functions of a module that are inlined into their callers.
pub struct Inlining(BTreeSet<FuncId>);

impl Inlining {
    /// Decides for all functions of a module, callees first. Functions with one call site and small ones are inlined as
    /// long as their callers stay below the limit. `codec` contains the functions that encoders and decoders call.
    pub fn of(module: &Module, calls: &Calls, codec: &BTreeSet<FuncId>) -> Self {
        let all = || (0..module.functions.len() as u32).map(FuncId);
        let readers = readers(module);
        let sites = inner_sites(module, calls, codec, &readers);
        let mut sizes: Vec<usize> = module.functions.iter().map(|function| size(&function.body)).collect();
        let is_candidate = |id: &FuncId| {
            let (function, at) = (module.function(*id), id.0 as usize);
            let is_reader = readers.contains(id);
            let is_small = !is_reader && !function.builds() && sizes[at] <= SMALL;
            !function.rare && !calls.is_recursive(*id) && (is_small || sites[at] <= usize::from(!is_reader))
        };
        let mut inlined: BTreeSet<FuncId> = all().filter(is_candidate).collect();
        for caller in calls.reachable(all()) {
            let parts: Vec<FuncId> = calls.callees(caller).iter().copied().filter(|it| inlined.contains(it)).collect();
            let total = sizes[caller.0 as usize] + parts.iter().map(|part| sizes[part.0 as usize]).sum::<usize>();
            if total <= LARGE {
                sizes[caller.0 as usize] = total;
            } else {
                parts.iter().for_each(|part| _ = inlined.remove(part));
            }
        }
        Self(inlined)
    }

    /// Returns true if the function is inlined into its callers.
    pub fn has(&self, id: FuncId) -> bool {
        self.0.contains(&id)
    }
}

/// Returns the functions that users call to read a message.
fn readers(module: &Module) -> BTreeSet<FuncId> {
    module.entries.iter().flat_map(|entry| [Some(entry.decode), entry.validate]).flatten().collect()
}

/// Returns, for each function, the number of call sites in internal functions. For functions of a codec, validators are
/// not counted, because they have a header of their own.
fn inner_sites(module: &Module, calls: &Calls, codec: &BTreeSet<FuncId>, readers: &BTreeSet<FuncId>) -> Vec<usize> {
    let mut sites = vec![0; module.functions.len()];
    for caller in (0..module.functions.len() as u32).map(FuncId).filter(|caller| !readers.contains(caller)) {
        let in_codec = codec.contains(&caller);
        let callees = calls.callees(caller).iter().filter(|callee| codec.contains(callee) == in_codec);
        callees.for_each(|callee| sites[callee.0 as usize] += 1);
    }
    sites
}

fn size(block: &Block) -> usize {
    block.ops.iter().map(|op| 1 + op.blocks().into_iter().map(size).sum::<usize>()).sum()
}
