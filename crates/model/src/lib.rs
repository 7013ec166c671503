//! The type model: what a schema means, free of any one wire format or programming language.
//!
//! A [`Model`] is a set of named type declarations in dependency-free order: declarations refer to each other by
//! [`DeclId`], so recursive types need no special case. Facts that belong to one wire format (field numbers, zids, …)
//! are typed attributes ([`attr`]), never strings.
//!
//! Invariant: nothing here names a programming language, and no type's meaning depends on a wire format's attributes.

pub mod attr;
pub mod capnp_layout;
mod change;
mod decl;
pub mod graph;
mod names;
mod order;
mod part;
mod recursion;
mod selection;
mod service;
pub mod trade;
mod ty;

pub use change::{Change, Edit, Part};
pub use decl::{Case, CaseId, Decl, DeclId, DeclKind, Enum, Enumerator, Field, FieldId, Model, Struct, Union};
pub use names::{camel_case, pascal_case, screaming_snake_case, snake_case};
pub use order::OrderBy;
pub use part::{FilePart, Parts};
pub use selection::Selection;
pub use service::{Method, Service};
pub use ty::{Constant, Literal, Presence, Text, Type};
