//! Replaces machine code in builds without it.

use super::engine::Engine;
use super::program::Program;
use super::run::{Fault, Machine};
use polywire_ir::FuncId;

/// Uninhabited: no function has machine code.
#[derive(Debug)]
pub enum MachineCode {}

/// No state is needed.
#[derive(Debug)]
pub struct Tiers;

/// Nothing is published.
pub struct VmContext;

impl MachineCode {
    pub fn has(&self, _: u32) -> bool {
        match *self {}
    }

    pub fn run(&self, _: &mut Machine<'_>, _: u32, _: &mut [u64], _: u32) -> Result<(), Fault> {
        match *self {}
    }
}

impl VmContext {
    pub fn new() -> Self {
        Self
    }
}

impl Tiers {
    pub fn new(_: usize) -> Self {
        Self
    }

    pub fn ready(&self, _: FuncId) -> Option<&MachineCode> {
        None
    }

    pub fn code(&self, _: &Program, _: FuncId, _: Engine, _: usize) -> Option<&MachineCode> {
        None
    }
}
