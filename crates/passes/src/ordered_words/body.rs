use super::emit::put_words;
use super::word::{Piece, Word, common_slots};
use crate::pure::{fresh, int_bytes, uses_tail};
use polywire_ir::types::Types;
use polywire_ir::{Arm, Block, Const, Datum, Effects, Expr, Function, Op, Order, ValueType, VarId};

/// Returns true unless a section's puts are already in order, unconditional and each at its own place.
pub(super) fn gains(body: &Block) -> bool {
    let mut end = 0;
    body.ops.iter().any(|op| match op {
        Op::Put { offset, what } => {
            let unordered = *offset < end;
            end = offset.saturating_add(put_len(what).unwrap_or(0));
            unordered
        }
        Op::If { .. } | Op::Switch { .. } | Op::Sub { .. } => op.blocks().into_iter().any(puts),
        _ => false,
    })
}

fn puts(block: &Block) -> bool {
    block.ops.iter().any(|op| puts_here(op, &[]))
}

/// Returns true if an op puts into the enclosing section; calls count only if the effects of functions are given.
pub(super) fn puts_here(op: &Op, effects: &[Effects]) -> bool {
    match op {
        Op::Put { .. } => true,
        Op::Call { func, .. } => effects.get(func.0 as usize).is_some_and(|effects| effects.section),
        Op::Tail { .. } | Op::Block { .. } | Op::Scratch { .. } => false,
        _ => op.blocks().into_iter().any(|block| block.ops.iter().any(|op| puts_here(op, effects))),
    }
}

fn put_len(what: &Datum) -> Option<u32> {
    match what {
        Datum::Int { width, .. } => Some(u32::from(*width)),
        Datum::Bytes(bytes) => u32::try_from(bytes.len()).ok(),
        Datum::Span(_) | Datum::Zeros(_) | Datum::Align { .. } | Datum::Leaf(..) => None,
    }
}

/// Tracks the words of one section.
pub(super) struct Rewrite<'a> {
    types: &'a Types,
    function: &'a mut Function,
    effects: &'a [Effects],
    size: u32,
    words: Vec<Word>,
}

impl<'a> Rewrite<'a> {
    pub(super) fn new(types: &'a Types, function: &'a mut Function, effects: &'a [Effects], size: u32) -> Self {
        let words = vec![Word::default(); size.div_ceil(8) as usize];
        Self { types, function, effects, size, words }
    }

    /// Returns the section's body with its words put at the end, or `None` if they cannot be tracked.
    pub(super) fn run(mut self, body: Block) -> Option<Block> {
        let mut ops = Vec::new();
        self.ops(body.ops, 0, &mut ops)?;
        put_words(&self.words, self.size, &mut ops);
        Some(Block { ops, yields: body.yields })
    }

    /// Processes ops with offsets relative to `base`; appends those that do not put to `kept`.
    fn ops(&mut self, ops: Vec<Op>, base: u32, kept: &mut Vec<Op>) -> Option<()> {
        ops.into_iter().try_for_each(|op| self.op(op, base, kept))
    }

    fn op(&mut self, op: Op, base: u32, kept: &mut Vec<Op>) -> Option<()> {
        let mut op = op;
        op.visit_exprs_mut(&mut |outer| rebase(outer, base));
        match op {
            Op::Put { offset, what } => self.put(base.checked_add(offset)?, what, kept),
            Op::Sub { offset, mut body, results } => {
                body.yields.iter_mut().for_each(|value| rebase(value, base.saturating_add(offset)));
                self.ops(body.ops, base.checked_add(offset)?, kept)?;
                kept.extend(results.into_iter().zip(body.yields).map(|(var, value)| Op::Let { var, value }));
                Some(())
            }
            Op::If { cond, then, other, mut results } => {
                let [then, other] =
                    <[Block; 2]>::try_from(self.branches(vec![then, other], base, &mut results)?).ok()?;
                kept.push(Op::If { cond, then, other, results });
                Some(())
            }
            Op::Switch { on, arms, default, results } => {
                kept.push(self.switch(on, arms, default, results, base)?);
                Some(())
            }
            Op::Call { func, .. } if self.effects[func.0 as usize].section => None,
            Op::Let { .. }
            | Op::Call { .. }
            | Op::Check { .. }
            | Op::Charge { .. }
            | Op::Credit { .. }
            | Op::Tail { .. }
            | Op::Scratch { .. } => {
                kept.push(op);
                Some(())
            }
            Op::Each { stride: None, ref body, .. } | Op::Loop { ref body, .. } if base == 0 && !puts(body) => {
                kept.push(op);
                Some(())
            }
            _ => None,
        }
    }

    fn switch(&mut self, on: Expr, arms: Vec<Arm>, default: Block, mut results: Vec<VarId>, base: u32) -> Option<Op> {
        let (keys, mut blocks): (Vec<_>, Vec<_>) = arms.into_iter().map(|arm| (arm.keys, arm.body)).unzip();
        blocks.push(default);
        let mut blocks = self.branches(blocks, base, &mut results)?;
        let default = blocks.pop()?;
        let arms = keys.into_iter().zip(blocks).map(|(keys, body)| Arm { keys, body }).collect();
        Some(Op::Switch { on, arms, default, results })
    }

    fn put(&mut self, offset: u32, what: Datum, kept: &mut Vec<Op>) -> Option<()> {
        match what {
            Datum::Int { value: Expr::Const(value), width, order } => {
                let bits = match value {
                    Const::U64(bits) => bits,
                    Const::I64(number) => number as u64,
                    Const::Bool(_) | Const::Bytes(_) => return None,
                };
                self.put_bytes(offset, &int_bytes(bits, width, order)?)
            }
            Datum::Bytes(bytes) => self.put_bytes(offset, &bytes),
            Datum::Int { value, width, order } => {
                let little = order == Order::Little || width == 1;
                let within = offset % 8 + u32::from(width) <= 8;
                let ty = self.types.type_of(self.function, &value)?;
                if !little || !within {
                    return None;
                }
                let mut piece = Piece { shift: offset % 8 * 8, bits: u32::from(width) * 8, value, ty };
                // The number of bytes written changes until the words are put.
                if uses_tail(&piece.value) {
                    let var = fresh(self.function, "word", ValueType::U64);
                    kept.push(Op::Let { var, value: piece.low() });
                    (piece.value, piece.ty) = (var.into(), ValueType::U64);
                }
                self.words.get_mut(offset as usize / 8)?.put(piece);
                Some(())
            }
            Datum::Span(_) | Datum::Zeros(_) | Datum::Align { .. } | Datum::Leaf(..) => None,
        }
    }

    /// Puts constants word by word.
    fn put_bytes(&mut self, offset: u32, bytes: &[u8]) -> Option<()> {
        let mut at = offset as usize;
        let mut rest = bytes;
        while !rest.is_empty() {
            let (part, next) = rest.split_at(rest.len().min(8 - at % 8));
            let value = part.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
            let piece = Piece::constant((at % 8 * 8) as u32, part.len() as u32 * 8, value);
            self.words.get_mut(at / 8)?.put(piece);
            (at, rest) = (at + part.len(), next);
        }
        Some(())
    }

    /// Processes branches; they yield the words in which they differ.
    fn branches(&mut self, blocks: Vec<Block>, base: u32, results: &mut Vec<VarId>) -> Option<Vec<Block>> {
        let before = self.words.clone();
        let mut done = Vec::new();
        for Block { ops, mut yields } in blocks {
            self.words.clone_from(&before);
            yields.iter_mut().for_each(|value| rebase(value, base));
            let mut kept = Vec::new();
            self.ops(ops, base, &mut kept)?;
            done.push((Block { ops: kept, yields }, self.words.clone()));
        }
        let mut after = before;
        for (index, word) in after.iter_mut().enumerate() {
            if done.iter().all(|(_, words)| words[index] == *word) {
                continue;
            }
            let slots = common_slots(done.iter().map(|(_, words)| &words[index]));
            *word = self.joined(&slots, index, &mut done, results);
        }
        self.words = after;
        Some(done.into_iter().map(|(block, _)| block).collect())
    }

    /// Returns the word with this index after branches; they yield the slots in which they differ.
    fn joined(
        &mut self,
        slots: &[(u32, u32)],
        index: usize,
        done: &mut [(Block, Vec<Word>)],
        results: &mut Vec<VarId>,
    ) -> Word {
        let mut word = Word::default();
        for &(shift, bits) in slots {
            let value = |words: &[Word]| if bits == 64 { words[index].whole() } else { words[index].slot(shift, bits) };
            let values: Vec<Expr> = done.iter().map(|(_, words)| value(words)).collect();
            // Values that are equal in two branches cannot use a variable bound in only one.
            let same = values.len() > 1 && values.iter().all(|value| *value == values[0]);
            let value = if same {
                values[0].clone()
            } else {
                let var = fresh(self.function, "word", ValueType::U64);
                results.push(var);
                done.iter_mut().zip(values).for_each(|((block, _), value)| block.yields.push(value));
                var.into()
            };
            word.pieces.push(Piece { shift, bits, value, ty: ValueType::U64 });
        }
        word
    }
}

/// The `Base` of a part that starts at `base` is that of the whole section plus `base`.
fn rebase(outer: &mut Expr, base: u32) {
    if base > 0 {
        outer.visit_mut(&mut |expr| {
            if *expr == Expr::Base {
                *expr = Expr::Base + u64::from(base);
            }
        });
    }
}
