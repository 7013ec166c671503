//! Design: docs/decisions/0019-rare-functions.md
//! Design: docs/decisions/0054-linkage-of-any.md

use crate::types::{StructId, Type, Types};
use crate::{Expr, Op, Views};
use std::sync::Arc;

/// The functions of one wire format for the types of one schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// Name of the format: labels output files and messages. No engine acts upon it.
    pub format: String,
    /// Native types.
    pub types: Arc<Types>,
    /// Functions; a [`FuncId`] is an index into this list.
    pub functions: Vec<Function>,
    /// The functions that users call.
    pub entries: Vec<Entry>,
    /// How values are read in place; empty unless wanted.
    pub views: Views,
}

impl Entry {
    /// The functions that a user calls.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> {
        self.encode.into_iter().chain([self.decode]).chain(self.validate).chain(self.size)
    }
}

impl Module {
    /// The function with this id.
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// The functions that users and outputs of other files call.
    pub fn roots(&self) -> impl Iterator<Item = FuncId> {
        let exported = (0..).map(FuncId).zip(&self.functions);
        let exported = exported.filter(|(_, it)| matches!(it.linkage, Linkage::Exported(_))).map(|(id, _)| id);
        self.entries.iter().flat_map(Entry::functions).chain(self.views.functions()).chain(exported)
    }

    /// The entry of a struct.
    pub fn entry(&self, record: StructId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.record == record)
    }
}

/// The public codec of one struct: a whole message.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The struct.
    pub record: StructId,
    /// Writes a message: one parameter, the value. `None` where the format is read only with a schema given at run time.
    pub encode: Option<FuncId>,
    /// Reads a message that fills the input exactly: one parameter, the place of the value; where `schema` is given a
    /// second one, the value that describes the writer's schema. The place may hold anything before.
    pub decode: FuncId,
    /// Says of a message what `decode` says of it, with the same error code, and keeps nothing of it: takes what `decode` takes
    /// but for the value; or all of it, where whether something came before decides what may follow. `None` until a pass
    /// adds validators.
    pub validate: Option<FuncId>,
    /// Computes how many bytes `encode` writes, and fails as that does: one parameter, the value; yields the size
    /// (U64). `None` until a pass adds sizes, and where they cannot be computed without writing.
    pub size: Option<FuncId>,
    /// Type of the run-time schema that `decode` takes.
    pub schema: Option<StructId>,
}

/// Index of a function in its [`Module`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncId(pub u32);

/// Index of a variable in its [`Function`]. Each is bound exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

/// The place in a lowering's output at which an error arises; unique in a function, kept by every pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u32);

impl SiteId {
    /// Stands for no op, but for what its function refuses by itself: data that is nested too deeply, a value that is none of its type.
    pub const OF_FUNCTION: Self = Self(u32::MAX);
}

/// A function. It may read at the cursor, write to the stream and build places; which of these it does is derived
/// ([`crate::effects`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Unique name, words in lower case joined by `_`, type names as in the schema: `decode_Order`.
    pub name: String,
    /// Parameters in order.
    pub params: Vec<Param>,
    /// Types of the results: those of the body's yields.
    pub results: Vec<ValueType>,
    /// Variables, parameters among them.
    pub vars: Vec<Var>,
    /// The body.
    pub body: Block,
    /// It begins a level of nesting in the data: the depth limit is checked and counted at its entry (`too_deep`).
    pub nests: bool,
    /// Few messages need it, or those of other writers only: engines keep it apart from what every message needs.
    pub rare: bool,
    /// Its input has been validated: it does no checks of its own and succeeds on every valid message, so engines need
    /// not check that the bytes it reads are there.
    pub trusting: bool,
    /// In which output it stands where each schema file has its own.
    pub linkage: Linkage,
}

/// In which output a function stands where each schema file has its own. Other engines ignore it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Linkage {
    /// In each output that calls it.
    #[default]
    Internal,
    /// In that of the file which declares the struct: only functions that choose call it. It takes values and yields values.
    Member(StructId),
    /// The same where the module is for that file: outputs of other files call it, so it stays though nothing here does.
    Exported(StructId),
    /// Chooses among members of all files. Each output whose messages come to it has its own, which the members call back.
    Chooser,
}

impl Linkage {
    /// The struct whose member the function is.
    pub fn member_of(self) -> Option<StructId> {
        match self {
            Self::Member(id) | Self::Exported(id) => Some(id),
            Self::Internal | Self::Chooser => None,
        }
    }
}

impl Function {
    /// Returns true if it builds a value of its caller's.
    pub fn builds(&self) -> bool {
        self.params.iter().any(|param| param.kind == ParamKind::Build)
    }

    /// The variable with this id.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.0 as usize]
    }
}

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its variable.
    pub var: VarId,
    /// How it is passed.
    pub kind: ParamKind,
}

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// A value.
    Value,
    /// A native value to be read.
    Read,
    /// A native value under construction.
    Build,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Var {
    /// Name for people; engines make it unique.
    pub name: String,
    /// Its type.
    pub ty: ValueType,
}

/// Type of a value in the IR. A float is its bit pattern, an enumerator its number.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueType {
    /// True or false.
    Bool,
    /// An unsigned 64-bit integer.
    U64,
    /// A signed 64-bit integer.
    I64,
    /// A run of bytes in the input, in a scratch buffer or in a native value, that stays valid through the message.
    Bytes,
    /// Bytes of statically known length. Can be used as [`ValueType::Bytes`].
    Section(u32),
    /// A native value of this type.
    Ref(Type),
}

/// Ops in order, then values for the op (or function) that the block belongs to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The ops.
    pub ops: Vec<Op>,
    /// The values that the block yields.
    pub yields: Vec<Expr>,
}
