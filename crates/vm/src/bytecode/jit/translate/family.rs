//! The family of each instruction.

/// Expands to a pattern of the instructions of some families: `instrs_of!(control)`, `instrs_of!(reading | writing)`.
///
/// A function for one family ends with the pattern of the others instead of a catch-all arm, so that the compiler
/// reports a new instruction that it lacks.
macro_rules! instrs_of {
    (value) => {
        Instr::Const { .. }
            | Instr::Move { .. }
            | Instr::Add { .. }
            | Instr::AddK { .. }
            | Instr::Sub { .. }
            | Instr::Mul { .. }
            | Instr::DivU { .. }
            | Instr::DivI { .. }
            | Instr::RemU { .. }
            | Instr::RemI { .. }
            | Instr::And { .. }
            | Instr::AndK { .. }
            | Instr::Or { .. }
            | Instr::Xor { .. }
            | Instr::XorK { .. }
            | Instr::Shl { .. }
            | Instr::ShlK { .. }
            | Instr::ShrU { .. }
            | Instr::ShrUK { .. }
            | Instr::ShrI { .. }
            | Instr::ShrIK { .. }
            | Instr::WrapU { .. }
            | Instr::WrapI { .. }
            | Instr::ZigZag { .. }
            | Instr::UnZigZag { .. }
            | Instr::EqBytes { .. }
            | Instr::BytesLen { .. }
            | Instr::Slice { .. }
            | Instr::Load { .. }
            | Instr::IsMember { .. }
            | Instr::VarintSize { .. }
            | Instr::Utf8Valid { .. }
            | Instr::IsAscii { .. }
            | Instr::UntilNul { .. }
            | Instr::Setting { .. }
            | Instr::DecimalFloat { .. }
    };
    (control) => {
        Instr::Jump { .. }
            | Instr::JumpIf { .. }
            | Instr::JumpUnless { .. }
            | Instr::JumpEq { .. }
            | Instr::JumpEqK { .. }
            | Instr::JumpNe { .. }
            | Instr::JumpNeK { .. }
            | Instr::JumpLtU { .. }
            | Instr::JumpLeU { .. }
            | Instr::JumpLtI { .. }
            | Instr::JumpLeI { .. }
            | Instr::JumpIfLeft { .. }
            | Instr::JumpUnlessLeft { .. }
            | Instr::Switch { .. }
            | Instr::SwitchBytes { .. }
            | Instr::Call { .. }
            | Instr::Return
            | Instr::Fail { .. }
            | Instr::Charge { .. }
            | Instr::Credit { .. }
            | Instr::Predict { .. }
            | Instr::MemoFind { .. }
            | Instr::EachEnter { .. }
            | Instr::EachNext { .. }
            | Instr::SortedNext { .. }
    };
    (reading) => {
        Instr::Read { .. }
            | Instr::ReadVarint { .. }
            | Instr::ReadInt { .. }
            | Instr::ReadSpan { .. }
            | Instr::Peek { .. }
            | Instr::Skip { .. }
            | Instr::SkipWhile { .. }
            | Instr::ReadAlign { .. }
            | Instr::Match { .. }
            | Instr::Matches { .. }
            | Instr::WindowEnter { .. }
            | Instr::WindowSkip { .. }
            | Instr::WindowCheck { .. }
            | Instr::AtEnter { .. }
            | Instr::AtLeave { .. }
            | Instr::Section { .. }
            | Instr::Pos { .. }
            | Instr::Left { .. }
            | Instr::Since { .. }
            | Instr::Input { .. }
            | Instr::PushVarints { .. }
    };
    (building) => {
        Instr::Get { .. }
            | Instr::Make { .. }
            | Instr::Index { .. }
            | Instr::Unknown { .. }
            | Instr::Set { .. }
            | Instr::SetK { .. }
            | Instr::SetSpan { .. }
            | Instr::CheckUtf8 { .. }
            | Instr::CheckLen { .. }
            | Instr::Reset { .. }
            | Instr::OpenPointer { .. }
            | Instr::OpenFlagged { .. }
            | Instr::OpenCase { .. }
            | Instr::Push { .. }
            | Instr::PushWord { .. }
            | Instr::PushSpan { .. }
            | Instr::Retain { .. }
            | Instr::ReportUnknown
            | Instr::Settle { .. }
            | Instr::SortedEnter { .. }
    };
    (writing) => {
        Instr::Write { .. }
            | Instr::WriteVarint { .. }
            | Instr::WriteVarints { .. }
            | Instr::WriteInt { .. }
            | Instr::WriteLiteral { .. }
            | Instr::WriteSpan { .. }
            | Instr::WriteZeros { .. }
            | Instr::WriteAlign { .. }
            | Instr::PutInt { .. }
            | Instr::PutSpan { .. }
            | Instr::MeasureEnter { .. }
            | Instr::MeasureLeave { .. }
            | Instr::BlockEnter { .. }
            | Instr::SubEnter { .. }
            | Instr::Base { .. }
            | Instr::SetBase { .. }
            | Instr::AddBase { .. }
            | Instr::Tail { .. }
            | Instr::MemoKeep { .. }
            | Instr::ScratchEnter
            | Instr::ScratchLeave { .. }
    };
    // Instructions for conversion element by element, which are left to the bytecode.
    (apart) => {
        Instr::Refill
            | Instr::ElementEnter { .. }
            | Instr::ElementLeave { .. }
            | Instr::ElementsReset { .. }
            | Instr::ElementsSplice { .. }
    };
    ($($family:ident)|+) => {
        $(instrs_of!($family))|+
    };
}

pub(in crate::bytecode::jit) use instrs_of;
