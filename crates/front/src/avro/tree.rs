//! The declarations of Avro's schemas, protocols and interface descriptions (Avro 1.12 specification, "Schema
//! Declaration" and "Protocol Declaration").

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

/// A type where it is used.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    /// What it is.
    pub kind: TypeKind,
    /// What it means beyond its bytes; that of a named type is at its declaration.
    pub logical: Option<Logical>,
    /// All that the specification gives no meaning, and the logical type, in the order of the text.
    pub properties: Vec<Member>,
    /// Its place.
    pub span: Span,
}

impl TypeExpr {
    /// Creates a type without properties.
    pub fn new(kind: TypeKind, span: Span) -> Self {
        Self { kind, logical: None, properties: Vec::new(), span }
    }

    /// Creates a reference to a declared type by its full name.
    pub fn named(name: String) -> Self {
        Self::new(TypeKind::Named(name), Span::default())
    }

    /// Returns true for `null`.
    pub fn is_null(&self) -> bool {
        matches!(self.kind, TypeKind::Primitive(Primitive::Null))
    }

    /// Returns the type of a union of null and one other type, and whether null is the second branch.
    pub fn optional(&self) -> Option<(&TypeExpr, bool)> {
        match &self.kind {
            TypeKind::Union(branches) => match branches.as_slice() {
                [null, it] if null.is_null() && !it.is_null() => Some((it, false)),
                [it, null] if null.is_null() && !it.is_null() => Some((it, true)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the types directly in it.
    pub fn parts(&self) -> &[TypeExpr] {
        match &self.kind {
            TypeKind::Array(it) | TypeKind::Map(it) => std::slice::from_ref(it),
            TypeKind::Union(branches) => branches,
            TypeKind::Primitive(_) | TypeKind::Named(_) => &[],
        }
    }

    /// The same, to change them.
    pub fn parts_mut(&mut self) -> &mut [TypeExpr] {
        match &mut self.kind {
            TypeKind::Array(it) | TypeKind::Map(it) => std::slice::from_mut(it),
            TypeKind::Union(branches) => branches,
            TypeKind::Primitive(_) | TypeKind::Named(_) => &mut [],
        }
    }
}

/// The kinds of types.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// A type without a declaration.
    Primitive(Primitive),
    /// Elements of this type.
    Array(Box<TypeExpr>),
    /// Values of this type by texts.
    Map(Box<TypeExpr>),
    /// One of several types.
    Union(Vec<TypeExpr>),
    /// A declared type, by its full name.
    Named(String),
}

/// Types without a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Primitive {
    /// Nothing.
    Null,
    /// True or false.
    Boolean,
    /// 32 bits, signed.
    Int,
    /// 64 bits, signed.
    Long,
    /// IEEE 754 binary32.
    Float,
    /// IEEE 754 binary64.
    Double,
    /// Bytes.
    Bytes,
    /// Characters.
    String,
}

impl Primitive {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Null, Self::Boolean, Self::Int, Self::Long, Self::Float, Self::Double, Self::Bytes, Self::String];

    /// Returns the name in schemas.
    pub fn word(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
            Self::Bytes => "bytes",
            Self::String => "string",
        }
    }

    /// Returns the type with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == name)
    }
}

/// Valid logical types (Avro 1.12 specification, "Logical Types").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logical {
    /// A decimal number, of `bytes` or a `fixed`.
    Decimal {
        /// The largest number of digits.
        precision: u32,
        /// The number of digits behind the point.
        scale: u32,
    },
    /// A decimal number that tells its scale, of `bytes`.
    BigDecimal,
    /// A UUID, of a `string` or a `fixed` of 16 bytes.
    Uuid,
    /// Days since 1970-01-01, of an `int`.
    Date,
    /// Time of day, of an `int`.
    TimeMillis,
    /// Time of day, of a `long`.
    TimeMicros,
    /// A point in time, of a `long`.
    Timestamp(Unit),
    /// A time in a time zone that is not stated, of a `long`.
    LocalTimestamp(Unit),
    /// Months, days and milliseconds, of a `fixed` of 12 bytes.
    Duration,
}

/// Units of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 10⁻³ s.
    Millis,
    /// 10⁻⁶ s.
    Micros,
    /// 10⁻⁹ s.
    Nanos,
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
