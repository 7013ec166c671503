//! The state that blocks change.

use super::Emit;
use super::env::{Env, Key, Root};
use super::slot::split;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Block, Effects, Op, ParamKind, Place};
use std::collections::BTreeSet;

/// The state that is changed.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    /// The cursor moves.
    pub rest: bool,
    /// The budget changes.
    pub budget: bool,
    /// The memo grows.
    pub memo: bool,
    /// The stream grows.
    pub out: bool,
    /// The section changes.
    pub section: bool,
    /// Slots of values under construction: root, and fields from it.
    pub slots: BTreeSet<(Key, Vec<u32>)>,
}

impl Emit<'_> {
    /// Returns the outer state that some blocks of the current function change.
    pub fn touched(&self, env: &Env, blocks: &[&Block]) -> Touched {
        let mut touched = Touched::default();
        blocks.iter().for_each(|block| self.touch_block(env, block, &mut touched));
        let slots = std::mem::take(&mut touched.slots);
        let covered =
            |key: &Key, path: &[u32]| (0..path.len()).any(|len| slots.contains(&(*key, path[..len].to_vec())));
        touched.slots = slots.iter().filter(|(key, path)| !covered(key, path)).cloned().collect();
        touched
    }

    fn touch_block(&self, env: &Env, block: &Block, touched: &mut Touched) {
        block.ops.iter().for_each(|op| self.touch_op(env, op, touched));
    }

    fn touch_op(&self, env: &Env, op: &Op, touched: &mut Touched) {
        let mut inside = Touched::default();
        op.blocks().into_iter().for_each(|block| self.touch_block(env, block, &mut inside));
        match op {
            Op::Read { .. } | Op::Match { .. } | Op::Window { .. } | Op::Keyed { .. } => touched.rest = true,
            Op::At { .. } => inside.rest = false,
            Op::Charge { .. } | Op::Credit { .. } => touched.budget = true,
            Op::Memo { .. } => touched.memo = true,
            Op::Scratch { .. } => {
                inside.out = false;
                inside.memo = false;
            }
            Op::Block { .. } => {
                inside.section = false;
                touched.out = true;
            }
            Op::Write { .. } | Op::Measured { .. } | Op::Tail { .. } => touched.out = true,
            Op::Put { .. } | Op::Sub { .. } => touched.section = true,
            Op::Each { stride, .. } => touched.section |= stride.is_some(),
            Op::Call { func, args, .. } => self.touch_call(env, *func, args, touched),
            Op::Set { place, .. } | Op::Reset { place } | Op::Open { place, .. } => {
                self.touch_slot(env, place, touched)
            }
            Op::Push { place, .. } | Op::Fill { place, .. } => self.touch_slot(env, place, touched),
            Op::Retain { place, .. } => self.touch_unknown(env, place, touched),
            Op::Let { .. } | Op::If { .. } | Op::Switch { .. } | Op::Loop { .. } | Op::Make { .. } => {}
            Op::Check { .. } | Op::Section { .. } | Op::ReportUnknown { .. } => {}
        }
        touched.add(inside);
    }

    fn touch_call(&self, env: &Env, func: polywire_ir::FuncId, args: &[Arg], touched: &mut Touched) {
        let Effects { reads, writes, section, charges, memo, .. } = self.shared.effects[func.0 as usize];
        touched.rest |= reads;
        touched.budget |= charges;
        touched.memo |= memo;
        touched.out |= writes;
        touched.section |= section;
        for (arg, param) in args.iter().zip(&self.shared.module.function(func).params) {
            if let (Arg::Place(place), ParamKind::Build) = (arg, param.kind) {
                self.touch_slot(env, place, touched);
            }
        }
    }

    fn touch_slot(&self, env: &Env, place: &Place, touched: &mut Touched) {
        let key = env.key(place.root);
        if matches!(env.roots.get(&key), Some(Root::Build(..))) {
            touched.slots.insert((key, split(&place.steps).0));
        }
    }

    fn touch_unknown(&self, env: &Env, place: &Place, touched: &mut Touched) {
        let (key, (mut path, rest)) = (env.key(place.root), split(&place.steps));
        if let super::place::NodeType::Value(Type::Struct(id)) = self.slot_type(env, key, &path) {
            let record = self.shared.types().record(id);
            if rest.is_empty() && record.keeps_unknown {
                path.push(record.fields.len() as u32);
                touched.slots.insert((key, path));
            }
        } else {
            self.touch_slot(env, place, touched);
        }
    }
}

impl Touched {
    fn add(&mut self, other: Self) {
        self.rest |= other.rest;
        self.budget |= other.budget;
        self.memo |= other.memo;
        self.out |= other.out;
        self.section |= other.section;
        self.slots.extend(other.slots);
    }
}
