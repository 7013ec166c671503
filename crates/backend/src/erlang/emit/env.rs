use super::num::Num;
use super::out::Out;
use super::place::{Node, Path};
use super::roots::Roots;
use super::section::Section;
use super::sections::SectionView;
use super::slot::Slot;
use super::trace::Trace;
use crate::erlang::ast::Ex;
use polywire_ir::types::Type;
use polywire_ir::{FuncId, VarId};
use rpds::HashTrieMap;

/// A variable of the IR in one activation of its function: inlined callees have their own.
pub type Key = (u32, VarId);

/// An activation of an IR function that is being printed.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Number of the activation.
    pub id: u32,
    /// The function.
    pub func: FuncId,
}

/// The state at a point of the function: code so far, and the Erlang expression for every name of the IR.
///
/// Each branch and each arm starts with a copy, so what grows with the members of a message is in persistent maps.
#[derive(Clone)]
pub struct Env {
    /// Expressions of the current body so far.
    pub code: Vec<Ex>,
    /// The IR function.
    pub frame: Frame,
    /// Values of IR variables.
    pub values: HashTrieMap<Key, Value>,
    /// Native values.
    pub roots: Roots,
    /// Native values being read, with their destructured parts.
    pub nodes: HashTrieMap<Path, Node>,
    /// The read cursor.
    pub cursor: Option<Cursor>,
    /// The remaining budget.
    pub budget: Option<Ex>,
    /// The remaining nesting levels.
    pub depth: Option<Ex>,
    /// The memo.
    pub memo: Option<Ex>,
    /// The settings chosen by the caller.
    pub settings: Option<Ex>,
    /// The place of errors, in a module that explains them.
    pub trace: Option<Box<Trace>>,
    /// The stream.
    pub out: Option<Out>,
    /// The section.
    pub section: Option<Section>,
    /// True if the current body ends the Erlang function, so that a loop may continue with the code after it.
    pub tail: bool,
    /// True if the code after the current block is short, so that it may be duplicated.
    pub cheap: bool,
    /// True after a certain error; code after it does not run.
    pub dead: bool,
}

impl Env {
    /// Starts without knowledge.
    pub fn new(frame: Frame) -> Self {
        Self {
            code: vec![],
            frame,
            values: HashTrieMap::new(),
            roots: Roots::default(),
            nodes: HashTrieMap::new(),
            cursor: None,
            budget: None,
            depth: None,
            memo: None,
            settings: None,
            trace: None,
            out: None,
            section: None,
            tail: true,
            cheap: true,
            dead: false,
        }
    }

    /// Returns the same knowledge at the start of a nested body.
    pub fn inner(&self) -> Self {
        Self {
            code: vec![],
            frame: self.frame,
            values: self.values.clone(),
            roots: self.roots.clone(),
            nodes: self.nodes.clone(),
            cursor: self.cursor.clone(),
            budget: self.budget.clone(),
            depth: self.depth.clone(),
            memo: self.memo.clone(),
            settings: self.settings.clone(),
            trace: self.trace.clone(),
            out: self.out.clone(),
            section: self.section.clone(),
            tail: self.tail,
            cheap: self.cheap,
            dead: self.dead,
        }
    }

    /// The key of a variable of the current function.
    pub fn key(&self, var: VarId) -> Key {
        (self.frame.id, var)
    }

    /// Binds a variable of the current function.
    pub fn set(&mut self, var: VarId, value: Value) {
        self.values.insert_mut((self.frame.id, var), value);
    }
}

/// A value of the IR.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Num(Num),
    /// A bool, as `true` or `false`.
    Bool(Ex),
    /// Bytes, as a binary.
    Bytes(Ex),
    /// A section.
    Section(SectionView),
    /// The bits of a native float of this many bits.
    Float(Ex, u8),
    /// An integer of which only the two's complement value of this many bits is used.
    Signed(Ex, u8),
    /// An earlier position of the cursor, and the rest of the window there.
    Pos(Num, Ex, u32),
}

/// A native value.
#[derive(Clone, Debug)]
pub enum Root {
    /// A value being read, at this node.
    Read(Path),
    /// Under construction.
    Build(Slot, Type),
}

/// The read cursor.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// The bytes from here to the end of the window.
    pub rest: Ex,
    /// The region.
    pub region: Ex,
    /// Bytes of the region after the window.
    pub after: Num,
    /// The number of the window.
    pub window: u32,
    /// Position in the region, if available.
    pub here: Option<Num>,
    /// Minimum number of bytes left.
    pub min_left: i128,
    /// True if no bytes are left.
    pub empty: bool,
}

impl Cursor {
    /// Returns a cursor in the same window, with another rest.
    pub fn at(&self, rest: Ex) -> Self {
        Self { rest, here: None, min_left: 0, empty: false, ..self.clone() }
    }

    /// Bytes left in the window.
    pub fn left(&self) -> Num {
        if self.empty {
            return Num::constant(0);
        }
        if let (Some(here), Some(0)) = (&self.here, self.after.known()) {
            let size = Num::len(Ex::guard("byte_size", vec![self.region.clone()]));
            return Num::new(size.minus(here.clone()).ex, self.min_left, super::num::MAX_LEN);
        }
        Num::new(Ex::guard("byte_size", vec![self.rest.clone()]), self.min_left, super::num::MAX_LEN)
    }

    /// Position in the region.
    pub fn pos(&self) -> Num {
        if let Some(here) = &self.here {
            return here.clone();
        }
        if self.rest == self.region && self.after == Num::constant(0) {
            return Num::constant(0);
        }
        let size = Num::len(Ex::guard("byte_size", vec![self.region.clone()]));
        let pos = size.minus(self.after.clone()).minus(self.left());
        Num::len(pos.ex)
    }
}
