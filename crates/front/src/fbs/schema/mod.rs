//! What a schema declares, with all names resolved. It is the middle of the front end: compiled schemas (`.bfbs`) are
//! read into it and written from it, canonical text is printed from it, and the model is built only from it.

mod attribute;
mod renumber;
mod ty;

pub(in crate::fbs) use attribute::BUILT_IN;
pub use attribute::{Attribute, Attributes};
pub use ty::{Base, Scalar, Shape, Type};

use polywire_source::Span;

/// All files of a schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The files, included ones before those that include them.
    pub files: Vec<File>,
    /// Tables and structs, in the order of their declarations.
    pub objects: Vec<Object>,
    /// Enums and unions, in the order of their declarations.
    pub enums: Vec<Enum>,
    /// Services.
    pub services: Vec<Service>,
}

/// Index of a table or struct in [`Schema::objects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub usize);

/// Index of an enum or union in [`Schema::enums`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumId(pub usize);

/// A schema file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Its path.
    pub path: String,
    /// The included files: as written, and their indices in [`Schema::files`].
    pub includes: Vec<(String, usize)>,
    /// Headers that generated C++ includes.
    pub native_includes: Vec<String>,
    /// Names of the attributes that it declares.
    pub attributes: Vec<String>,
    /// The type of messages, with the place that says so.
    pub root: Option<(ObjectId, Span)>,
    /// Four characters that identify messages of the root type.
    pub identifier: Option<String>,
    /// The extension of files with a message.
    pub extension: Option<String>,
    /// The caller named the file.
    pub is_requested: bool,
}

/// What all declarations and members have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Head {
    /// Its name.
    pub name: String,
    /// Lines of documentation, as behind the marks `///`.
    pub doc: Vec<String>,
    /// Attributes of the language and of the user, in the order of the text.
    pub attributes: Attributes,
    /// The name in the schema text.
    pub span: Span,
}

/// Where something is declared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Home {
    /// Index in [`Schema::files`].
    pub file: usize,
    /// The enclosing namespaces, outermost first.
    pub namespace: Vec<String>,
}

/// A table or a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Name, documentation and attributes.
    pub head: Head,
    /// Where it is declared.
    pub home: Home,
    /// A struct: all fields are always present and stand in line.
    pub is_struct: bool,
    /// Fields in the order of the text.
    pub fields: Vec<Field>,
    /// Alignment of a struct in bytes; 1 for a table.
    pub min_align: u32,
    /// Size of a struct in bytes; 0 for a table.
    pub byte_size: u32,
}

/// A field of a table or struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Name, documentation and attributes.
    pub head: Head,
    /// Its type.
    pub ty: Type,
    /// What absence means.
    pub default: Default,
    /// The number of its slot. A union, and a vector of unions, also takes the slot before it, for the types.
    pub id: u16,
    /// The type of the buffer inside a vector of bytes (`nested_flatbuffer`).
    pub nested: Option<ObjectId>,
    /// Of a field of a struct: its place in bytes.
    pub offset: u32,
    /// Of a field of a struct: bytes between it and the next one.
    pub padding: u16,
}

/// The value of an absent field.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Default {
    /// Nothing is stated: zero for scalars, else no value.
    #[default]
    None,
    /// `null`: a scalar without a value.
    Null,
    /// An integer, a boolean, or the number of an enum.
    Int(i128),
    /// A float.
    Float(f64),
    /// A text.
    Text(String),
    /// A vector without elements.
    Empty,
}

/// An enum or a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// Name, documentation and attributes.
    pub head: Head,
    /// Where it is declared.
    pub home: Home,
    /// A union: its values are types.
    pub is_union: bool,
    /// The integer under it; `None` for a union that states none, which has 8 unsigned bits.
    pub underlying: Option<Scalar>,
    /// Values in the order of the text. A union has a further one, `NONE` with the number 0.
    pub values: Vec<EnumValue>,
}

/// A value of an enum, or a type of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumValue {
    /// Name, documentation and attributes.
    pub head: Head,
    /// Its number, in two's complement for unsigned 64 bits; for flags, the flag.
    pub number: i64,
    /// The type of a union's value: a table, a struct or a string.
    pub ty: Option<Base>,
    /// The text states the number.
    pub is_stated: bool,
}

/// A service.
#[derive(Clone, Debug, PartialEq)]
pub struct Service {
    /// Name, documentation and attributes.
    pub head: Head,
    /// Where it is declared.
    pub home: Home,
    /// Its methods.
    pub methods: Vec<Method>,
}

/// A method of a service.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// Name, documentation and attributes.
    pub head: Head,
    /// The table that it takes.
    pub request: ObjectId,
    /// The table that it returns.
    pub response: ObjectId,
}

impl EnumValue {
    /// Returns the value for nothing, which unions and empty enums have.
    pub(in crate::fbs) fn none() -> Self {
        let head = Head { name: "NONE".to_owned(), ..Head::default() };
        Self { head, number: 0, ty: None, is_stated: false }
    }
}

impl Home {
    /// Returns the dotted full name of a declaration.
    pub fn full_name(&self, name: &str) -> String {
        let parts: Vec<&str> = self.namespace.iter().map(String::as_str).chain([name]).collect();
        parts.join(".")
    }
}

impl Object {
    /// Returns the dotted full name.
    pub fn full_name(&self) -> String {
        self.home.full_name(&self.head.name)
    }

    /// Returns true if the fields of a table state their ids.
    pub fn has_ids(&self) -> bool {
        !self.is_struct && self.fields.iter().any(|field| field.head.attributes.has("id"))
    }
}

impl Enum {
    /// Returns the dotted full name.
    pub fn full_name(&self) -> String {
        self.home.full_name(&self.head.name)
    }

    /// Returns true if its values are flags.
    pub fn is_flags(&self) -> bool {
        self.head.attributes.has("bit_flags")
    }

    /// Returns the integer that values are stored as.
    pub fn scalar(&self) -> Scalar {
        self.underlying.unwrap_or(Scalar::UByte)
    }
}

impl Field {
    /// Returns true if the field has a slot of types before its own.
    pub fn has_type_slot(&self) -> bool {
        matches!((self.ty.base, self.ty.shape), (Base::Union(_), Shape::One | Shape::Vector | Shape::Vector64))
    }

    /// Returns true if a table must have the field: strings that are keys, too.
    pub fn is_required(&self) -> bool {
        let is_key = self.head.attributes.has("key") && self.ty == Type::one(Base::String);
        self.head.attributes.has("required") || is_key
    }

    /// Returns true if the field of a table may have no value.
    pub fn is_optional(&self) -> bool {
        match (&self.default, self.ty.is_scalar()) {
            (Default::Null, _) => true,
            (_, true) | (Default::Empty, false) => false,
            // The official compiler takes a string of one zero for no default.
            (Default::Text(text), false) => text == "0" && !self.is_required(),
            (Default::None | Default::Int(_) | Default::Float(_), false) => !self.is_required(),
        }
    }
}

impl Schema {
    /// Returns a table or struct.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0]
    }

    /// Returns an enum or union.
    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id.0]
    }

    /// Returns the root type, identifier and extension of the schema: those of the file that the caller named last.
    pub fn main_file(&self) -> Option<&File> {
        self.files.iter().rev().find(|file| file.is_requested).or(self.files.last())
    }
}
