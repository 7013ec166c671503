//! Dispatch by key.

use super::function::{FunctionCompiler, Label};
use super::{CompileResult, IllFormed, push};
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::program::{ByteSwitch, IntSwitch};
use polywire_ir::Const;

/// With at most this many keys, comparisons in sequence are faster than a table.
const FEW: usize = 3;

impl<'m> FunctionCompiler<'_, 'm> {
    /// Jumps to the label of the arm with the value among its keys, or to `other`.
    pub(super) fn dispatch(&mut self, a: Reg, arms: &[(&'m [Const], Label)], other: Label) -> CompileResult<()> {
        let keys = || arms.iter().flat_map(|(keys, label)| keys.iter().map(move |key| (key, *label)));
        if keys().any(|(key, _)| matches!(key, Const::Bytes(_))) {
            let keys = keys().map(|(key, label)| match key {
                Const::Bytes(bytes) => Ok((bytes.clone().into_boxed_slice(), label.0)),
                Const::Bool(_) | Const::U64(_) | Const::I64(_) => Err(IllFormed),
            });
            let switch = ByteSwitch::new(keys.collect::<CompileResult<_>>()?, other.0);
            let table = push(&mut self.all.tables.byte_switches, switch);
            self.byte_switches.push(table);
            self.emit(Instr::SwitchBytes { a, table });
            return Ok(());
        }
        let keys: Vec<(u64, Label)> =
            keys().map(|(key, label)| number(key).map(|key| (key, label))).collect::<CompileResult<_>>()?;
        match self.one_by_one(a, &keys) {
            true => self.jump(other),
            false => self.by_table(a, keys, other),
        }
        Ok(())
    }

    fn one_by_one(&mut self, a: Reg, keys: &[(u64, Label)]) -> bool {
        let small: Option<Vec<(i32, Label)>> =
            keys.iter().map(|(key, label)| Some((i32::try_from(*key as i64).ok()?, *label))).collect();
        let Some(small) = small.filter(|small| small.len() <= FEW) else {
            return false;
        };
        for (k, label) in small {
            self.emit(Instr::JumpEqK { a, k, to: label.0 });
        }
        true
    }

    fn by_table(&mut self, a: Reg, mut keys: Vec<(u64, Label)>, other: Label) {
        keys.sort_by_key(|(key, _)| *key);
        let first = keys.first().map_or(0, |(key, _)| *key);
        let table_size = 8 * keys.len() as u64 + 16;
        let (near, far): (Vec<_>, Vec<_>) = keys.into_iter().partition(|(key, _)| key - first < table_size);
        let len = near.last().map_or(0, |(key, _)| key - first + 1);
        let mut dense = vec![other.0; len as usize];
        for (key, label) in near {
            dense[(key - first) as usize] = label.0;
        }
        let sparse = far.into_iter().map(|(key, label)| (key, label.0)).collect();
        let table = push(&mut self.all.tables.switches, IntSwitch { dense, first, sparse, default: other.0 });
        self.switches.push(table);
        self.emit(Instr::Switch { a, table });
    }
}

fn number(key: &Const) -> CompileResult<u64> {
    match key {
        Const::Bool(value) => Ok(u64::from(*value)),
        Const::U64(value) => Ok(*value),
        Const::I64(value) => Ok(*value as u64),
        Const::Bytes(_) => Err(IllFormed),
    }
}
