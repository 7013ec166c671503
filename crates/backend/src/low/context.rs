use super::{Mode, Target};
use crate::plan::{
    Building, CallingConvention, Inlining, Numbering, Sections, SizeBounds, WriteLimits, calling_conventions, verify,
};
use polywire_ir::{Calls, Entry, FuncId, Module};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A module, and what is decided about its functions.
pub struct Context<'m> {
    /// The module.
    pub module: &'m Module,
    /// The calls between its functions.
    pub calls: Calls,
    /// Functions that encoders and decoders call, directly or not.
    pub codec: BTreeSet<FuncId>,
    /// The numbers of its ops, by which plans refer to them.
    pub numbering: Arc<Numbering<'m>>,
    /// The implicit parameters of functions.
    pub conventions: Vec<CallingConvention>,
    /// The functions that are inlined.
    pub inlining: Inlining,
    /// How old objects are made new.
    pub building: Building<'m>,
    /// Upper bounds of outputs.
    pub size_bounds: SizeBounds,
    /// Checks of room.
    pub write_limits: WriteLimits,
    /// The bytes of sections that are always written.
    pub sections: Sections<'m>,
    /// What else decides about functions.
    pub target: Target,
}

impl<'m> Context<'m> {
    /// Analyses a module.
    pub fn of(module: &'m Module, target: Target) -> Self {
        let calls = Calls::of(module);
        let conventions = calling_conventions(module, &calls, target.borrows);
        let size_bounds = SizeBounds::of(module, &calls);
        let numbering = Arc::new(Numbering::of(module));
        // Functions that explain errors need not be fast.
        let write_limits = match target.explains {
            true => WriteLimits::default(),
            false => WriteLimits::of(module, &calls, &conventions, &size_bounds, &numbering),
        };
        let codec = calls.reachable(module.entries.iter().flat_map(codec_functions)).into_iter().collect();
        Self {
            module,
            inlining: Inlining::of(module, &calls, &codec),
            building: Building::of(module, &calls, &numbering),
            sections: Sections::of(module),
            calls,
            codec,
            numbering,
            conventions,
            size_bounds,
            write_limits,
            target,
        }
    }

    /// Checks what was planned for a function; returns the violations.
    pub fn verify_plans(&self, func: FuncId) -> Vec<String> {
        verify(&self.numbering, &self.building, &self.write_limits, func)
    }

    /// Returns the mode of the function that a user calls to write a message.
    pub fn entry_mode(&self, encode: FuncId) -> Mode {
        match self.size_bounds.get(encode) {
            None => Mode::Checked,
            Some(_) if self.write_limits.get(encode).is_some() => Mode::Limited,
            Some(_) => Mode::Raw,
        }
    }

    /// Returns the mode of a callee for a caller's mode.
    pub fn callee_mode(&self, func: FuncId, caller: Mode) -> Mode {
        let effects = &self.conventions[func.0 as usize].effects;
        match caller {
            Mode::Checked if effects.writes || effects.section => Mode::Checked,
            Mode::Limited if self.write_limits.get(func).is_some() => Mode::Limited,
            Mode::Raw | Mode::Checked | Mode::Limited => Mode::Raw,
        }
    }
}

/// Returns the functions that users call to write and read messages.
fn codec_functions(entry: &Entry) -> impl Iterator<Item = FuncId> {
    [entry.decode].into_iter().chain(entry.encode)
}
