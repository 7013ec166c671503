//! The low form: the functions of a module as structured statements of an imperative language.
//!
//! It stands between the codec IR and the printers of imperative languages. Whatever they would decide alike is decided
//! here: which reads share one bounds check, where output needs room, which fields of an old object are reset, which
//! member is tried next. A printer writes each statement in its language's syntax and decides nothing about the codec.
//!
//! Values are the IR's pure expressions over the variables of the function: those of the IR function come first, with the
//! same numbers, then those that the low form adds. A *cursor* (position and end of the window, start and end of the
//! region) and a *stream* (position, start of the output) are implicit: [`Stmt::Window`] and [`Stmt::At`] narrow and
//! replace the cursor for their bodies, [`Stmt::Scratch`] replaces the stream.
//!
//! Invariant: the low form names neither a wire format nor a language.
//!
//! Design: docs/decisions/0066-one-low-form.md
//! Design: docs/decisions/0080-fast-go-and-rust.md

mod build;
mod context;
mod field_path;
mod label_tree;
mod left;
mod members;
mod parts;
mod short;
mod target;
mod text;
mod typing;
mod uses;
mod variables;
mod verify;
mod visit;

pub use build::{NativeFields, PlainFields, function};
pub use context::Context;
pub use field_path::{FieldPath, FieldPaths, first_of_each_param};
pub use members::{FirstRead, Label, LabelTree, MemberArm, Members, Prediction};
pub use parts::Part;
pub use target::Target;
pub use text::text;
pub use uses::Uses;
pub use verify::verify;

use crate::plan::SizeBound;
use polywire_ir::{
    ByteSet, Const, Datum, ErrorCode, Expr, FuncId, Module, Order, Place, Prefix, ReadLeaf, SiteId, Step, ValueType,
    VarId,
};

/// A function in one mode of output.
#[derive(Clone, Debug)]
pub struct Function {
    /// The function of the module.
    pub id: FuncId,
    /// How it ensures room for its output.
    pub mode: Mode,
    /// Variables, by [`VarId`].
    pub vars: Vec<Variable>,
    /// For each parameter of the IR function: the added parameter (Bool) that says if its value must be made new.
    pub is_new: Vec<Option<VarId>>,
    /// The body. It ends with [`Stmt::Return`] unless it never gets there.
    pub body: Body,
    /// The uses of variables in the body.
    pub uses: Uses,
}

/// The way in which a function ensures room for its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// Its caller has ensured it.
    Raw,
    /// It compares with a write limit, and gives up if room is lacking.
    Limited,
    /// It grows the output, which may move.
    Checked,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Words in lower case joined by `_`; not unique.
    pub name: String,
    /// The type of its values.
    pub ty: VarType,
}

/// The type of a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum VarType {
    /// A value of the IR.
    Value(ValueType),
    /// A number of elements of a native list.
    Size,
    /// The entries that a map had before it is built anew, as far as they have not been used again.
    OldEntries,
}

/// Statements in order.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// Control never gets past the last one.
    pub ends: bool,
}

/// A statement. Conditions are expressions of type Bool.
#[derive(Clone, Debug)]
pub enum Stmt {
    // Variables
    /// Declares a variable with its only value.
    Let {
        /// The variable.
        var: VarId,
        /// Its value.
        value: Expr,
    },
    /// Declares a variable that is assigned later.
    Declare(VarId),
    /// Declares a variable that changes, with its first value.
    Var {
        /// The variable.
        var: VarId,
        /// Its first value.
        first: Expr,
    },
    /// Another name of a declared variable.
    Alias {
        /// The new name.
        var: VarId,
        /// The variable.
        of: VarId,
    },
    /// Assigns values to variables, all at once: the values refer to the variables as they were before.
    Assign(Vec<(VarId, Expr)>),
    /// Adds one to a variable.
    Count(VarId),

    // Control
    /// Runs one of two bodies.
    If {
        /// The condition.
        cond: Expr,
        /// Runs if it holds.
        then: Body,
        /// Runs if not.
        other: Body,
        /// Which of them run rarely.
        rare: [bool; 2],
    },
    /// Runs the arm whose keys include a number or some bytes, else the default.
    Switch {
        /// U64, I64 or Bytes.
        on: Expr,
        /// Arms with distinct keys.
        arms: Vec<Arm>,
        /// Runs if no arm matches.
        default: Body,
    },
    /// Repeats the body while the condition holds.
    While {
        /// The condition.
        cond: Expr,
        /// The body.
        body: Body,
    },
    /// Reads members identified by keys.
    Members(Box<Members>),
    /// A scope of its own.
    Scope(Body),
    /// A part of a large function.
    Part(Box<Part>),
    /// Failures inside are about this place, unless an inner statement is about another one. Only where errors are
    /// explained.
    About {
        /// The place; none where the body is about nothing in particular.
        place: Option<Place>,
        /// The body.
        body: Body,
    },
    /// Returns from the function with success, its results being these values.
    Return(Vec<Expr>),

    // Failure
    /// Fails.
    Fail {
        /// The error.
        code: ErrorCode,
        /// Its site.
        site: SiteId,
    },
    /// Fails unless the condition holds.
    Require {
        /// The condition.
        cond: Expr,
        /// The error.
        code: ErrorCode,
        /// Its site.
        site: SiteId,
    },
    /// Fails if no level of nesting is left.
    RequireDepth,
    /// Takes units from the budget; fails with `budget_exceeded` if fewer are left.
    Charge {
        /// A variable or a constant; U64.
        cost: Expr,
        /// The error's site.
        site: SiteId,
    },
    /// Adds units to the budget.
    Credit {
        /// U64.
        amount: Expr,
    },

    // Input
    /// Fails with `truncated` unless this many bytes are left in the window.
    Ensure {
        /// A constant or a variable.
        len: Expr,
        /// The error's site.
        site: SiteId,
    },
    /// Binds a variable (U64) to an integer ahead of the cursor; its bytes are ensured.
    Load {
        /// The variable.
        var: VarId,
        /// Its offset from the cursor.
        offset: u64,
        /// Bytes: 1, 2, 4 or 8.
        width: u8,
        /// Byte order.
        order: Order,
    },
    /// Binds a variable (Bytes or Section) to bytes ahead of the cursor, which are ensured.
    Span {
        /// The variable.
        var: VarId,
        /// Their offset from the cursor.
        offset: u64,
        /// Their number: a constant or a variable.
        len: Expr,
    },
    /// Moves the cursor past ensured bytes.
    Advance {
        /// A constant or a variable.
        len: Expr,
    },
    /// Binds a variable (U64) to the number of bytes up to the next position whose distance from `from` is a multiple of
    /// `to`.
    Padding {
        /// The variable.
        var: VarId,
        /// U64, a power of two.
        to: Expr,
        /// U64, a position.
        from: Expr,
    },
    /// Binds a variable (U64) to the next byte, or to 256 at the end of the window.
    Peek(VarId),
    /// Skips bytes of a set.
    SkipWhile(ByteSet),
    /// Reads a leaf.
    ReadLeaf {
        /// The leaf.
        leaf: ReadLeaf,
        /// What becomes of its result.
        into: LeafTarget,
        /// The error's site.
        site: SiteId,
    },
    /// Fails unless these bytes follow, and moves past them.
    Match {
        /// The bytes.
        bytes: Vec<u8>,
        /// As many bytes are known to be left.
        is_left: bool,
        /// The error.
        code: ErrorCode,
        /// Its site.
        site: SiteId,
    },
    /// Binds a variable (Bool) to whether these bytes follow, and moves past them if so.
    MatchIf {
        /// The variable.
        var: VarId,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// Runs the body in a window of ensured bytes. Its variables stay visible.
    Window {
        /// Length in bytes: a constant or a variable.
        len: Expr,
        /// The body.
        body: Body,
        /// What becomes of bytes that the body has not read; irrelevant if it ends.
        rest: Rest,
    },
    /// Runs the body with a cursor of its own. Its variables stay visible.
    At {
        /// The region: a variable of type Bytes.
        region: Expr,
        /// The position in it: a constant or a variable.
        pos: Expr,
        /// The check of the position.
        check: PositionCheck,
        /// Where errors inside are.
        errors: ErrorPlace,
        /// The body.
        body: Body,
    },
    /// Fails unless a region has bytes at a position.
    RequirePart {
        /// A variable of type Bytes.
        region: Expr,
        /// A constant or a variable.
        pos: Expr,
        /// Their number: a constant or a variable.
        len: Expr,
        /// The error.
        code: ErrorCode,
        /// Its site.
        site: SiteId,
    },
    /// Binds a section to bytes of a region.
    Section {
        /// The section.
        var: VarId,
        /// A variable of type Bytes.
        region: Expr,
        /// A constant or a variable.
        pos: Expr,
        /// The number of bytes in the region; none if the section has no more than these.
        len: Option<Expr>,
        /// The section's bytes where the region has fewer.
        fill: Vec<u8>,
    },
    /// Values that are computed, but not used.
    Unused(Vec<Expr>),

    // Native values
    /// Sets a scalar; an optional becomes present.
    SetScalar {
        /// The place.
        place: Place,
        /// Its value.
        value: Expr,
    },
    /// Sets a text.
    SetText {
        /// The place.
        place: Place,
        /// Bytes.
        value: Expr,
        /// Fails with `invalid_utf8` if they are not well-formed.
        verify: bool,
        /// The error's site.
        site: SiteId,
    },
    /// Sets bytes.
    SetBytes {
        /// The place.
        place: Place,
        /// Bytes.
        value: Expr,
    },
    /// Makes a union hold a case without a value.
    SetCase(Place),
    /// Resets a value to its initial state.
    Reset(Place),
    /// Clears the unknown bytes that a struct keeps.
    ResetUnknown(Place),
    /// Declares variables that track the state of fields while their object is built.
    Track {
        /// The variables.
        tracks: Vec<Tracked>,
        /// Compilers should hold them in memory: they are too many for registers.
        in_memory: bool,
    },
    /// Corrects a field according to the variable that tracks it.
    Settle(Tracked),
    /// Marks all entries of a map as old.
    RestartEntries {
        /// The map.
        place: Place,
        /// Its old entries.
        old: VarId,
    },
    /// Binds a variable to the value of an optional, which becomes present.
    Present {
        /// The variable.
        bind: VarId,
        /// The optional.
        place: Place,
        /// The following statements reset an absent value; otherwise, it is new.
        is_reset: bool,
    },
    /// Binds a variable to the value of a union's case, which it then holds.
    Hold {
        /// The variable.
        bind: VarId,
        /// The case.
        place: Place,
    },
    /// Sets a case's value to its default, which is not zero.
    SetDefault {
        /// The variable that refers to it.
        bind: VarId,
        /// The case.
        place: Place,
        /// The condition.
        cond: Expr,
    },
    /// Appends an element to a list and builds it.
    Push {
        /// The list.
        place: Place,
        /// Bound to the element.
        bind: VarId,
        /// The number of elements so far, if elements behind it are used again.
        size: Option<VarId>,
        /// Where the list has no room for the element, room is made for those that follow as well. It only saves time.
        ahead: Option<Ahead>,
        /// Builds it.
        body: Body,
    },
    /// Appends elements to a list, or fills an array, and builds them.
    Fill {
        /// The list or array.
        place: Place,
        /// Bound to each element.
        bind: VarId,
        /// Counts the elements from 0.
        index: VarId,
        /// The number of elements.
        count: Expr,
        /// Where they begin.
        start: FillStart,
        /// Builds an element.
        body: Body,
    },
    /// Builds an entry, which then replaces one with an equal key.
    Entry {
        /// The map.
        place: Place,
        /// Bound to the entry.
        bind: VarId,
        /// Entries whose memory can be used again; none if all entries stay.
        old: Option<VarId>,
        /// Builds it.
        body: Body,
    },
    /// Builds this many entries.
    Entries {
        /// The map.
        place: Place,
        /// Bound to each entry.
        bind: VarId,
        /// Counts the entries from 0.
        index: VarId,
        /// The number of entries.
        count: Expr,
        /// Entries whose memory can be used again.
        old: EntriesStart,
        /// Builds an entry.
        body: Body,
    },
    /// Declares a new native value of this scope and builds it.
    Make {
        /// The variable.
        var: VarId,
        /// Builds it.
        body: Body,
    },
    /// Appends to the unknown bytes that a struct keeps for a format.
    Retain {
        /// The struct.
        place: Place,
        /// The format's label.
        format: String,
        /// Bytes.
        value: Expr,
    },

    // Output
    /// Gives up if the output up to the write limit has less room than this.
    RequireRoom {
        /// The bytes.
        bound: SizeBound,
    },
    /// The same for the elements of a list, which needs nothing if it is empty.
    RequireRoomForEach {
        /// The list.
        place: Place,
        /// The bytes of one element.
        of_one: u64,
        /// The bytes behind the last one.
        after: u64,
    },
    /// Grows the output to have room for at least this much, beside the slack that a write may overwrite.
    Grow {
        /// The bytes.
        bound: SizeBound,
    },
    /// Appends a datum.
    Write(Datum),
    /// Runs the body if a struct keeps unknown bytes, which is rare.
    IfUnknown {
        /// The struct.
        place: Place,
        /// The body.
        body: Body,
    },
    /// Runs the body, and writes the number `(n + bias) / unit` before the n bytes that it writes.
    Measured {
        /// How the number is written.
        prefix: Prefix,
        /// The size in bytes of the unit in which the length is counted.
        unit: u32,
        /// Added to the length in bytes.
        bias: i32,
        /// The bytes reserved for a varint before the body is written.
        reserved: u8,
        /// The body. Its variables stay visible.
        body: Body,
        /// The error's site.
        site: SiteId,
    },
    /// Reserves bytes of the stream as a section and runs the body on it. Its variables stay visible.
    Block {
        /// Length: a constant or a variable.
        size: Expr,
        /// What is zeroed.
        zeros: Zeros,
        /// The body.
        body: Body,
    },
    /// Writes into the section.
    Put {
        /// The offset from its base.
        offset: u32,
        /// The datum.
        what: Datum,
        /// A short text may be stored as a whole block with zeros behind it.
        as_block: bool,
    },
    /// Runs the body on a part of the section. Its variables stay visible.
    Sub {
        /// The offset from its base.
        offset: u32,
        /// The body.
        body: Body,
        /// The body uses the part.
        is_used: bool,
    },
    /// Visits the elements of a list or array, or the entries of a map in the order of their keys.
    Each {
        /// What is visited.
        place: Place,
        /// Bound to the element.
        item: VarId,
        /// Counts the elements, if that is used.
        index: Option<VarId>,
        /// The bytes of the section for each element.
        stride: Option<u32>,
        /// Steps from an element to the key in whose order elements are visited.
        ordered: Option<Vec<Step>>,
        /// The ranges of an element's part of the section that are zeroed first.
        gaps: Vec<(u32, u32)>,
        /// The body.
        body: Body,
    },
    /// Binds a variable to the number known for a key, or else to the one that the body determines.
    Memo {
        /// Bytes.
        key: Expr,
        /// The variable.
        var: VarId,
        /// Writes, and assigns the variable.
        body: Body,
    },
    /// Runs the body with a stream of its own and binds its output. Its variables stay visible.
    Scratch {
        /// Bytes.
        var: VarId,
        /// The body.
        body: Body,
    },

    // Calls
    /// Calls a function.
    Call(Call),
}

/// An arm of a [`Stmt::Switch`].
#[derive(Clone, Debug)]
pub struct Arm {
    /// Constants of the switch's type.
    pub keys: Vec<Const>,
    /// The body.
    pub body: Body,
}

/// What becomes of a leaf's result.
#[derive(Clone, Debug)]
pub enum LeafTarget {
    /// It has none, or nobody uses it: the leaf is only checked and skipped.
    Nothing,
    /// A variable.
    Var(VarId),
    /// It is read into a native value.
    Place(Place),
}

/// What becomes of bytes of a window that were not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// They are skipped.
    Skip,
    /// They are an error.
    Fail(ErrorCode, SiteId),
}

/// Where errors are while another region is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorPlace {
    /// In the region, which is a part of the input.
    Region,
    /// Where the input is left, because the region may be a copy.
    Cursor,
    /// Where those around are.
    Outer,
}

/// The check of a position in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionCheck {
    /// It is known to be in the region.
    None,
    /// Fails with `bad_pointer` if it is past the end.
    Position(SiteId),
    /// Also fails, with `truncated` at the second site, if fewer than `len` bytes follow.
    Ahead {
        /// The site of the position.
        site: SiteId,
        /// Bytes.
        len: u64,
        /// The site of the bytes.
        truncated: SiteId,
    },
}

/// A variable that tracks the state of a field while its object is built.
#[derive(Clone, Debug)]
pub struct Tracked {
    /// What it tracks.
    pub kind: crate::plan::Track,
    /// The variable: the number of elements of a list, the old entries of a map, otherwise a Bool.
    pub var: VarId,
    /// The field.
    pub place: Place,
    /// The condition under which the field is made new.
    pub is_new: Expr,
}

/// The elements of a list that follow one in the input, at the cursor or behind the innermost window. Each is a label, a
/// varint, and as many bytes as that says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// The label.
    pub label: Vec<u8>,
    /// Counting ends before an element of fewer bytes, because its memory is charged when it has been read.
    pub min_len: u64,
    /// They follow the innermost window.
    pub behind_window: bool,
}

/// Where [`Stmt::Fill`] begins.
#[derive(Clone, Debug)]
pub enum FillStart {
    /// An array, at its first element.
    Array,
    /// At the list's first element, if the condition holds, else behind its last one. The list gets as many elements as
    /// that requires, old ones being used again.
    Reset(Expr),
    /// Behind the elements that the variable counts, which then counts the new ones too.
    Tracked(VarId),
    /// Behind the last element.
    Append,
}

/// The entries whose memory [`Stmt::Entries`] can use again.
#[derive(Clone, Debug)]
pub enum EntriesStart {
    /// All entries, if the condition holds: those that are not used are removed at the end.
    Reset(Expr),
    /// Those of the variable.
    Tracked(VarId),
    /// None: all stay.
    Append,
}

/// The zeroed parts of a section.
#[derive(Clone, Debug)]
pub enum Zeros {
    /// These ranges, from and to offsets.
    Gaps(Vec<(u32, u32)>),
    /// All of it.
    All,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function.
    pub func: FuncId,
    /// Its mode.
    pub mode: Mode,
    /// Its arguments.
    pub args: Vec<Arg>,
    /// Variables that its results are assigned to, which it declares.
    pub results: Vec<VarId>,
    /// The bytes that the caller needs behind the callee's output.
    pub room_after: u64,
    /// The budget is passed as a copy, because the callee is never inlined.
    pub lends_budget: bool,
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub enum Arg {
    /// A value.
    Value(Expr),
    /// A native value.
    Place {
        /// The place.
        place: Place,
        /// For a value that the callee builds: the condition under which it makes it new, if the callee wants to know.
        is_new: Option<Expr>,
    },
}

impl Function {
    /// Returns a function's variables without its body.
    pub fn signature(module: &Module, id: FuncId) -> Self {
        let vars = module.function(id).vars.iter();
        let vars = vars.map(|var| Variable { name: var.name.clone(), ty: VarType::Value(var.ty.clone()) });
        Self {
            id,
            mode: Mode::Raw,
            vars: vars.collect(),
            is_new: Vec::new(),
            body: Body::default(),
            uses: Uses::default(),
        }
    }
}
