//! The declarations of Avro's schemas, protocols and interface descriptions (Avro 1.12 specification, "Schema
//! Declaration" and "Protocol Declaration").

mod ty;
mod without_logical;

pub use ty::{Logical, Primitive, TypeExpr, TypeKind, Unit};

use super::json::{Json, Member};
use polywire_source::Span;

/// All files of a compilation, and the types that they declare.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// The files that the caller named and those that they import, imported ones first.
    pub files: Vec<File>,
    /// All named types, in the order of their declarations. A name is declared once.
    pub types: Vec<Declaration>,
}

/// A file.
#[derive(Clone, Debug)]
pub struct File {
    /// As the caller named it, or resolved from an import.
    pub path: String,
    /// The language that it is written in.
    pub syntax: Syntax,
    /// The caller named it.
    pub is_requested: bool,
    /// The schema itself: of an `.avsc` file, or what `schema …;` says in an `.avdl` file.
    pub root: Option<TypeExpr>,
    /// The protocol.
    pub protocol: Option<Protocol>,
    /// The full names of the types of a protocol or an interface description, those of imported files included.
    pub types: Vec<String>,
}

/// The languages of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// A schema as JSON: `.avsc`.
    Avsc,
    /// A protocol as JSON: `.avpr`.
    Avpr,
    /// An interface description: `.avdl`.
    Avdl,
}

impl Syntax {
    /// Returns the language of a file by its extension.
    pub fn of_path(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "avsc" => Some(Self::Avsc),
            "avpr" => Some(Self::Avpr),
            "avdl" => Some(Self::Avdl),
            _ => None,
        }
    }
}

/// A name and its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A name with its namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FullName {
    /// Names with dots between them; empty for none.
    pub namespace: String,
    /// The name itself.
    pub name: String,
    /// Its place.
    pub span: Span,
}

impl FullName {
    /// Returns the name with the namespace in front of it.
    pub fn full(&self) -> String {
        qualified(&self.name, &self.namespace)
    }
}

/// Returns a name with a namespace in front of it; one with a dot has its own.
pub fn qualified(name: &str, namespace: &str) -> String {
    match name.strip_prefix('.') {
        Some(name) if !name.contains('.') => name.to_owned(),
        _ if name.contains('.') || namespace.is_empty() => name.to_owned(),
        _ => format!("{namespace}.{name}"),
    }
}

/// A named type.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Its name.
    pub name: FullName,
    /// The file, as an index into [`Schema::files`].
    pub file: usize,
    /// What it is.
    pub kind: DeclarationKind,
    /// Documentation.
    pub doc: Option<String>,
    /// Full names of former versions.
    pub aliases: Vec<String>,
    /// What it means beyond its bytes.
    pub logical: Option<Logical>,
    /// All that the specification gives no meaning, and the logical type, in the order of the text.
    pub properties: Vec<Member>,
}

/// The kinds of named types.
#[derive(Clone, Debug)]
pub enum DeclarationKind {
    /// Named fields.
    Record(Record),
    /// Symbols.
    Enum(Enum),
    /// This number of bytes.
    Fixed(u32),
}

/// A record.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The fields in their order.
    pub fields: Vec<Field>,
    /// It is declared as an error.
    pub is_error: bool,
}

/// An enum.
#[derive(Clone, Debug, Default)]
pub struct Enum {
    /// The symbols in their order.
    pub symbols: Vec<Word>,
    /// The symbol that stands for those that a reader does not know.
    pub default: Option<Word>,
}

/// A field of a record, or a parameter of a message.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Word,
    /// Its type.
    pub ty: TypeExpr,
    /// The value for messages of writers that lack the field.
    pub default: Option<Json>,
    /// Documentation.
    pub doc: Option<String>,
    /// How it counts when records are sorted.
    pub order: Order,
    /// Former names.
    pub aliases: Vec<String>,
    /// All that the specification gives no meaning, in the order of the text.
    pub properties: Vec<Member>,
}

/// How a field counts when records are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Smaller values come first.
    #[default]
    Ascending,
    /// Greater values come first.
    Descending,
    /// It does not count.
    Ignore,
}

impl Order {
    /// All orders.
    pub const ALL: [Self; 3] = [Self::Ascending, Self::Descending, Self::Ignore];

    /// Returns the word in schemas.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ascending => "ascending",
            Self::Descending => "descending",
            Self::Ignore => "ignore",
        }
    }
}

/// A protocol.
#[derive(Clone, Debug)]
pub struct Protocol {
    /// Its name.
    pub name: FullName,
    /// Documentation.
    pub doc: Option<String>,
    /// Its messages, those of imported files included.
    pub messages: Vec<Message>,
    /// All that the specification gives no meaning, in the order of the text.
    pub properties: Vec<Member>,
}

/// A message of a protocol.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its name.
    pub name: Word,
    /// Documentation.
    pub doc: Option<String>,
    /// Its parameters.
    pub request: Vec<Field>,
    /// What it returns.
    pub response: TypeExpr,
    /// What it may answer with instead, besides a text.
    pub errors: Vec<TypeExpr>,
    /// The caller gets no answer.
    pub one_way: bool,
    /// All that the specification gives no meaning, in the order of the text.
    pub properties: Vec<Member>,
}
