//! An SBE schema: what its XML says, with the places where it says it.

use super::primitive::Primitive;
use polywire_model::attr::ByteOrder;
use polywire_source::Span;

/// A piece of the schema's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// The text.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A number of the schema's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stated<T> {
    /// The number.
    pub value: T,
    /// Its place.
    pub span: Span,
}

/// A whole schema, with what it includes.
#[derive(Clone, Debug)]
pub struct Schema {
    /// The path of the file.
    pub file: String,
    /// `package`, whose parts are joined by dots.
    pub package: String,
    /// `id`.
    pub id: u16,
    /// `version`.
    pub version: u16,
    /// `semanticVersion`.
    pub semantic_version: Option<String>,
    /// `description`.
    pub description: String,
    /// `byteOrder`.
    pub byte_order: ByteOrder,
    /// `headerType`: the composite in front of messages.
    pub header_type: Word,
    /// Types in the order of the text.
    pub types: Vec<TypeDecl>,
    /// Messages in the order of the text.
    pub messages: Vec<Message>,
}

/// What all declarations have.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// `name`.
    pub name: Word,
    /// `description`.
    pub description: String,
    /// `semanticType`.
    pub semantic_type: Option<Word>,
    /// `sinceVersion`: the version of the schema that added it.
    pub since: u16,
    /// The place of `sinceVersion`, if it is stated.
    pub since_span: Option<Span>,
    /// `deprecated`: the version of the schema that deprecated it.
    pub deprecated: Option<u16>,
    /// `offset` in the block or the composite.
    pub offset: Option<Stated<u32>>,
}

/// A named type, or a member of a composite.
#[derive(Clone, Debug)]
pub struct TypeDecl {
    /// Its name and what is said about it.
    pub head: Head,
    /// The package, if it is not that of the schema.
    pub package: Option<String>,
    /// The kind of type.
    pub kind: TypeKind,
}

/// Kinds of types.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `<type>`.
    Simple(Box<Simple>),
    /// `<composite>`.
    Composite(Vec<TypeDecl>),
    /// `<enum>`.
    Enum(EnumDecl),
    /// `<set>`.
    Set(SetDecl),
    /// `<ref>`: a member of a composite, of this named type.
    Ref(Word),
}

/// Whether a value can be absent (SBE 1.0, section 2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It always has a value.
    Required,
    /// The null value means absence.
    Optional,
    /// It has the same value in all messages, which do not contain it.
    Constant,
}

impl Presence {
    /// Returns the presence with this name in schemas.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "required" => Some(Self::Required),
            "optional" => Some(Self::Optional),
            "constant" => Some(Self::Constant),
            _ => None,
        }
    }

    /// Returns its name in schemas.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Optional => "optional",
            Self::Constant => "constant",
        }
    }
}

/// A number, a character, or an array of them.
#[derive(Clone, Debug)]
pub struct Simple {
    /// `primitiveType`.
    pub primitive: Primitive,
    /// `length`: the number of elements; 0 for the variable part of data.
    pub length: Option<Stated<u32>>,
    /// `presence`.
    pub presence: Option<Presence>,
    /// `minValue`, `maxValue` and `nullValue`.
    pub limits: Limits,
    /// The text inside: the value of a constant.
    pub constant: Option<Word>,
    /// `valueRef`: the enumerator that is the value of a constant.
    pub value_ref: Option<Word>,
    /// `characterEncoding`.
    pub encoding: Option<Word>,
    /// `epoch` and `timeUnit`.
    pub time: Time,
}

impl Simple {
    /// Creates a single value of a primitive type, of which nothing else is said.
    pub const fn of(primitive: Primitive) -> Self {
        Self {
            primitive,
            length: None,
            presence: None,
            limits: Limits { min: None, max: None, null: None },
            constant: None,
            value_ref: None,
            encoding: None,
            time: Time { epoch: None, unit: None },
        }
    }
}

/// What is said about times. Values are numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Time {
    /// `epoch`.
    pub epoch: Option<String>,
    /// `timeUnit`.
    pub unit: Option<String>,
}

/// Special values, as texts.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// `minValue`.
    pub min: Option<Word>,
    /// `maxValue`.
    pub max: Option<Word>,
    /// `nullValue`.
    pub null: Option<Word>,
}

/// Named numbers.
#[derive(Clone, Debug)]
pub struct EnumDecl {
    /// `encodingType`: a primitive type or the name of a type.
    pub encoding: Word,
    /// `nullValue`.
    pub null: Option<Word>,
    /// The values, in the order of the text.
    pub values: Vec<ValidValue>,
}

/// A named number: `<validValue>`.
#[derive(Clone, Debug)]
pub struct ValidValue {
    /// Its name and what is said about it.
    pub head: Head,
    /// The number or the character.
    pub value: Word,
}

/// Named bits.
#[derive(Clone, Debug)]
pub struct SetDecl {
    /// `encodingType`: a primitive type or the name of a type.
    pub encoding: Word,
    /// The bits, in the order of the text.
    pub choices: Vec<Choice>,
}

/// A named bit: `<choice>`.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name and what is said about it.
    pub head: Head,
    /// The number of the bit; 0 is the least significant one.
    pub bit: Stated<u8>,
}

/// A message.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its name and what is said about it.
    pub head: Head,
    /// `id`: the template id.
    pub id: Stated<u16>,
    /// `blockLength`.
    pub block_length: Option<Stated<u32>>,
    /// Fields, then groups, then data.
    pub members: Vec<Member>,
}

/// A member of a message or of a group.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name and what is said about it.
    pub head: Head,
    /// `id`.
    pub id: Stated<u16>,
    /// The kind of member.
    pub kind: MemberKind,
}

/// Kinds of members.
#[derive(Clone, Debug)]
pub enum MemberKind {
    /// `<field>`.
    Field(Box<FieldDecl>),
    /// `<group>`.
    Group(GroupDecl),
    /// `<data>`, whose type is this composite.
    Data(Word),
}

/// A field of a block.
#[derive(Clone, Debug)]
pub struct FieldDecl {
    /// `type`: a primitive type or the name of a type.
    pub ty: Word,
    /// `presence`, if the field states it.
    pub presence: Option<Presence>,
    /// `valueRef`: the enumerator that is the value of a constant.
    pub value_ref: Option<Word>,
    /// The text inside: the value of a constant.
    pub constant: Option<Word>,
    /// `minValue`, `maxValue` and `nullValue`.
    pub limits: Limits,
    /// `epoch` and `timeUnit`.
    pub time: Time,
}

/// A repeating group.
#[derive(Clone, Debug)]
pub struct GroupDecl {
    /// `dimensionType`: the composite in front of it.
    pub dimension: Word,
    /// `blockLength`.
    pub block_length: Option<Stated<u32>>,
    /// Fields, then groups, then data.
    pub members: Vec<Member>,
}
