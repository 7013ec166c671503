//! The meaning of IDL files: definitions whose names are resolved and whose constants are computed.
//!
//! Terms are those of the specification (OMG IDL 4.2; CORBA 3.3 part 1, clause 7).

use crate::preprocess::SourceFile;
use polywire_source::Span;

/// All definitions of the requested files and of those that they include.
#[derive(Debug, Default)]
pub(crate) struct Specification {
    /// The files, those that are included before those that include them.
    pub files: Vec<SourceFile>,
    /// In the order of the text, including those inside of interfaces, structs and unions. A [`DefId`] is an index.
    /// Modules are only names of scopes; forward declarations are left out unless no definition follows.
    pub definitions: Vec<Definition>,
}

/// Index of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct DefId(pub usize);

/// A named type, value or interface.
#[derive(Debug)]
pub(crate) struct Definition {
    /// Index of its file.
    pub file: usize,
    /// Enclosing modules, outermost first.
    pub modules: Vec<String>,
    /// Enclosing interfaces, valuetypes, structs, unions and exceptions, outermost first.
    pub outer: Vec<String>,
    /// Its name without the underscore that escapes it.
    pub name: String,
    /// The comment in front of it, without comment markers.
    pub doc: String,
    /// The name in the text.
    pub span: Span,
    /// For example `IDL:omg.org/CORBA/Current:1.0`.
    pub repository_id: String,
    /// Annotations in the order of the text.
    pub annotations: Vec<Annotation>,
    /// What it is.
    pub kind: Kind,
}

/// The kinds of definitions.
#[derive(Debug)]
pub(crate) enum Kind {
    /// A struct.
    Struct(Struct),
    /// An exception.
    Exception(Vec<Member>),
    /// A union.
    Union(Union),
    /// An enum.
    Enum(Vec<Enumerator>),
    /// Named bits.
    Bitmask(Bitmask),
    /// Named ranges of bits.
    Bitset(Bitset),
    /// Another name of a type; arrays are types.
    Typedef(Type),
    /// A named value.
    Constant(Type, Value),
    /// An interface.
    Interface(Interface),
    /// A valuetype with members.
    ValueType(ValueType),
    /// A valuetype that holds a value of another type.
    ValueBox(Type),
    /// A type that each language defines by itself; values of it cannot be sent.
    Native,
    /// A struct, union, interface or valuetype that is declared only.
    Undefined(Declared),
}

/// What a forward declaration is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Declared {
    /// A struct.
    Struct,
    /// A union.
    Union,
    /// An interface.
    Interface,
    /// An abstract interface.
    AbstractInterface,
    /// A local interface.
    LocalInterface,
    /// A valuetype.
    ValueType,
}

/// A struct.
#[derive(Debug)]
pub(crate) struct Struct {
    /// The struct that it extends.
    pub base: Option<DefId>,
    /// Its own members.
    pub members: Vec<Member>,
}

/// A member of a struct, exception, union or valuetype. Each declarator is a member of its own.
#[derive(Debug)]
pub(crate) struct Member {
    /// Its name without the underscore that escapes it.
    pub name: String,
    /// Its type; an array if the declarator has dimensions.
    pub ty: Type,
    /// The comment in front of it, without comment markers.
    pub doc: String,
    /// The name in the text.
    pub span: Span,
    /// Annotations in the order of the text.
    pub annotations: Vec<Annotation>,
}

/// A union.
#[derive(Debug)]
pub(crate) struct Union {
    /// The type of the discriminator, as it is written.
    pub discriminator: Type,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// A case of a union.
#[derive(Debug)]
pub(crate) struct Case {
    /// The labels that select it, in the order of the text.
    pub labels: Vec<Value>,
    /// It has the label `default`.
    pub is_default: bool,
    /// Its value.
    pub member: Member,
}

/// An enumerator.
#[derive(Debug)]
pub(crate) struct Enumerator {
    /// Its name without the underscore that escapes it.
    pub name: String,
    /// Its number: the place, unless `@value` states it.
    pub number: i64,
    /// The comment in front of it, without comment markers.
    pub doc: String,
    /// The name in the text.
    pub span: Span,
    /// Annotations in the order of the text.
    pub annotations: Vec<Annotation>,
}

/// Named bits (IDL 4.2, clause 7.4.13.4.3.3).
#[derive(Debug)]
pub(crate) struct Bitmask {
    /// Number of bits, 1 to 64: 32, unless `@bit_bound` states it.
    pub bits: u8,
    /// Its flags; the number is the position of the bit: one more than that before, unless `@position` states it.
    pub flags: Vec<Enumerator>,
}

/// Named ranges of bits (IDL 4.2, clause 7.4.13.4.3.2).
#[derive(Debug)]
pub(crate) struct Bitset {
    /// The bitset that it extends.
    pub base: Option<DefId>,
    /// Its own fields.
    pub fields: Vec<Bitfield>,
}

/// A range of bits.
#[derive(Debug)]
pub(crate) struct Bitfield {
    /// Its name; `None` for unused bits.
    pub name: Option<String>,
    /// Number of bits, 1 to 64.
    pub bits: u8,
    /// The type of its value, if it is stated.
    pub ty: Option<Type>,
    /// The comment in front of it, without comment markers.
    pub doc: String,
    /// The name in the text.
    pub span: Span,
}

/// An interface.
#[derive(Debug)]
pub(crate) struct Interface {
    /// The interfaces that it inherits from itself.
    pub bases: Vec<DefId>,
    /// Values of it are references to objects or valuetypes.
    pub is_abstract: bool,
    /// Its objects are in the same process; references to them cannot be sent.
    pub is_local: bool,
    /// Its own operations and attributes in the order of the text.
    pub exports: Vec<Export>,
}

/// An operation or an attribute.
#[derive(Debug)]
pub(crate) struct Export {
    /// Its name without the underscore that escapes it.
    pub name: String,
    /// The comment in front of it, without comment markers.
    pub doc: String,
    /// The name in the text.
    pub span: Span,
    /// Annotations in the order of the text.
    pub annotations: Vec<Annotation>,
    /// What it is.
    pub kind: ExportKind,
}

/// Operations and attributes.
#[derive(Debug)]
pub(crate) enum ExportKind {
    /// An operation.
    Operation(Operation),
    /// An attribute. Each declarator is an attribute of its own.
    Attribute(Attribute),
}

/// An operation.
#[derive(Debug)]
pub(crate) struct Operation {
    /// The caller gets no answer.
    pub is_oneway: bool,
    /// The type of the result; `None` for void.
    pub result: Option<Type>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The exceptions that it raises.
    pub raises: Vec<DefId>,
    /// The names of properties that are sent with a call.
    pub context: Vec<String>,
}

/// A parameter of an operation or initializer.
#[derive(Debug)]
pub(crate) struct Parameter {
    /// Its direction.
    pub direction: Direction,
    /// Name and type.
    pub member: Member,
}

/// Directions of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// To the object.
    In,
    /// From the object.
    Out,
    /// To the object and back.
    InOut,
}

/// An attribute.
#[derive(Debug)]
pub(crate) struct Attribute {
    /// It cannot be set.
    pub is_readonly: bool,
    /// Its type.
    pub ty: Type,
    /// The exceptions that getting it raises.
    pub get_raises: Vec<DefId>,
    /// The exceptions that setting it raises.
    pub set_raises: Vec<DefId>,
}

/// A valuetype.
#[derive(Debug)]
pub(crate) struct ValueType {
    /// The first is the one whose members it has, unless that is abstract.
    pub bases: Vec<DefId>,
    /// Receivers that do not know it may read a value of its base.
    pub is_truncatable: bool,
    /// Code of the user writes and reads its values.
    pub is_custom: bool,
    /// It has no members.
    pub is_abstract: bool,
    /// The interfaces that it supports.
    pub supports: Vec<DefId>,
    /// Its own members.
    pub members: Vec<StateMember>,
    /// Its own initializers.
    pub factories: Vec<Factory>,
    /// Its own operations and attributes in the order of the text.
    pub exports: Vec<Export>,
}

/// A member of a valuetype.
#[derive(Debug)]
pub(crate) struct StateMember {
    /// Users of the value can access it.
    pub is_public: bool,
    /// Name and type.
    pub member: Member,
}

/// An initializer of a valuetype.
#[derive(Debug)]
pub(crate) struct Factory {
    /// Its name without the underscore that escapes it.
    pub name: String,
    /// The name in the text.
    pub span: Span,
    /// Its parameters, all in.
    pub parameters: Vec<Member>,
    /// The exceptions that it raises.
    pub raises: Vec<DefId>,
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    /// True or false.
    Boolean,
    /// 8 bits that are never converted.
    Octet,
    /// A character of 8 bits.
    Char,
    /// A wide character.
    WChar,
    /// An integer.
    Int {
        /// 8, 16, 32 or 64.
        bits: u8,
        /// Two's complement if set.
        signed: bool,
    },
    /// A float of 32, 64 or 128 (`long double`) bits.
    Float(u8),
    /// A decimal number.
    Fixed {
        /// Decimal digits, 1 to 31.
        digits: u8,
        /// Digits behind the point.
        scale: u8,
    },
    /// A decimal number of any size, as the type of a constant.
    AnyFixed,
    /// Characters.
    String {
        /// The characters are wide.
        is_wide: bool,
        /// The largest number of characters.
        bound: Option<u32>,
    },
    /// A list.
    Sequence(Box<Type>, Option<u32>),
    /// An array of this many elements; those of several dimensions are arrays of arrays.
    Array(Box<Type>, u32),
    /// Values by keys, at most this many (IDL 4.2).
    Map(Box<Type>, Box<Type>, Option<u32>),
    /// A value of any type, with its type.
    Any,
    /// A reference to any object.
    Object,
    /// A value of any valuetype.
    ValueBase,
    /// The description of a type.
    TypeCode,
    /// A definition.
    Named(DefId),
}

/// The value of a constant or label.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// True or false.
    Boolean(bool),
    /// An integer or octet.
    Integer(i128),
    /// A float.
    Float(f64),
    /// A decimal number: the digits and how many of them are behind the point.
    Fixed(i128, u8),
    /// A character, as a number.
    Char(u8),
    /// A UTF-16 code unit.
    WChar(u16),
    /// Characters in the character set ISO 8859-1.
    String(Vec<u8>),
    /// Wide characters.
    WString(Vec<u16>),
    /// An enumerator of an enum: its place.
    Enumerator(DefId, usize),
}

/// An annotation (IDL 4.2, clause 8).
#[derive(Clone, Debug)]
pub(crate) struct Annotation {
    /// Its name, without `@`; scopes are separated by `::`.
    pub name: String,
    /// The parameters; a single value without a name is called `value`. Enumerators that no definition declares are texts.
    pub parameters: Vec<(String, Value)>,
    /// It in the text.
    pub span: Span,
}
