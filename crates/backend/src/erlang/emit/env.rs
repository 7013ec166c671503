use super::num::Num;
use super::out::Out;
use super::place::{Node, Path};
use super::section::Section;
use super::sections::SectionView;
use super::slot::Slot;
use super::trace::Trace;
use crate::erlang::ast::Ex;
use polywire_ir::types::Type;
use polywire_ir::{FuncId, VarId};
use std::collections::HashMap;

/// A variable of the IR in one activation of its function: callees that are printed in place have their own.
pub type Key = (u32, VarId);

/// An activation of an IR function that is being printed.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Number of the activation.
    pub id: u32,
    /// The function.
    pub func: FuncId,
}

/// The state at a point of the function: code so far, and the Erlang expression of everything that the IR names.
#[derive(Clone)]
pub struct Env {
    /// Expressions of the current body so far.
    pub code: Vec<Ex>,
    /// The IR function.
    pub frame: Frame,
    /// Values of IR variables.
    pub values: HashMap<Key, Value>,
    /// Native values.
    pub roots: HashMap<Key, Root>,
    /// Native values to be read, and the parts of them that are at hand.
    pub nodes: HashMap<Path, Node>,
    /// The read cursor.
    pub cursor: Option<Cursor>,
    /// The budget left.
    pub budget: Option<Ex>,
    /// Levels of nesting that are left.
    pub depth: Option<Ex>,
    /// The memo.
    pub memo: Option<Ex>,
    /// The settings chosen by the caller.
    pub settings: Option<Ex>,
    /// The place, in a module that reports where a message is wrong.
    pub trace: Option<Box<Trace>>,
    /// The stream.
    pub out: Option<Out>,
    /// The section.
    pub section: Option<Section>,
    /// The current body ends the Erlang function, so that a loop may take over the code after it.
    pub tail: bool,
    /// The code after the current block is short, so that it may be printed several times.
    pub cheap: bool,
    /// An error was certainly raised; code after it does not run.
    pub dead: bool,
}

impl Env {
    /// Nothing known yet.
    pub fn new(frame: Frame) -> Self {
        Self {
            code: vec![],
            frame,
            values: HashMap::new(),
            roots: HashMap::new(),
            nodes: HashMap::new(),
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

    /// The same knowledge at the start of a body inside.
    pub fn inner(&self) -> Self {
        Self { code: vec![], ..self.clone() }
    }

    /// The key of a variable of the current function.
    pub fn key(&self, var: VarId) -> Key {
        (self.frame.id, var)
    }

    /// Binds a variable of the current function.
    pub fn set(&mut self, var: VarId, value: Value) {
        self.values.insert((self.frame.id, var), value);
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
    /// An integer of which only the two's complement reading of this many bits is ever used.
    Signed(Ex, u8),
    /// An earlier position of the cursor, and the rest of the window there.
    Pos(Num, Ex, u32),
}

/// A native value.
#[derive(Clone, Debug)]
pub enum Root {
    /// To be read, at this node.
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
    /// Bytes of the region behind the window.
    pub after: Num,
    /// The number of the window.
    pub window: u32,
    /// Position in the region, where it is at hand.
    pub here: Option<Num>,
    /// Fewest bytes left.
    pub min_left: i128,
    /// None are left.
    pub empty: bool,
}

impl Cursor {
    /// The same window, with another rest.
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
