//! Commas between optional members.

use super::level::Level;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, ValueType, VarId};

/// What is known at lowering time about preceding members.
#[derive(Clone, Copy)]
pub(crate) enum Before {
    /// There are none.
    Nothing,
    /// There is at least one.
    Something,
    /// Depends on this variable (Bool).
    Maybe(VarId),
}

impl Before {
    /// Appends a member's label, preceded by a comma if necessary, on its own line in styles with lines.
    pub fn write_label(self, b: &mut FunctionBuilder, label: &[u8], level: &Level) {
        let label = level.label(label);
        if !level.has_lines() {
            return self.write_behind_comma(b, &label);
        }
        self.write_behind_comma(b, b"");
        level.start_line(b);
        b.write_bytes(&label);
    }

    fn write_behind_comma(self, b: &mut FunctionBuilder, label: &[u8]) {
        let behind_comma = [b",", label].concat();
        match self {
            Self::Nothing => b.write_bytes(label),
            Self::Something => b.write_bytes(&behind_comma),
            Self::Maybe(some) => b.if_else(some.into(), |b| b.write_bytes(&behind_comma), |b| b.write_bytes(label)),
        }
    }

    /// Tests whether a member has been written before; Bool.
    pub fn known(self) -> Expr {
        match self {
            Self::Nothing => false.into(),
            Self::Something => true.into(),
            Self::Maybe(some) => some.into(),
        }
    }

    /// Appends a member if a condition is true.
    pub fn write_if(self, b: &mut FunctionBuilder, cond: Expr, write: impl FnOnce(&mut FunctionBuilder)) -> Self {
        if let Self::Something = self {
            b.when(cond, write);
            return self;
        }
        let then = |b: &mut FunctionBuilder| {
            write(b);
            vec![true.into()]
        };
        Self::Maybe(b.if_yields(cond, &[("some", ValueType::Bool)], then, |_| vec![self.known()])[0])
    }
}
