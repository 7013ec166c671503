//! The syntax tree of an `.fbs` file.

use polywire_source::Span;

/// A file.
#[derive(Clone, Debug, Default)]
pub(super) struct File {
    pub includes: Vec<Word>,
    pub native_includes: Vec<Word>,
    pub items: Vec<Item>,
    /// The object behind the schema, which is data.
    pub data: Option<Span>,
}

/// A name, a dotted name or a string.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Word {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum Item {
    /// The names from outside in; none for the global namespace.
    Namespace(Vec<String>),
    Root(Word),
    Identifier(Word),
    Extension(Word),
    Attribute(Word),
    Object(Object),
    Enum(Enum),
    Service(Service),
}

/// What declarations and members have in common.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub name: Word,
    pub doc: Vec<String>,
    pub attributes: Vec<Attribute>,
}

/// A table or a struct.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub head: Head,
    pub is_struct: bool,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub(super) struct Field {
    pub head: Head,
    pub ty: Type,
    pub default: Option<Value>,
}

/// An enum or a union.
#[derive(Clone, Debug)]
pub(super) struct Enum {
    pub head: Head,
    pub is_union: bool,
    pub underlying: Option<Type>,
    pub values: Vec<EnumValue>,
}

/// A value of an enum, or a member of a union, whose name may be that of its type.
#[derive(Clone, Debug)]
pub(super) struct EnumValue {
    pub head: Head,
    pub ty: Option<Type>,
    pub number: Option<Word>,
}

#[derive(Clone, Debug)]
pub(super) struct Service {
    pub head: Head,
    pub methods: Vec<Method>,
}

#[derive(Clone, Debug)]
pub(super) struct Method {
    pub head: Head,
    pub request: Word,
    pub response: Word,
}

#[derive(Clone, Debug)]
pub(super) struct Attribute {
    pub name: Word,
    pub value: Option<Value>,
}

#[derive(Clone, Debug)]
pub(super) struct Type {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum TypeKind {
    /// The name of a built-in or declared type.
    Name(String),
    Vector(Box<Type>),
    /// With the length as written.
    Array(Box<Type>, Word),
}

#[derive(Clone, Debug)]
pub(super) struct Value {
    pub kind: ValueKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum ValueKind {
    /// A name, perhaps with a sign.
    Word(String),
    Int(String),
    Float(String),
    Text {
        value: String,
        /// It can stand for a number.
        is_plain: bool,
    },
    /// A function, such as `rad`, and its argument.
    Call(String, Box<Value>),
    /// `[]`
    EmptyVector,
}
