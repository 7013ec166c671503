//! The syntax tree of an `.fbe` file.

use polywire_source::Span;

/// A name in the text.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub text: String,
    pub span: Span,
}

#[derive(Debug, Default)]
pub(super) struct File {
    pub domain: Option<Word>,
    pub package: Option<Package>,
    /// The digits as written.
    pub version: Option<String>,
    pub imports: Vec<Word>,
    pub items: Vec<Item>,
}

#[derive(Debug)]
pub(super) struct Package {
    pub name: Word,
    /// Added to type ids that are not stated.
    pub offset: u32,
}

/// A declaration.
#[derive(Debug)]
pub(super) struct Item {
    pub name: Word,
    pub doc: String,
    pub attributes: Attributes,
    pub kind: ItemKind,
}

#[derive(Debug)]
pub(super) enum ItemKind {
    Enum(EnumDecl),
    Struct(StructDecl),
}

/// `[hidden]`, `[deprecated]`, `[key]` and `[id]`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attributes {
    pub hidden: bool,
    pub deprecated: bool,
    pub key: bool,
    pub id: bool,
}

/// An enum, or flags.
#[derive(Debug)]
pub(super) struct EnumDecl {
    pub is_flags: bool,
    pub base: Option<Word>,
    pub values: Vec<EnumValue>,
}

#[derive(Debug)]
pub(super) struct EnumValue {
    pub name: Word,
    pub doc: String,
    pub attributes: Attributes,
    pub value: Option<EnumConst>,
}

#[derive(Debug)]
pub(super) enum EnumConst {
    Number(i128, Span),
    /// Other values of the enum, joined by `|`.
    Names(Vec<Word>),
}

#[derive(Debug)]
pub(super) struct StructDecl {
    pub is_message: bool,
    pub type_id: TypeId,
    pub base: Option<Word>,
    pub fields: Vec<FieldDecl>,
    pub request: Option<Request>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum TypeId {
    /// The next one.
    Next,
    /// `(+N)`: the package's offset plus N; following ones continue from there.
    After(u32, Span),
    /// `(N)`.
    Fixed(u32, Span),
    /// `(base)`.
    Base(Span),
}

/// `[request]`.
#[derive(Debug, Default)]
pub(super) struct Request {
    pub response: Option<Word>,
    /// With true for any request.
    pub rejects: Vec<(Word, bool)>,
}

#[derive(Debug)]
pub(super) struct FieldDecl {
    pub name: Word,
    pub doc: String,
    pub attributes: Attributes,
    pub ty: TypeRef,
    pub default: Option<FieldDefault>,
}

#[derive(Debug)]
pub(super) struct TypeRef {
    /// A type's name, with dots.
    pub name: Word,
    pub is_optional: bool,
    pub resets: bool,
    pub collection: Option<Collection>,
}

#[derive(Debug)]
pub(super) enum Collection {
    Array(u32),
    Vector,
    List,
    Set,
    Map(Word),
    Hash(Word),
}

/// The text after `=`.
#[derive(Debug)]
pub(super) struct FieldDefault {
    pub value: DefaultValue,
    pub span: Span,
}

#[derive(Debug)]
pub(super) enum DefaultValue {
    Int(i128),
    /// The digits as written.
    Number(String),
    Char(u32),
    Text(String),
    /// Names joined by `|`: a word such as `true` or `max`, or values of an enum.
    Names(Vec<Word>),
}
