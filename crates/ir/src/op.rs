//! Design: docs/decisions/0003-one-append-position.md
//! Design: docs/decisions/0005-sections-with-a-fill.md
//! Design: docs/decisions/0006-keyed-loops-carry-labels.md
//! Design: docs/decisions/0027-reporting-what-is-left-out.md

use crate::{Block, Const, ErrorCode, Expr, FuncId, Order, Place, ReadLeaf, SiteId, Step, VarId, WriteLeaf};

/// An operation. Each declares its meaning, when it fails, and its cost where that is not constant.
///
/// Three disciplines of writing: the *stream* grows at its end ([`Op::Write`]); inside [`Op::Block`] a zeroed *section* is
/// put together at constant offsets ([`Op::Put`], [`Op::Sub`], [`Op::Each`] with a stride); [`Op::Tail`] inside a section
/// goes back to the stream, which continues behind everything reserved so far. A function that puts without a block of its
/// own works on its caller's section.
///
/// Reading goes through a *cursor* in a *window* of a *region*. The region is the whole input, or the bytes given to
/// [`Op::At`]. Positions count from the region's start.
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
    /// Runs one of two blocks; the variables get its yields.
    If {
        /// Bool.
        cond: Expr,
        /// Block if it holds.
        then: Block,
        /// Block if not.
        other: Block,
        /// Bound to the yields.
        results: Vec<VarId>,
    },
    /// Runs the block of the arm that has the value among its keys, else the default; the variables get its yields.
    Switch {
        /// U64, I64 or Bytes.
        on: Expr,
        /// Arms with distinct keys.
        arms: Vec<Arm>,
        /// Block if no arm matches.
        default: Block,
        /// Bound to the yields.
        results: Vec<VarId>,
    },
    /// While `cond` holds: runs the body, whose yields are the next values of the carried variables. Afterwards the results
    /// get the last values. The lowering shows that it ends: the body consumes input, charges the budget or counts.
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
    /// Calls a function of the module. It reads at the caller's cursor, writes to the caller's stream and section, and fails
    /// as its body does.
    Call {
        /// The function.
        func: FuncId,
        /// Arguments, as its parameters.
        args: Vec<Arg>,
        /// Bound to its results.
        results: Vec<VarId>,
    },
    /// Fails with `code` unless `cond` (Bool) holds. Ops after a check of constant false never run.
    Check {
        /// The condition that must hold.
        cond: Expr,
        /// The error.
        code: ErrorCode,
        /// Where.
        site: SiteId,
    },
    /// Takes `cost` (U64) from the message's budget; `budget_exceeded` if it has less. Stands wherever output or work is not
    /// bounded by a constant times the input read.
    Charge {
        /// Units: bytes of work or memory.
        cost: Expr,
        /// Where.
        site: SiteId,
    },
    /// Adds `amount` (U64) to the message's budget, up to the largest U64: what the bytes of the message pay for.
    Credit {
        /// Units: bytes of work or memory.
        amount: Expr,
    },

    // Reading
    /// Reads at the cursor and moves it.
    Read {
        /// The kind of value to read, and when reading fails.
        what: ReadWhat,
        /// Bound to the values that were read.
        results: Vec<VarId>,
        /// Where.
        site: SiteId,
    },
    /// If the window goes on with exactly these bytes, moves behind them.
    Match {
        /// The bytes.
        bytes: Vec<u8>,
        /// The behaviour when the bytes differ.
        miss: Miss,
    },
    /// Restricts the window to the next `len` (U64) bytes for the body, then moves behind them. `truncated` if the window has
    /// fewer.
    Window {
        /// Length in bytes.
        len: Expr,
        /// Reads inside it.
        body: Block,
        /// The treatment of bytes that the body has not read.
        rest: Rest,
        /// Bound to the body's yields.
        results: Vec<VarId>,
        /// Where.
        site: SiteId,
    },
    /// Reads elsewhere: the body's cursor starts at `pos` (U64) of `region`, in a window to the region's end; the cursor
    /// outside does not move. `bad_pointer` if `pos` is behind the end.
    At {
        /// Bytes.
        region: Expr,
        /// Position in it.
        pos: Expr,
        /// Reads there.
        body: Block,
        /// Bound to the body's yields.
        results: Vec<VarId>,
        /// Where.
        site: SiteId,
    },
    /// Binds `var` (of type Section of `fill`'s length) to the `len` (U64) bytes at `pos` (U64) of `region`, cut to the
    /// length of `fill`, or continued by the rest of `fill` where they are fewer: what an older or a newer writer's record
    /// looks like in this schema's layout. Fails with `code` if the region does not have these `len` bytes; without a code,
    /// the lowering has shown that it has them.
    Section {
        /// The section.
        var: VarId,
        /// Bytes.
        region: Expr,
        /// Position in it.
        pos: Expr,
        /// Length in bytes.
        len: Expr,
        /// The value of absent bytes.
        fill: Vec<u8>,
        /// The error; none if there is none to be had.
        code: Option<ErrorCode>,
        /// Where.
        site: SiteId,
    },
    /// Reads keyed members: runs `head`, which yields whether there is a member and its key; then the arm with that key, or
    /// `default`; and again. Yields of arms and default are the next values of the carried variables.
    ///
    /// Where an arm has a label, that is what `head` would consume to yield the arm's first key with `more` true, behind the
    /// separator in all iterations but the first, and with the space that `separation` allows: a reader that finds it at the
    /// cursor may go straight to the arm. `predict` (set by a pass) asks engines to try the arms in order before the general
    /// loop.
    Keyed {
        /// U64: members read so far; visible everywhere inside.
        index: VarId,
        /// Yields Bool (more) and the key.
        head: Block,
        /// Bound to the key; visible in the arms and the default.
        key: VarId,
        /// Arms.
        arms: Vec<KeyedArm>,
        /// For other keys.
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
    /// Sets a scalar, text or bytes. An integer is cut to the width of its type, a number without a member is set as it is
    /// (for a closed enum the lowering has checked it), Bytes are copied. Text that is `verified` fails with `invalid_utf8`
    /// unless `trusted` or well-formed. Where the last step is an optional or a case, it becomes present or held.
    Set {
        /// The place to set.
        place: Place,
        /// Its new value.
        value: Expr,
        /// The bytes are known to be well-formed UTF-8.
        trusted: bool,
        /// Where.
        site: SiteId,
    },
    /// Makes a value that of a new one: defaults, absent, empty, no unknown bytes. An optional becomes absent, a union holds
    /// no case.
    Reset {
        /// The place to reset.
        place: Place,
    },
    /// Gets or creates: the value of the optional, or of the given case of the union, at `place`; where it was absent
    /// (or another case was held), a new one. `created` is true for a new one. Then runs the body with `bind` as its
    /// place.
    Open {
        /// An optional, or a union.
        place: Place,
        /// The case, for a union.
        case: Option<u32>,
        /// Bound to the value: Ref; for a case without a value that of [`crate::types::CaseType::value_type`].
        bind: VarId,
        /// Bool.
        created: VarId,
        /// Builds it.
        body: Block,
        /// Bound to the body's yields.
        results: Vec<VarId>,
    },
    /// Appends a new element to a list, or puts a new entry into a map, and runs the body with `bind` as its place. An entry
    /// takes the place of one with an equal key once the body has built it. Time and memory for n entries are within a
    /// constant times n log n, whatever the order of their keys.
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
    /// Appends `count` (U64) new elements to a list, puts this many new entries into a map, or fills an array (of that
    /// many elements): runs the body for each, with `bind` as its place, as [`Op::Push`] does. The lowering has shown
    /// that the count is within a constant times the input left, or charged.
    Fill {
        /// A list, an array or a map.
        place: Place,
        /// Their number.
        count: Expr,
        /// Bound to the element: Ref.
        bind: VarId,
        /// U64: 0 for the first of these.
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
        /// Bound to the value: Ref; under construction in the body, to be read behind it.
        var: VarId,
        /// Builds it.
        body: Block,
        /// Bound to the body's yields.
        results: Vec<VarId>,
    },
    /// Appends bytes to those that the struct at `place` keeps for a format; it keeps those of one format only, so others'
    /// are dropped. No effect if its type keeps none, or the bytes are empty.
    Retain {
        /// A struct.
        place: Place,
        /// Label of the format.
        format: String,
        /// Bytes.
        value: Expr,
    },
    /// Reports that these bytes of the input are left out of the value at `place`, because the schema does not know
    /// them. Neither the value nor the verdict depends on it. Engines of the command note that it happened, and the
    /// interpreter where; generated code does nothing.
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
    /// Appends the number `(n + bias) / unit` and then the body's n bytes. `too_large` if the number does not fit the
    /// prefix, or is not whole.
    Measured {
        /// How the number is written.
        prefix: Prefix,
        /// Bytes that count as one.
        unit: u32,
        /// Added to the length in bytes.
        bias: i32,
        /// Writes to the stream; position-independent where `strategy` is back to front.
        body: Block,
        /// How engines get at the length.
        strategy: Strategy,
        /// Bound to the body's yields.
        results: Vec<VarId>,
        /// Where.
        site: SiteId,
    },
    /// Reserves `size` (U64) zeroed bytes of the stream as a section and runs the body on it.
    Block {
        /// Length in bytes.
        size: Expr,
        /// Puts into the section; tails extend the stream behind it.
        body: Block,
        /// Bound to the body's yields.
        results: Vec<VarId>,
    },
    /// Writes into the section at a constant offset. A later put wins.
    Put {
        /// Offset from the section's base, in bytes.
        offset: u32,
        /// An integer, constant bytes, or a span (which the lowering has checked to fit).
        what: Datum,
    },
    /// Runs the body on the part of the section from a constant offset.
    Sub {
        /// Offset from the section's base, in bytes.
        offset: u32,
        /// Puts into the part.
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
    /// (integers by value, text by bytes, false before true). With a stride the section's base moves on by this many
    /// bytes from element to element; without one the body writes to the stream. `ordered`: elements of a list or array
    /// are visited in ascending order of the value at these steps (integers by value, text by bytes), equal ones in
    /// list order.
    Each {
        /// A list, an array or a map.
        place: Place,
        /// Bound to the element: Ref.
        item: VarId,
        /// U64: 0 for the first visited.
        index: VarId,
        /// Bytes of section per element.
        stride: Option<u32>,
        /// Steps from the element to the key by which the visit is ordered; none for a map.
        ordered: Option<Vec<Step>>,
        /// Variables with their first values; visible in the body.
        carried: Vec<Carried>,
        /// Writes an element; yields the next carried values.
        body: Block,
        /// Bound to the last values.
        results: Vec<VarId>,
    },
    /// Within a message, runs the body once for each distinct `key` (Bytes); the result is the value that the body
    /// yielded then (one U64, a position).
    Memo {
        /// Bytes that distinguish one from another.
        key: Expr,
        /// Writes to the stream and yields a position.
        body: Block,
        /// Bound to the position.
        result: VarId,
    },
    /// Runs the body with a stream and a memo of its own (a whole message inside a message), and binds its output.
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
    /// An integer of 1, 2, 4 or 8 bytes; one result, U64 (zero-extended). `truncated` if the window has fewer bytes.
    Int {
        /// Bytes.
        width: u8,
        /// Byte order.
        order: Order,
    },
    /// The next `len` (U64) bytes; one result, Bytes, or Section(n) where `len` is the constant n. `truncated` if the window
    /// has fewer.
    Span(Expr),
    /// The next byte without moving, or 256 at the end of the window; one result, U64. Never fails.
    Peek,
    /// Nothing; moves over `len` (U64) bytes. `truncated` if the window has fewer.
    Skip(Expr),
    /// Nothing; moves to the next position whose distance from `from` (U64, a position) is a multiple of `to` (U64, a power
    /// of two). `truncated` if the window ends before.
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
    /// Fails: `truncated` where the window ends inside the bytes and all before agree, else with `code`.
    Fail {
        /// The error.
        code: ErrorCode,
        /// Where.
        site: SiteId,
    },
    /// Does not move; the variable (Bool) is true if the bytes matched.
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
    /// The bytes that lead here; none if empty.
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

/// How an engine computes a measured body's length. Results are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Leave room for the shortest prefix, write the body, then fill the prefix in, moving the body if it needs more.
    #[default]
    Patch,
    /// Compute the size first.
    SizePass,
    /// Write the body before its prefix, from the end of the buffer to the front. Legal only where the body does not use
    /// positions: no Tail, Base, Align or Memo.
    BackToFront,
}
