//! The syntax tree of a file.

mod expression;
mod walk;

pub(super) use expression::{Argument, Expression, ExpressionKind, Word};

use super::nodes::Targets;
use polywire_source::Span;

/// A file.
#[derive(Debug, Default)]
pub(super) struct File {
    /// The id that the file states.
    pub id: Option<(u64, Span)>,
    pub annotations: Vec<Annotation>,
    /// The comment below the id.
    pub doc: String,
    pub decls: Vec<Decl>,
}

/// A declaration.
#[derive(Debug)]
pub(super) struct Decl {
    /// Empty for a union without a name.
    pub name: Word,
    /// `@0x…` of a type, constant or annotation.
    pub id: Option<(u64, Span)>,
    /// `@0` of a member.
    pub ordinal: Option<(u64, Span)>,
    /// The names of type parameters.
    pub params: Vec<Word>,
    pub annotations: Vec<Annotation>,
    pub doc: String,
    pub kind: DeclKind,
    /// The contents of its braces.
    pub nested: Vec<Decl>,
}

impl Decl {
    /// A declaration of a name, with nothing else.
    pub fn new(name: Word, kind: DeclKind) -> Self {
        Self {
            name,
            id: None,
            ordinal: None,
            params: Vec::new(),
            annotations: Vec::new(),
            doc: String::new(),
            kind,
            nested: Vec::new(),
        }
    }
}

#[derive(Debug)]
pub(super) enum DeclKind {
    Using(Expression),
    Const { ty: Expression, value: Expression },
    Enum,
    Enumerant,
    Struct,
    Field { ty: Expression, default: Option<Expression> },
    Union,
    Group,
    Interface { extends: Vec<Expression> },
    Method { implicit: Vec<Word>, params: Params, results: Results },
    Annotation { targets: Targets, ty: Expression },
}

/// The parameters or results of a method.
#[derive(Debug)]
pub(super) enum Params {
    /// Fields of a struct without a name.
    Fields(Vec<Param>),
    /// A struct by its name.
    Struct(Expression),
}

#[derive(Debug)]
pub(super) enum Results {
    Params(Params),
    /// None are written: there are no results.
    Nothing,
    /// `-> stream`.
    Stream(Span),
}

#[derive(Debug)]
pub(super) struct Param {
    pub name: Word,
    pub ty: Expression,
    pub default: Option<Expression>,
    pub annotations: Vec<Annotation>,
}

/// A use of an annotation: `$name(value)`.
#[derive(Clone, Debug)]
pub(super) struct Annotation {
    pub name: Expression,
    pub value: Option<Expression>,
}
