//! The family of each op: control, reading, building, writing.

/// A pattern of the ops of some families: `ops_of!(control)`, `ops_of!(reading | writing)`.
///
/// A function for one family ends with the pattern of the others instead of a catch-all arm, so that a new op is missed there
/// by the compiler.
#[macro_export]
macro_rules! ops_of {
    (control) => {
        $crate::Op::Let { .. }
            | $crate::Op::If { .. }
            | $crate::Op::Switch { .. }
            | $crate::Op::Loop { .. }
            | $crate::Op::Call { .. }
            | $crate::Op::Check { .. }
            | $crate::Op::Charge { .. }
            | $crate::Op::Credit { .. }
    };
    (reading) => {
        $crate::Op::Read { .. }
            | $crate::Op::Match { .. }
            | $crate::Op::Window { .. }
            | $crate::Op::At { .. }
            | $crate::Op::Section { .. }
            | $crate::Op::Keyed { .. }
    };
    (building) => {
        $crate::Op::Set { .. }
            | $crate::Op::Reset { .. }
            | $crate::Op::Open { .. }
            | $crate::Op::Push { .. }
            | $crate::Op::Fill { .. }
            | $crate::Op::Make { .. }
            | $crate::Op::Retain { .. }
            | $crate::Op::ReportUnknown { .. }
    };
    (writing) => {
        $crate::Op::Write { .. }
            | $crate::Op::Measured { .. }
            | $crate::Op::Block { .. }
            | $crate::Op::Put { .. }
            | $crate::Op::Sub { .. }
            | $crate::Op::Tail { .. }
            | $crate::Op::Each { .. }
            | $crate::Op::Memo { .. }
            | $crate::Op::Scratch { .. }
    };
    ($($family:ident)|+) => {
        $($crate::ops_of!($family))|+
    };
}
