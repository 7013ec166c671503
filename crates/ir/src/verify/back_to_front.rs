//! Decides whether a body can be written from its last byte to its first.
//!
//! Design: docs/decisions/0013-measured-lengths.md

use crate::effects::{alone, of_block};
use crate::{Block, Effects, ErrorCode, FuncId, Module, Op};

/// Returns true if a measured body can be written back to front: the result is the same if the pieces of output of its
/// ops, including those of called functions, are emitted last piece first.
///
/// It uses no positions and no memo. No written piece yields a value, since a later one could need it before it exists,
/// and no loop carries values from one piece to the next. It has at most one code to fail with, so that which error
/// comes first does not depend on the order.
///
/// `effects` are those of the module, from [`crate::effects()`].
pub fn back_to_front_legal(module: &Module, effects: &[Effects], body: &Block) -> bool {
    let mut search = Search { module, effects, called: vec![], code: None };
    search.block(body)
}

struct Search<'a> {
    module: &'a Module,
    effects: &'a [Effects],
    called: Vec<FuncId>,
    /// The only code found so far.
    code: Option<ErrorCode>,
}

impl Search<'_> {
    fn block(&mut self, block: &Block) -> bool {
        block.ops.iter().all(|op| self.op(op))
    }

    fn op(&mut self, op: &Op) -> bool {
        let own = alone(op, self.effects);
        let still = !own.out_positions && !own.memo && !own.section && !own.reads && !own.charges;
        still && self.is_piece(op)
    }

    /// Returns true if the op writes a piece of output or nothing, and provides no value to a later op.
    fn is_piece(&mut self, op: &Op) -> bool {
        match op {
            Op::Let { .. } | Op::Write { .. } => true,
            Op::Check { code, .. } => self.fails(*code),
            Op::Call { func, results, .. } => {
                let writes = self.effects.get(func.0 as usize).is_some_and(|effects| effects.writes);
                (!writes || results.is_empty()) && self.call(*func)
            }
            Op::Measured { results, body, .. } => {
                results.is_empty() && self.fails(ErrorCode::TooLarge) && self.block(body)
            }
            Op::Block { results, body, .. } => {
                let inside = of_block(body, self.effects);
                results.is_empty() && !inside.writes && !inside.out_positions && !inside.fails
            }
            Op::If { results, .. } | Op::Switch { results, .. } | Op::Each { results, .. } => {
                results.is_empty() && op.blocks().into_iter().all(|block| self.block(block))
            }
            Op::Loop { .. }
            | Op::Charge { .. }
            | Op::Credit { .. }
            | Op::Read { .. }
            | Op::Match { .. }
            | Op::Window { .. }
            | Op::At { .. }
            | Op::Section { .. }
            | Op::Keyed { .. }
            | Op::Set { .. }
            | Op::Reset { .. }
            | Op::Open { .. }
            | Op::Push { .. }
            | Op::Fill { .. }
            | Op::Make { .. }
            | Op::Retain { .. }
            | Op::ReportUnknown { .. }
            | Op::Put { .. }
            | Op::Sub { .. }
            | Op::Tail { .. }
            | Op::Memo { .. }
            | Op::Scratch { .. } => false,
        }
    }

    fn call(&mut self, func: FuncId) -> bool {
        if self.called.contains(&func) {
            return true;
        }
        self.called.push(func);
        let Some(function) = self.module.functions.get(func.0 as usize) else { return false };
        (!function.nests || self.fails(ErrorCode::TooDeep)) && self.block(&function.body)
    }

    /// Records a code; returns false if a different one was found before.
    fn fails(&mut self, code: ErrorCode) -> bool {
        *self.code.get_or_insert(code) == code
    }
}
