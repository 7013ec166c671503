//! The keyword of each op in the text form and in messages.

use crate::{Datum, Op, ReadWhat};

impl Op {
    /// The op's word.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Let { .. } => "let",
            Self::If { .. } => "if",
            Self::Switch { .. } => "switch",
            Self::Loop { .. } => "loop",
            Self::Call { .. } => "call",
            Self::Check { .. } => "check",
            Self::Charge { .. } => "charge",
            Self::Credit { .. } => "credit",
            Self::Read { .. } => "read",
            Self::Match { .. } => "match",
            Self::Window { .. } => "window",
            Self::At { .. } => "at",
            Self::Section { .. } => "section",
            Self::Keyed { .. } => "keyed",
            Self::Set { trusted: false, .. } => "set",
            Self::Set { trusted: true, .. } => "set_trusted",
            Self::Reset { .. } => "reset",
            Self::Open { .. } => "open",
            Self::Push { .. } => "push",
            Self::Fill { .. } => "fill",
            Self::Make { .. } => "make",
            Self::Retain { .. } => "retain",
            Self::ReportUnknown { .. } => "report_unknown",
            Self::Write { .. } => "write",
            Self::Measured { .. } => "measured",
            Self::Block { .. } => "block",
            Self::Put { .. } => "put",
            Self::Sub { .. } => "sub",
            Self::Tail { .. } => "tail",
            Self::Each { .. } => "each",
            Self::Memo { .. } => "memo",
            Self::Scratch { .. } => "scratch",
        }
    }
}

impl ReadWhat {
    /// The word of the value that is read.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Int { .. } => "int",
            Self::Span(_) => "span",
            Self::Peek => "peek",
            Self::Skip(_) => "skip",
            Self::SkipWhile(_) => "skip_while",
            Self::Align { .. } => "align",
            Self::Leaf(leaf) => leaf.name(),
        }
    }
}

impl Datum {
    /// The word of the data that is written.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Int { .. } => "int",
            Self::Bytes(_) => "bytes",
            Self::Span(_) => "span",
            Self::Zeros(_) => "zeros",
            Self::Align { .. } => "align",
            Self::Leaf(leaf, _) => leaf.name(),
        }
    }
}
