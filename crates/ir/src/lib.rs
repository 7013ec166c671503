//! The codec IR: a small, typed, structured language for how a wire format writes and reads the bytes of a type.
//!
//! A [`Module`] holds the functions of one format for the types of one schema. A [`Function`] is a tree of [`Op`]s over
//! pure [`Expr`]essions; there is no control-flow graph, so that it prints well into a language with raw pointers and into
//! a functional one. Values are immutable; what changes is declared: the read cursor, the write stream, the section being
//! put together, the place under construction, and two cells that every engine threads (budget and depth).
//!
//! Invariant: nothing here names a wire format or a programming language. A format's rule is spelled in ops; what a format
//! needs and the IR lacks becomes a *general* op with its meaning, failure and cost written at its declaration.
//!
//! Invariant: types are seen through [`types`], a view stripped of every format's facts (no numbers, ordinals, offsets).
//!
//! Design: docs/decisions/0001-one-codec-ir.md

pub mod build;
mod byte_set;
mod calls;
mod constant;
mod effects;
mod expr;
mod family;
mod function;
mod leaf;
pub mod limits;
mod name;
mod op;
mod operators;
mod parts;
mod place;
pub mod ranges;
mod sites;
mod subject;
pub mod text;
pub mod types;
mod typing;
mod verify;
mod view;
mod visit;
mod visit_mut;

pub use byte_set::ByteSet;
pub use calls::Calls;
pub use effects::{Effects, effects};
pub use expr::{BinaryOp, Const, Expr, Order, Place, Setting, Step, UnaryOp};
pub use function::{Block, Entry, FuncId, Function, Linkage, Module, Param, ParamKind, SiteId, ValueType, Var, VarId};
pub use leaf::{PureLeaf, ReadLeaf, WriteLeaf};
pub use op::{Arg, Arm, Carried, Datum, KeyedArm, Miss, Op, Prefix, ReadWhat, Rest, Separation, UnknownKind};
pub use place::PlaceType;
pub use polywire_runtime::ErrorCode;
pub use sites::Sites;
pub use subject::{first_subject, subject};
pub use verify::{Rule, Violation, verify};
pub use view::{Access, Asks, Encoding, Getter, ListView, ObjectView, Role, Slot, StructView, Views};
