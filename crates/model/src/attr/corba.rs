//! Facts that CORBA's schemas (IDL) state: CORBA 3.3 part 1, clause 7, and OMG IDL 4.2.

use super::Extensibility;

/// Facts on a struct, enum or union of an IDL file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CorbaType {
    /// For example `IDL:omg.org/CosNaming/NameComponent:1.0`.
    pub repository_id: String,
    /// What it is in the schema.
    pub kind: CorbaKind,
    /// How it may change, if the schema says so.
    pub extensibility: Option<Extensibility>,
    /// What a valuetype inherits.
    pub value: CorbaValue,
}

/// What a valuetype inherits, and how its values are written. Bases are repository ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CorbaValue {
    /// The valuetype whose members come first.
    pub base: Option<String>,
    /// The bases that a value is cut down to for readers that do not know its type, nearest first.
    pub truncates_to: Vec<String>,
    /// Code of the user writes and reads its values.
    pub is_custom: bool,
}

/// What a struct, enum or union is in IDL, or what it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CorbaKind {
    /// A struct, enum or union.
    #[default]
    Plain,
    /// An exception.
    Exception,
    /// The parameters of an operation, or its results and what comes back.
    Parameters,
    /// `any`: the struct of the type `CORBA.Any`.
    Any,
    /// The union of the type `CORBA.TypeCode`.
    TypeCode,
    /// A reference to an object: the struct of the type `CORBA.Object`.
    Object,
    /// The members of a valuetype.
    Value,
    /// The union of what a member of a valuetype can be: a value of it, or of a type derived from it, or one that occurred before. No case
    /// is null. Its repository id is that of the valuetype.
    AnyOfValue,
    /// A type that each language defines by itself, so that values of it cannot be sent.
    Native,
    /// A struct whose value is a sequence of octets with an encapsulation. The first field is the byte order; the last one may be
    /// optional, and is there if octets follow.
    Encapsulation,
}

/// How a value, or the innermost elements of a list, is written in CDR, where the type of the model does not tell it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CorbaForm {
    /// What texts are.
    pub text: CorbaText,
    /// A decimal number: an integer, or if that has too few bits, a text.
    pub fixed: Option<CorbaFixed>,
    /// It is the value in a boxed valuetype with this repository id.
    pub boxed: Option<String>,
    /// The largest number of elements of each sequence from the outermost one, 0 if it is not limited. Sequences inside of
    /// arrays count, arrays do not. Bytes are a sequence.
    pub bounds: Vec<u32>,
}

/// The type `fixed<digits, scale>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorbaFixed {
    /// Decimal digits, 1 to 31.
    pub digits: u8,
    /// How many of them are behind the point.
    pub scale: u8,
}

/// The strings of CORBA.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CorbaText {
    /// A text of another schema language: UTF-8.
    #[default]
    Utf8,
    /// `string`: characters of the transmission code set.
    Narrow,
    /// `wstring`: characters of the transmission code set of wide characters.
    Wide,
}

/// Facts on a service of an IDL file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CorbaInterface {
    /// For example `IDL:omg.org/CosNaming/NamingContext:1.0`.
    pub repository_id: String,
    /// Values of it are references to objects or valuetypes.
    pub is_abstract: bool,
    /// Its objects are in the same process: references to them cannot be sent.
    pub is_local: bool,
    /// It has the operations of a valuetype.
    pub is_value: bool,
}

/// What a method of a service is in IDL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CorbaMethod {
    /// An operation, or a method of another schema language.
    #[default]
    Operation,
    /// An operation to which the caller sends these properties.
    WithContext(Vec<String>),
    /// It returns the value of an attribute.
    Get,
    /// It sets an attribute.
    Set,
}
