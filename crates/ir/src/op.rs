//! Design: docs/decisions/0003-one-append-position.md
//! Design: docs/decisions/0005-sections-with-a-fill.md
//! Design: docs/decisions/0006-keyed-loops-carry-labels.md
//! Design: docs/decisions/0013-measured-lengths.md
//! Design: docs/decisions/0027-reporting-what-is-left-out.md

use crate::{Block, ByteSet, Const, ErrorCode, Expr, FuncId, Order, Place, ReadLeaf, SiteId, Step, VarId, WriteLeaf};

/// An operation. Each declares its meaning, when it fails, and its cost where that is not constant. Output is written
/// in two ways. [`Op::Write`] appends to the *stream*. [`Op::Block`] reserves a zeroed *section*, which [`Op::Put`],
/// [`Op::Sub`] and [`Op::Each`] with a stride fill in at constant offsets. Inside a section, [`Op::Tail`] returns to
/// the stream, which continues after everything reserved so far. A function that uses [`Op::Put`] without a block of
/// its own fills in its caller's section.
///
/// Input is read at a *cursor* that moves through a *window*, a part of a *region*. The region is the whole input, or
/// the bytes given to [`Op::At`]. Positions are relative to the region's start.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    // Control
    /// Binds a variable.
    Let {
        /// The variable.
        var: VarId,
        /// Its value.
        value: Expr,
    },
    /// Runs one of two blocks and binds the results to the values it yields.
    If {
        /// Bool.
        cond: Expr,
        /// Runs if the condition is true.
        then: Block,
        /// Runs if the condition is false.
        other: Block,
        /// Bound to the yields.
        results: Vec<VarId>,
    },
    /// Runs the arm whose keys include the value, else the default block, and binds the results to the values it
    /// yields.
    Switch {
        /// U64, I64 or Bytes.
        on: Expr,
        /// Arms with distinct keys.
        arms: Vec<Arm>,
        /// Runs if no arm matches.
        default: Block,
        /// Bound to the yields.
        results: Vec<VarId>,
    },
    /// Runs the body while `cond` holds. The body yields the next values of the carried variables; the results are
    /// bound to the last values. The lowering guarantees termination: each iteration consumes input, charges the
    /// budget or counts towards a bound.
    Loop {
        /// Variables with their first values; visible in `cond` and `body`.
        carried: Vec<Carried>,
        /// Bool.
        cond: Expr,
        /// The body.
        body: Block,
        /// Bound to the last values.
        results: Vec<VarId>,
    },
    /// Calls a function of the module. The function reads at the caller's cursor and writes to the caller's stream
    /// and section. An error in it is an error of the call.
    Call {
        /// The function.
        func: FuncId,
        /// Arguments, one for each parameter.
        args: Vec<Arg>,
        /// Bound to its results.
        results: Vec<VarId>,
    },
    /// Fails with `code` unless `cond` (Bool) is true. Ops after a check of the constant `false` never run.
    Check {
        /// The condition that must hold.
        cond: Expr,
        /// The error.
        code: ErrorCode,
        /// Identifies this op in errors.
        site: SiteId,
    },
    /// Subtracts `cost` (U64) from the message's budget; fails with `budget_exceeded` if less is left. Required
    /// wherever output or work is not bounded by a constant times the input read.
    Charge {
        /// Units: bytes of work or memory.
        cost: Expr,
        /// Identifies this op in errors.
        site: SiteId,
    },
    /// Adds `amount` (U64) to the message's budget; the sum is limited to the largest U64.
    Credit {
        /// Units: bytes of work or memory.
        amount: Expr,
    },

    // Reading
    /// Reads at the cursor and advances it.
    Read {
        /// The kind of value to read, and when reading fails.
        what: ReadWhat,
        /// Bound to the values that were read.
        results: Vec<VarId>,
        /// Identifies this op in errors.
        site: SiteId,
    },
    /// If exactly these bytes follow in the window, advances past them.
    Match {
        /// The bytes.
        bytes: Vec<u8>,
        /// The behaviour when the bytes differ.
        miss: Miss,
    },
    /// Restricts the window to the next `len` (U64) bytes while the body runs, then moves the cursor past them. Fails
    /// with `truncated` if the window has fewer.
    Window {
        /// Length in bytes.
        len: Expr,
        /// Reads inside it.
        body: Block,
        /// The treatment of bytes that the body has not read.
        rest: Rest,
        /// Bound to the body's yields.
        results: Vec<VarId>,
        /// Identifies this op in errors.
        site: SiteId,
    },
    /// Reads elsewhere: the body gets a cursor of its own, which starts at `pos` (U64) of `region`, in a window that
    /// extends to the region's end. The outer cursor does not move. Fails with `bad_pointer` if `pos` is past the
    /// end. The same bytes can be read at any number of places, so the lowering charges what is read there, unless no message
    /// can lead to a place twice.
    At {
        /// Bytes.
        region: Expr,
        /// Position in it.
        pos: Expr,
        /// Reads there.
        body: Block,
        /// Bound to the body's yields.
        results: Vec<VarId>,
        /// Identifies this op in errors.
        site: SiteId,
    },
    /// Binds `var`, a Section of `fill`'s length, to the `len` (U64) bytes at `pos` (U64) of `region`. Longer data is
    /// truncated to the length of `fill`; shorter data is completed with the rest of `fill`. This gives a record of
    /// an older or newer writer the layout of this schema. Fails with `code` if the region does not have these `len`
    /// bytes; without a code, the lowering guarantees that it has them.
    Section {
        /// The section.
        var: VarId,
        /// Bytes.
        region: Expr,
        /// Position in it.
        pos: Expr,
        /// Length in bytes.
        len: Expr,
        /// The values of the bytes that are absent.
        fill: Vec<u8>,
        /// The error; none if the op cannot fail.
        code: Option<ErrorCode>,
        /// Identifies this op in errors.
        site: SiteId,
    },
    /// Reads members that are identified by keys. In a loop, runs `head`, which yields a Bool (true if another member
    /// follows) and the member's key, then the arm with that key, or `default`. The arms and the default yield the
    /// next values of the carried variables.
    ///
    /// An arm's label is the bytes that `head` would consume to yield the arm's first key. In all iterations but the
    /// first, the separator precedes it; `separation` says where space is allowed. An engine that finds a label at
    /// the cursor may go straight to its arm. `predict`, set by a pass, asks engines to try the labels in order
    /// before the general loop. With a `count`, labels lead to arms only in the iterations before it, because what
    /// follows the last member may look like another one.
    Keyed {
        /// U64: members read so far; visible everywhere inside.
        index: VarId,
        /// U64: the number of members, if it is known before the first one.
        count: Option<Expr>,
        /// Yields a Bool (true if another member follows) and the key.
        head: Block,
        /// Bound to the key; visible in the arms and the default.
        key: VarId,
        /// Arms.
        arms: Vec<KeyedArm>,
        /// Runs for all other keys.
        default: Block,
        /// Variables with their first values; visible everywhere inside.
        carried: Vec<Carried>,
        /// Bound to the last values.
        results: Vec<VarId>,
        /// The text around the labels of the arms.
        separation: Separation,
        /// True if engines try the labels in order first.
        predict: bool,
    },

    // Building values
    /// Sets a scalar, text or bytes. An integer is truncated to the width of its type. An enum may be set to a number
    /// without an enumerator; for a closed enum, the lowering has checked the number before. Bytes are copied.
    /// Ill-formed text of a `verified` type fails with `invalid_utf8` unless `trusted`. If the last step of the place
    /// is an optional or a case, it becomes present or held.
    Set {
        /// The place to set.
        place: Place,
        /// Its new value.
        value: Expr,
        /// The bytes are known to be well-formed UTF-8.
        trusted: bool,
        /// Identifies this op in errors.
        site: SiteId,
    },
    /// Resets a value to its initial state: fields have their defaults, lists are empty, and there are no unknown
    /// bytes. An optional becomes absent, and a union holds no case.
    Reset {
        /// The place to reset.
        place: Place,
    },
    /// Gets the value of the optional, or of the given case of the union, at `place`, and runs the body with `bind`
    /// as its place. If the value is absent (or the union holds another case), a new value is created, and `created`
    /// is true.
    Open {
        /// An optional, or a union.
        place: Place,
        /// The case, for a union.
        case: Option<u32>,
        /// Bound to the value: Ref. A case without a value has the type [`crate::types::CaseType::value_type`].
        bind: VarId,
        /// Bool.
        created: VarId,
        /// Builds it.
        body: Block,
        /// Bound to the body's yields.
        results: Vec<VarId>,
    },
    /// Appends a new element to a list, or adds a new entry to a map, and runs the body with `bind` as its place.
    /// Once the body has built it, an entry replaces any entry with an equal key. Adding n entries takes O(n log n)
    /// time and memory, whatever the order of their keys.
    Push {
        /// A list or a map.
        place: Place,
        /// Bound to the element: Ref.
        bind: VarId,
        /// Builds it.
        body: Block,
        /// Bound to the body's yields.
        results: Vec<VarId>,
    },
    /// Appends `count` (U64) new elements to a list, adds this many new entries to a map, or fills an array of this
    /// length. Runs the body for each of them, with `bind` as its place, as [`Op::Push`] does. The lowering
    /// guarantees that the count is bounded by a constant times the remaining input, or has been charged.
    Fill {
        /// A list, an array or a map.
        place: Place,
        /// The number of elements.
        count: Expr,
        /// Bound to the element: Ref.
        bind: VarId,
        /// U64: 0 for the first new element.
        index: VarId,
        /// Builds an element; yields the next carried values.
        body: Block,
        /// Variables with their first values; visible in the body.
        carried: Vec<Carried>,
        /// Bound to the last values.
        results: Vec<VarId>,
    },
    /// Makes a new value of the type that `var` is declared with: the body builds it at `var`, which is then read only. It
    /// belongs to no other value and lives as long as the block. A decoder may make one to look at before it builds its own,
    /// an encoder to write it. The lowering has shown that what the body builds is bounded by what it reads, or charged.
    Make {
        /// Bound to the value: Ref; under construction in the body, readable after it.
        var: VarId,
        /// Builds it.
        body: Block,
        /// Bound to the body's yields.
        results: Vec<VarId>,
    },
    /// Appends to the unknown bytes that the struct at `place` keeps for a format. A struct keeps the bytes of one
    /// format only; those of another format are dropped. Has no effect if the type keeps no unknown bytes, or if the
    /// bytes are empty.
    Retain {
        /// A struct.
        place: Place,
        /// Label of the format.
        format: String,
        /// Bytes.
        value: Expr,
    },
    /// Reports that these bytes of the input are left out of the value at `place`, because the schema does not know
    /// them. This affects neither the value nor the verdict. The command's engines record that it happened, and the
    /// interpreter also where; generated code ignores the op.
    ReportUnknown {
        /// The place under construction.
        place: Place,
        /// The kind of data that the schema does not know.
        what: UnknownKind,
        /// Bytes.
        value: Expr,
    },

    // Writing
    /// Appends to the stream.
    Write {
        /// The data to write.
        what: Datum,
    },
    /// Appends the n bytes that the body writes, prefixed by the number `(n + bias) / unit`. Fails with `too_large`
    /// if the number does not fit the prefix or is not an integer.
    Measured {
        /// How the number is written.
        prefix: Prefix,
        /// The size in bytes of the unit in which the length is counted.
        unit: u32,
        /// Added to the length in bytes.
        bias: i32,
        /// Writes to the stream.
        body: Block,
        /// Bound to the body's yields.
        results: Vec<VarId>,
        /// Identifies this op in errors.
        site: SiteId,
    },
    /// Reserves `size` (U64) zeroed bytes of the stream as a section and runs the body on it.
    Block {
        /// Length in bytes.
        size: Expr,
        /// Fills in the section; tails extend the stream after it.
        body: Block,
        /// Bound to the body's yields.
        results: Vec<VarId>,
    },
    /// Writes into the section at a constant offset. Of several puts to the same bytes, the last takes effect.
    Put {
        /// Offset from the section's base, in bytes.
        offset: u32,
        /// An integer, constant bytes, or a span (the lowering has checked that it fits).
        what: Datum,
    },
    /// Runs the body on the part of the section that starts at a constant offset.
    Sub {
        /// Offset from the section's base, in bytes.
        offset: u32,
        /// Fills in the part.
        body: Block,
        /// Bound to the body's yields.
        results: Vec<VarId>,
    },
    /// Inside a section: runs the body on the stream.
    Tail {
        /// Writes to the stream.
        body: Block,
        /// Bound to the body's yields.
        results: Vec<VarId>,
    },
    /// Runs the body for each element of a list or array, or for each entry of a map in ascending order of the keys
    /// (integers by value, text by bytes, false before true). With a stride, the section's base advances by this many
    /// bytes with each element; without one, the body writes to the stream. With `ordered`, the elements of a list or
    /// array are visited in ascending order of the value at these steps (integers by value, text by bytes); elements
    /// with equal values keep the list's order.
    Each {
        /// A list, an array or a map.
        place: Place,
        /// Bound to the element: Ref.
        item: VarId,
        /// U64: 0 for the first visited.
        index: VarId,
        /// The number of the section's bytes for each element.
        stride: Option<u32>,
        /// Steps from the element to the key that determines the order; none for a map.
        ordered: Option<Vec<Step>>,
        /// Variables with their first values; visible in the body.
        carried: Vec<Carried>,
        /// Writes an element; yields the next carried values.
        body: Block,
        /// Bound to the last values.
        results: Vec<VarId>,
    },
    /// Runs the body once in a message for each distinct `key` (Bytes). The result is the value that the body yielded
    /// for this key (one U64, such as a position). Decoders have a memo of their message, too, whose memory the message pays
    /// for.
    Memo {
        /// The bytes that identify an entry.
        key: Expr,
        /// Yields a position or another number; may write to the stream.
        body: Block,
        /// Bound to the number.
        result: VarId,
    },
    /// Runs the body with a stream and a memo of its own, and binds its output. Used for a complete message inside a
    /// message.
    Scratch {
        /// Bytes.
        var: VarId,
        /// Writes to its own stream, where positions start from 0.
        body: Block,
    },
}

/// The value that [`Op::Read`] reads.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadWhat {
    /// An integer of 1, 2, 4 or 8 bytes; one result, U64 (zero-extended). Fails with `truncated` if the window has
    /// fewer bytes.
    Int {
        /// Bytes.
        width: u8,
        /// Byte order.
        order: Order,
    },
    /// The next `len` (U64) bytes; one result, Bytes, or Section(n) if `len` is the constant n. Fails with
    /// `truncated` if the window has fewer.
    Span(Expr),
    /// The next byte, or 256 at the end of the window; one result, U64. Does not move the cursor and never fails.
    Peek,
    /// Skips `len` (U64) bytes; no result. Fails with `truncated` if the window has fewer.
    Skip(Expr),
    /// Skips bytes of the set, up to the first other one or the end of the window; no result. Never fails.
    SkipWhile(ByteSet),
    /// Moves to the next position whose distance from `from` (U64, a position) is a multiple of `to` (U64, a power of
    /// two); no result. Fails with `truncated` if the window ends earlier.
    Align {
        /// The multiple.
        to: Expr,
        /// The origin.
        from: Expr,
    },
    /// A leaf, with its results and failures.
    Leaf(ReadLeaf),
}

/// The data written by [`Op::Write`] and [`Op::Put`].
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// The low `width` (1, 2, 4 or 8) bytes of a U64 or I64.
    Int {
        /// The number.
        value: Expr,
        /// Bytes.
        width: u8,
        /// Byte order.
        order: Order,
    },
    /// These bytes.
    Bytes(Vec<u8>),
    /// The bytes of a Bytes value.
    Span(Expr),
    /// This many (U64) zero bytes; only in the stream.
    Zeros(Expr),
    /// Zero bytes up to the next position whose distance from `from` (U64, a position) is a multiple of `to`, a power of
    /// two; only in the stream.
    Align {
        /// The multiple.
        to: u32,
        /// The origin.
        from: Expr,
    },
    /// A leaf; only in the stream.
    Leaf(WriteLeaf, Vec<Expr>),
}

/// The behaviour of [`Op::Match`] when the bytes differ.
#[derive(Clone, Debug, PartialEq)]
pub enum Miss {
    /// Fails: with `truncated` if the window ends inside the bytes and all bytes before its end match, else with
    /// `code`.
    Fail {
        /// The error.
        code: ErrorCode,
        /// Identifies this op in errors.
        site: SiteId,
    },
    /// Leaves the cursor where it is; the variable (Bool) is true if the bytes matched.
    Yield(VarId),
}

/// The treatment of bytes that the body of an [`Op::Window`] did not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Skips them.
    Skip,
    /// Fails with this code.
    Fail(ErrorCode),
}

/// The kinds of data in a message that the schema does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnknownKind {
    /// Members of the value at the place.
    Member,
    /// The case of the value at the place.
    Case,
}

/// A variable carried through iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct Carried {
    /// The variable.
    pub var: VarId,
    /// Its value in the first iteration.
    pub init: Expr,
}

/// An arm of a [`Op::Switch`].
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// Constants of the switch's type.
    pub keys: Vec<Const>,
    /// The block.
    pub body: Block,
}

/// An arm of a [`Op::Keyed`].
#[derive(Clone, Debug, PartialEq)]
pub struct KeyedArm {
    /// Constants of the key's type.
    pub keys: Vec<Const>,
    /// The bytes that lead to this arm; empty if it has no label.
    pub label: Vec<u8>,
    /// The member can come several times in a row (a repeated field), so prediction tries it again after itself.
    pub repeats: bool,
    /// Reads the member; yields the next carried values.
    pub body: Block,
}

/// The text around the labels of keyed members.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Separation {
    /// The bytes between two members.
    pub separator: Vec<u8>,
    /// Consumes the space that may precede and follow a label; the arms consume it too.
    pub space: Option<ReadLeaf>,
}

impl Separation {
    /// A label as it appears in all iterations but the first, without space.
    pub fn before(&self, label: &[u8]) -> Vec<u8> {
        [&self.separator, label].concat()
    }
}

/// An argument of a [`Op::Call`].
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A value.
    Value(Expr),
    /// A native value, to be read or built.
    Place(Place),
}

/// How a length is written before the data that it measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// A base-128 varint.
    Varint,
    /// An integer of this many bytes.
    Int {
        /// 1, 2, 4 or 8.
        width: u8,
        /// Byte order.
        order: Order,
    },
}
