use super::bulk::Map;
use super::leaf::{Read, Write};
use polywire_ir::{ErrorCode, Setting};

/// A register of the running function.
pub type Reg = u32;

/// An instruction. Operands are registers, except: `to` is the index of an instruction, `k` a constant, `off` an offset
/// in slots from the native value whose address is in `base`; names like `table` are indices of tables of the program.
// One variant per line, as a table.
#[rustfmt::skip]
#[derive(Clone, Copy, Debug)]
pub enum Instr {
    // Values
    Const { dst: Reg, low: u32, high: u32 },
    Move { dst: Reg, src: Reg },
    Add { dst: Reg, a: Reg, b: Reg },
    AddK { dst: Reg, a: Reg, k: i32 },
    Sub { dst: Reg, a: Reg, b: Reg },
    Mul { dst: Reg, a: Reg, b: Reg },
    DivU { dst: Reg, a: Reg, b: Reg },
    DivI { dst: Reg, a: Reg, b: Reg },
    RemU { dst: Reg, a: Reg, b: Reg },
    RemI { dst: Reg, a: Reg, b: Reg },
    And { dst: Reg, a: Reg, b: Reg },
    AndK { dst: Reg, a: Reg, k: i32 },
    Or { dst: Reg, a: Reg, b: Reg },
    Xor { dst: Reg, a: Reg, b: Reg },
    XorK { dst: Reg, a: Reg, k: i32 },
    Shl { dst: Reg, a: Reg, b: Reg },
    ShlK { dst: Reg, a: Reg, k: i32 },
    ShrU { dst: Reg, a: Reg, b: Reg },
    ShrUK { dst: Reg, a: Reg, k: i32 },
    ShrI { dst: Reg, a: Reg, b: Reg },
    ShrIK { dst: Reg, a: Reg, k: i32 },
    /// The low bits, zero-extended.
    WrapU { dst: Reg, a: Reg, bits: u8 },
    /// The low bits, sign-extended.
    WrapI { dst: Reg, a: Reg, bits: u8 },
    /// `a << 1 ^ a >> 63`.
    ZigZag { dst: Reg, a: Reg },
    /// `a >> 1 ^ -(a & 1)`.
    UnZigZag { dst: Reg, a: Reg },
    EqBytes { dst: Reg, a: Reg, b: Reg },
    BytesLen { dst: Reg, a: Reg },
    Slice { dst: Reg, a: Reg, start: u32, len: u32 },
    Load { dst: Reg, section: Reg, offset: u32, width: u8, big: bool },
    IsMember { dst: Reg, a: Reg, table: u32 },
    VarintSize { dst: Reg, a: Reg },
    Utf8Valid { dst: Reg, a: Reg },
    IsAscii { dst: Reg, a: Reg },
    UntilNul { dst: Reg, a: Reg },
    /// A setting chosen by the caller.
    Setting { dst: Reg, setting: Setting },
    DecimalFloat { dst: Reg, a: Reg, bits: u8 },

    // Control
    Jump { to: u32 },
    JumpIf { a: Reg, to: u32 },
    JumpUnless { a: Reg, to: u32 },
    JumpEq { a: Reg, b: Reg, to: u32 },
    JumpEqK { a: Reg, k: i32, to: u32 },
    JumpNe { a: Reg, b: Reg, to: u32 },
    JumpNeK { a: Reg, k: i32, to: u32 },
    JumpLtU { a: Reg, b: Reg, to: u32 },
    JumpLeU { a: Reg, b: Reg, to: u32 },
    JumpLtI { a: Reg, b: Reg, to: u32 },
    JumpLeI { a: Reg, b: Reg, to: u32 },
    JumpIfLeft { to: u32 },
    JumpUnlessLeft { to: u32 },
    Switch { a: Reg, table: u32 },
    SwitchBytes { a: Reg, table: u32 },
    /// Calls a function: its registers start at `first`, which holds its arguments and then its results.
    Call { function: u32, first: Reg },
    Return,
    Fail { code: ErrorCode },
    Charge { cost: Reg },
    Credit { amount: Reg },

    // Reading
    Read { dst: Reg, leaf: Read },
    ReadVarint { dst: Reg },
    ReadInt { dst: Reg, width: u8, big: bool },
    ReadSpan { dst: Reg, len: Reg },
    Peek { dst: Reg },
    Skip { len: Reg },
    SkipWhile { set: u32 },
    ReadAlign { to: Reg, from: Reg },
    Match { literal: u32, code: ErrorCode },
    Matches { dst: Reg, literal: u32 },
    Predict { literal: u32, to: u32 },
    WindowEnter { len: Reg, save: Reg },
    WindowSkip { save: Reg },
    WindowCheck { save: Reg, code: ErrorCode },
    AtEnter { region: Reg, pos: Reg, save: Reg },
    AtLeave { save: Reg },
    /// Region, position and length are in `args` and the following registers.
    Section { dst: Reg, args: Reg, table: u32 },
    Pos { dst: Reg },
    /// Between elements: fetches more input if little is left.
    Refill,
    Left { dst: Reg },
    Since { dst: Reg, from: Reg },
    Input { dst: Reg },

    // Native values
    Get { dst: Reg, base: Reg, off: u32 },
    /// Places a new value; returns its address.
    Make { dst: Reg, template: u32 },
    /// Address of an element.
    Index { dst: Reg, first: Reg, index: Reg, stride: u32 },
    Unknown { dst: Reg, base: Reg, off: u32, literal: u32 },
    Set { base: Reg, off: u32, src: Reg },
    SetK { base: Reg, off: u32, k: u32 },
    SetSpan { base: Reg, off: u32, src: Reg },
    CheckUtf8 { src: Reg },
    CheckLen { src: Reg, len: u32 },
    Reset { base: Reg, off: u32, template: u32 },
    /// Stores the address in `dst`, and a flag in the next register that is set if the value is new.
    OpenPointer { dst: Reg, base: Reg, off: u32, template: u32 },
    OpenFlagged { dst: Reg, base: Reg, off: u32, template: u32 },
    OpenCase { dst: Reg, base: Reg, off: u32, table: u32 },
    Push { dst: Reg, base: Reg, off: u32, template: u32 },
    PushWord { base: Reg, off: u32, src: Reg },
    PushSpan { base: Reg, off: u32, src: Reg },
    /// Like `Push`, for an element that `ElementLeave` may remove.
    ElementEnter { dst: Reg, base: Reg, off: u32, template: u32 },
    ElementLeave { element: Reg, base: Reg, off: u32 },
    /// Drops the output of removed elements.
    ElementsReset { off: u32 },
    /// Reads varints up to the window's end and appends each.
    PushVarints { base: Reg, off: u32, map: Map },
    Retain { base: Reg, off: u32, src: Reg, literal: u32 },
    ReportUnknown,

    // Writing
    Write { src: Reg, leaf: Write },
    WriteVarint { src: Reg },
    /// Writes each number of a list.
    WriteVarints { base: Reg, off: u32, zigzag: bool },
    WriteInt { src: Reg, width: u8, big: bool },
    WriteLiteral { literal: u32 },
    WriteSpan { src: Reg },
    WriteZeros { count: Reg },
    WriteAlign { from: Reg, to: u32 },
    PutInt { src: Reg, offset: u32, width: u8, big: bool },
    PutSpan { src: Reg, offset: u32 },
    MeasureEnter { save: Reg, table: u32 },
    MeasureLeave { save: Reg, table: u32 },
    BlockEnter { size: Reg, save: Reg },
    SubEnter { offset: u32, save: Reg },
    Base { dst: Reg },
    SetBase { src: Reg },
    AddBase { k: u32 },
    Tail { dst: Reg },
    MemoFind { dst: Reg, key: Reg, to: u32 },
    MemoKeep { key: Reg, src: Reg },
    ScratchEnter,
    ScratchLeave { dst: Reg },
    /// Sorts the entries of a map and drops those that later ones replace, unless nothing was pushed since the last
    /// time.
    Settle { base: Reg, off: u32, table: u32 },
    /// If the list's elements were encoded while they were decoded, inserts their output and jumps.
    ElementsSplice { off: u32, to: u32 },
    /// Stores element, index and count in `item` and the following registers; jumps if there is none.
    EachEnter { item: Reg, base: Reg, off: u32, to: u32 },
    EachNext { item: Reg, stride: u32, to: u32 },
    /// Like `EachEnter`, in the order of keys.
    SortedEnter { item: Reg, base: Reg, off: u32, table: u32 },
    SortedNext { item: Reg, to: u32 },
}

impl Instr {
    /// Returns the instruction that it may jump to.
    pub fn target(&mut self) -> Option<&mut u32> {
        match self {
            Self::Jump { to }
            | Self::JumpIf { to, .. }
            | Self::JumpUnless { to, .. }
            | Self::JumpEq { to, .. }
            | Self::JumpEqK { to, .. }
            | Self::JumpNe { to, .. }
            | Self::JumpNeK { to, .. }
            | Self::JumpLtU { to, .. }
            | Self::JumpLeU { to, .. }
            | Self::JumpLtI { to, .. }
            | Self::JumpLeI { to, .. }
            | Self::JumpIfLeft { to }
            | Self::JumpUnlessLeft { to }
            | Self::Predict { to, .. }
            | Self::MemoFind { to, .. }
            | Self::ElementsSplice { to, .. }
            | Self::EachEnter { to, .. }
            | Self::EachNext { to, .. }
            | Self::SortedNext { to, .. } => Some(to),
            _ => None,
        }
    }
}
