//! The syntax tree of IDL. Definitions of all files are in one sequence, as the preprocessor has put it together.

use super::pragma::Mark;
use super::tree::{Declared, Direction, Type, Value};
use polywire_source::Span;

/// A name in the text, without the underscore that escapes it.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub text: String,
    pub span: Span,
}

/// `A::B` or `::A::B`.
#[derive(Clone, Debug)]
pub(super) struct ScopedName {
    pub is_absolute: bool,
    /// At least one.
    pub parts: Vec<Word>,
    pub span: Span,
}

/// A definition, an export of an interface, or a mark of the preprocessor.
#[derive(Debug)]
pub(super) struct Item {
    pub doc: String,
    pub annotations: Vec<AnnotationUse>,
    pub kind: ItemKind,
}

#[derive(Debug)]
pub(super) enum ItemKind {
    Mark(Mark),
    Module(Word, Vec<Item>),
    Constant(TypeRef, Word, Expr),
    Typedef(TypeRef, Vec<Declarator>),
    Struct(StructDecl),
    Exception(Word, Vec<MemberDecl>),
    Union(UnionDecl),
    Enum(Word, Vec<EnumeratorDecl>),
    Bitmask(Word, Vec<EnumeratorDecl>),
    Bitset(BitsetDecl),
    Native(Word),
    Forward(Declared, Word),
    Interface(InterfaceDecl),
    ValueType(ValueDecl),
    ValueBox(Word, TypeRef),
    TypeId(ScopedName, Word),
    TypePrefix(ScopedName, Word),
    Operation(OperationDecl),
    Attribute(AttributeDecl),
    StateMember {
        is_public: bool,
        ty: TypeRef,
        declarators: Vec<Declarator>,
    },
    Factory(FactoryDecl),
    /// The errors of this definition have been reported.
    Broken(Word),
}

#[derive(Debug)]
pub(super) struct StructDecl {
    pub name: Word,
    pub base: Option<ScopedName>,
    pub members: Vec<MemberDecl>,
}

#[derive(Debug)]
pub(super) struct MemberDecl {
    pub doc: String,
    pub annotations: Vec<AnnotationUse>,
    pub ty: TypeRef,
    pub declarators: Vec<Declarator>,
}

#[derive(Debug)]
pub(super) struct Declarator {
    pub name: Word,
    pub dimensions: Vec<Expr>,
}

#[derive(Debug)]
pub(super) struct UnionDecl {
    pub name: Word,
    pub discriminator: TypeRef,
    pub cases: Vec<CaseDecl>,
}

#[derive(Debug)]
pub(super) struct CaseDecl {
    pub labels: Vec<Label>,
    pub member: MemberDecl,
}

#[derive(Debug)]
pub(super) enum Label {
    Case(Expr),
    Default(Span),
}

/// An enumerator, or a flag of a bitmask.
#[derive(Debug)]
pub(super) struct EnumeratorDecl {
    pub doc: String,
    pub annotations: Vec<AnnotationUse>,
    pub name: Word,
}

#[derive(Debug)]
pub(super) struct BitsetDecl {
    pub name: Word,
    pub base: Option<ScopedName>,
    pub fields: Vec<BitfieldDecl>,
}

/// `bitfield<3> a b;`: each name is a field of its own; without a name it is one field.
#[derive(Debug)]
pub(super) struct BitfieldDecl {
    pub doc: String,
    pub bits: Expr,
    pub ty: Option<TypeRef>,
    pub names: Vec<Word>,
    pub span: Span,
}

#[derive(Debug)]
pub(super) struct InterfaceDecl {
    pub declared: Declared,
    pub name: Word,
    pub bases: Vec<ScopedName>,
    pub body: Vec<Item>,
}

#[derive(Debug)]
pub(super) struct ValueDecl {
    pub name: Word,
    pub is_abstract: bool,
    pub is_custom: bool,
    pub truncatable: Option<Span>,
    pub bases: Vec<ScopedName>,
    pub supports: Vec<ScopedName>,
    pub body: Vec<Item>,
}

#[derive(Debug)]
pub(super) struct OperationDecl {
    pub oneway: Option<Span>,
    /// `None` for void.
    pub result: Option<TypeRef>,
    pub name: Word,
    pub parameters: Vec<ParameterDecl>,
    pub raises: Vec<ScopedName>,
    pub context: Vec<Word>,
}

#[derive(Debug)]
pub(super) struct ParameterDecl {
    pub direction: Direction,
    pub annotations: Vec<AnnotationUse>,
    pub ty: TypeRef,
    pub name: Word,
}

#[derive(Debug)]
pub(super) struct AttributeDecl {
    pub is_readonly: bool,
    pub ty: TypeRef,
    pub names: Vec<Word>,
    pub get_raises: Vec<ScopedName>,
    pub set_raises: Vec<ScopedName>,
}

#[derive(Debug)]
pub(super) struct FactoryDecl {
    pub name: Word,
    pub parameters: Vec<ParameterDecl>,
    pub raises: Vec<ScopedName>,
}

/// `@name(parameters)`.
#[derive(Debug)]
pub(super) struct AnnotationUse {
    pub name: ScopedName,
    /// Parameters; the name is missing if there is a single one without.
    pub parameters: Vec<(Option<Word>, Expr)>,
    pub span: Span,
}

#[derive(Debug)]
pub(super) struct TypeRef {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Debug)]
pub(super) enum TypeKind {
    Basic(Type),
    Named(ScopedName),
    String {
        is_wide: bool,
        bound: Option<Box<Expr>>,
    },
    Fixed(Box<(Expr, Expr)>),
    /// `fixed` without digits: only constants have this type.
    AnyFixed,
    Sequence(Box<TypeRef>, Option<Box<Expr>>),
    Map(Box<(TypeRef, TypeRef)>, Option<Box<Expr>>),
    /// A struct, union, enum that is defined where it is used.
    Defined(Box<Item>),
}

#[derive(Debug)]
pub(super) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Debug)]
pub(super) enum ExprKind {
    Literal(Value),
    Name(ScopedName),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<(Expr, Expr)>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Plus,
    Minus,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Or,
    Xor,
    And,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}
