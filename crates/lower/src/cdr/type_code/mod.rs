//! TypeCodes (CORBA 3.3 part 2, clause 9.3.5.1): a kind, followed by parameters, which most kinds have in an encapsulation.
//!
//! A type that contains itself has an indirection inside: the distance to the enclosing TypeCode, which is read as the number
//! of TypeCodes in between. Writers may refer to any other earlier TypeCode in this way; such a reference is followed.
//!
//! Invariant: what follows references in bytes (`walk`) only sees TypeCodes that have been read or written by these functions
//! before.
//!
//! Design: docs/decisions/0129-cdr-of-corba.md

pub(super) mod kind;
mod label;
mod read;
pub(super) mod walk;
mod write;

use super::Cdr;
use super::form::corba_decl;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{Named, StructId, Type, Types, UnionId};
use polywire_ir::{FuncId, Function};
use polywire_model::Model;
use polywire_model::attr::CorbaKind;

/// The functions for TypeCodes.
pub(super) struct TypeCodes {
    /// The union of the model.
    pub union: UnionId,
    /// The type of each case.
    cases: Vec<Option<Type>>,
    /// `read_type_code(value, …, enclosing)`, with the other parameters of readers in between; `enclosing` are the positions of the enclosing TypeCodes.
    read: FuncId,
    /// `write_type_code(value, …, enclosing)`, with the other parameters of writers in between.
    pub write: FuncId,
    /// `level_of(enclosing, position) -> level`.
    level_of: FuncId,
    /// `kind_of(value) -> kind`.
    kind_of: FuncId,
    /// `skip_type_code(origin, little)`.
    pub skip: FuncId,
    /// `resolve_type_code(types, position, little) -> (position, little, kind)`.
    pub resolve: FuncId,
    /// `read_label(kind, …) -> label`.
    pub read_label: FuncId,
    /// `write_label(label, …, kind)`.
    write_label: FuncId,
}

impl TypeCodes {
    /// Declares the functions if the schema has TypeCodes.
    pub fn declare(module: &mut ModuleBuilder, model: &Model, types: &Types) -> Option<Self> {
        let Named::Union(union) = types.of_decl[corba_decl(model, CorbaKind::TypeCode)?] else { return None };
        let cases = types.union(union).cases.iter().map(|case| case.ty.clone()).collect();
        let mut declare = || module.declare();
        Some(Self {
            union,
            cases,
            read: declare(),
            write: declare(),
            level_of: declare(),
            kind_of: declare(),
            skip: declare(),
            resolve: declare(),
            read_label: declare(),
            write_label: declare(),
        })
    }

    /// Returns the struct of the parameters of a kind.
    fn parameters(&self, kind: u64) -> Option<StructId> {
        match self.cases.get(kind as usize) {
            Some(Some(Type::Struct(id))) => Some(*id),
            _ => None,
        }
    }
}

impl Cdr<'_> {
    /// Defines the functions.
    pub(super) fn define_type_codes(&self, module: &mut ModuleBuilder, it: &TypeCodes) {
        module.define(it.read, self.read_type_code(it));
        module.define(it.write, self.write_type_code(it));
        module.define(it.level_of, read::level_of());
        module.define(it.kind_of, self.kind_of(it));
        module.define(it.skip, walk::skip_type_code());
        module.define(it.resolve, walk::resolve_type_code(it.resolve));
        module.define(it.read_label, self.read_label_of_kind());
        module.define(it.write_label, self.write_label_of_kind());
    }

    /// Returns the functions of the union: those of a TypeCode that no other encloses.
    pub(super) fn outermost_type_code(&self, it: &TypeCodes) -> [Function; 2] {
        [self.encode_outermost(it), self.read_outermost(it)]
    }
}
