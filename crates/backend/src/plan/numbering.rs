//! Numbers of ops and blocks. Plans refer to ops by them, so that they can be printed, compared and verified.
//!
//! Design: docs/decisions/0073-elements-counted-ahead.md

use polywire_ir::{Block, FuncId, Module, Op};
use std::collections::HashMap;

/// An op of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpId {
    /// Its function.
    pub func: FuncId,
    /// Its number among the function's ops, in the order of the text.
    pub number: u32,
}

/// A block of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId {
    /// Its function.
    pub func: FuncId,
    /// Its number among the function's blocks, in the order of the text; the body is the first one.
    pub number: u32,
}

/// The ops and blocks of a module.
pub struct Numbering<'m> {
    module: &'m Module,
    functions: Vec<Parts<'m>>,
    /// The numbers by address, because ops do not contain them.
    op_ids: HashMap<usize, OpId>,
    block_ids: HashMap<usize, BlockId>,
}

/// The parts of a function in the order of the text.
#[derive(Default)]
struct Parts<'m> {
    ops: Vec<&'m Op>,
    blocks: Vec<&'m Block>,
}

impl<'m> Numbering<'m> {
    /// Numbers the ops and blocks of a module.
    pub fn of(module: &'m Module) -> Self {
        let (mut op_ids, mut block_ids) = (HashMap::new(), HashMap::new());
        let mut functions = Vec::new();
        for (func, function) in (0..).map(FuncId).zip(&module.functions) {
            let mut parts = Parts::default();
            parts.add(&function.body);
            op_ids.extend((0..).zip(&parts.ops).map(|(number, op)| (op_address(op), OpId { func, number })));
            let blocks = (0..).zip(&parts.blocks);
            block_ids.extend(blocks.map(|(number, block)| (block_address(block), BlockId { func, number })));
            functions.push(parts);
        }
        Self { module, functions, op_ids, block_ids }
    }

    /// Returns the id of an op of the module.
    pub fn op(&self, op: &Op) -> OpId {
        let Some(id) = self.op_ids.get(&op_address(op)) else { unreachable!("the op is in the module") };
        *id
    }

    /// Returns the id of a block of the module.
    pub fn block(&self, block: &Block) -> BlockId {
        let Some(id) = self.block_ids.get(&block_address(block)) else { unreachable!("the block is in the module") };
        *id
    }

    /// Returns the op with an id, if there is one.
    pub fn op_of(&self, id: OpId) -> Option<&'m Op> {
        self.functions.get(id.func.0 as usize)?.ops.get(id.number as usize).copied()
    }

    /// Returns the block with an id, if there is one.
    pub fn block_of(&self, id: BlockId) -> Option<&'m Block> {
        self.functions.get(id.func.0 as usize)?.blocks.get(id.number as usize).copied()
    }

    /// Returns the text of an op's id: the function's name and the number.
    pub fn op_text(&self, id: OpId) -> String {
        format!("{}#{}", self.module.function(id.func).name, id.number)
    }

    /// Returns the text of a block's id.
    pub fn block_text(&self, id: BlockId) -> String {
        format!("{}{{{}}}", self.module.function(id.func).name, id.number)
    }
}

impl<'m> Parts<'m> {
    fn add(&mut self, block: &'m Block) {
        self.blocks.push(block);
        for op in &block.ops {
            self.ops.push(op);
            op.blocks().into_iter().for_each(|inner| self.add(inner));
        }
    }
}

fn op_address(op: &Op) -> usize {
    std::ptr::from_ref(op) as usize
}

fn block_address(block: &Block) -> usize {
    std::ptr::from_ref(block) as usize
}
