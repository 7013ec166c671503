//! The type model: the meaning of a schema, independent of wire formats and programming languages.
//!
//! A [`Model`] is a list of named type declarations in any order: declarations refer to each other by
//! [`DeclId`], so recursive types need no special case. Facts of a single wire format (field numbers, zids, …)
//! are typed attributes ([`attr`]), never strings.
//!
//! Invariant: nothing here names a programming language, and no type's meaning depends on a wire format's attributes.

mod any_text;
pub mod attr;
mod built_in;
mod bytes_meaning;
pub mod c;
pub mod capnp_layout;
mod change;
mod collection;
mod constraint;
pub mod corba;
mod crc64_avro;
mod decimal_text;
mod decl;
mod discriminator;
pub mod giop;
pub mod graph;
mod meaning;
mod names;
mod number_range;
mod order;
mod part;
mod recursion;
mod reduced;
pub mod rpc;
mod selection;
mod service;
pub mod trade;
mod ty;
pub mod xml;

pub use bytes_meaning::BytesMeaning;
pub use change::{Change, Edit, Part};
pub use constraint::{
    AnyMember, Constraint, ConstraintId, ConstraintKind, Holder, Identity, KeyField, Member, MemberPath, MemberStep,
};
pub use crc64_avro::crc64_avro;
pub use decimal_text::{DecimalText, decimal_text};
pub use decl::{
    Case, CaseId, Decl, DeclId, DeclKind, Enum, Enumerator, Field, FieldId, Model, NamedConstant, Struct, Union,
};
pub use meaning::{Meaning, TimeUnit};
pub use names::{camel_case, pascal_case, screaming_snake_case, snake_case, words};
pub use number_range::NumberRange;
pub use order::OrderBy;
pub use part::{FilePart, Parts};
pub use selection::Selection;
pub use service::{Called, Direction, Effect, Method, Parameter, Service, ServiceId};
pub use ty::{Constant, Literal, Presence, Text, Type};
