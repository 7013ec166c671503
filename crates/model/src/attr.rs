//! Facts that a schema states for one wire format, as typed attributes.
//!
//! A lowering reads its own format's facts only; where they are missing it derives them from the schema's own numbers.

use crate::capnp_layout::{Need, Slot};

/// A kind of fact that a wire format needs for every member, and that a schema of another language lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// Cap'n Proto: ordinals, also those of methods.
    CapnpOrdinal,
    /// Protobuf: field numbers.
    ProtobufNumber,
    /// The order of members, of cases and of enumerators, in formats that identify them by position.
    Order,
    /// SBE: template ids.
    SbeTemplate,
}

/// Facts on a struct.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StructAttrs {
    /// Removed members, whose positions must not be reused, in formats that identify members by position.
    pub removed: Vec<RemovedMember>,
    /// SBE: template id, schema id and version of a message.
    pub sbe_message: Option<SbeMessage>,
    /// SBE: the order of the first member that version 1 of the message added; each further one makes a further version.
    pub sbe_added_from: Option<u32>,
    /// Protobuf: the fields, all of them extensions, are written as the items of a MessageSet.
    pub message_set: bool,
    /// A type that several formats know by its meaning.
    pub well_known: Option<WellKnown>,
    /// Protobuf: numbers that no field may have, because fields had them once.
    pub protobuf_removed: Vec<u32>,
    /// Protobuf: names that no field may have, because fields had them once.
    pub reserved_names: Vec<String>,
    /// Cap'n Proto: the struct's sections, where the schema says how large they are. All members then have their places.
    pub capnp: Option<CapnpStruct>,
    /// Cap'n Proto: members that are there no more, whose ordinals and places nothing else may have.
    pub capnp_removed: Vec<CapnpRemoved>,
}

/// Facts on an enum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnumAttrs {
    /// A type that several formats know by its meaning.
    pub well_known: Option<WellKnown>,
    /// All numbers that enumerators ever had, in the order in which formats index them; empty where that is the order of the
    /// numbers.
    pub order: Vec<i64>,
    /// Cap'n Proto: the numbers of the enum by their ordinals, those of removed members among them; empty where each number
    /// is its ordinal.
    pub capnp_ordinals: Vec<i64>,
}

/// Facts on a service.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServiceAttrs {
    /// Cap'n Proto: all methods have the ordinals that the schema says.
    pub says_capnp_ordinals: bool,
    /// Cap'n Proto: ordinals of methods that are there no more, which nothing else may have.
    pub capnp_removed: Vec<u16>,
}

/// Facts on a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodAttrs {
    /// Cap'n Proto: the ordinal.
    pub capnp_ordinal: Option<u16>,
}

/// Types that mean more than their fields say (Protocol Buffers, "Well-Known Types").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WellKnown {
    /// A message of any type, with the name of the type.
    Any,
    /// A span of time in seconds and nanoseconds.
    Duration,
    /// Nothing.
    Empty,
    /// Paths of fields.
    FieldMask,
    /// A list of dynamic values.
    ListValue,
    /// The enum of a single value that stands for "no value".
    NullValue,
    /// Dynamic values by name.
    Struct,
    /// A point in time in seconds and nanoseconds since 1970-01-01T00:00:00Z.
    Timestamp,
    /// A dynamic value: null, a number, a text, a boolean, a struct or a list.
    Value,
    /// A single scalar in its field `value`.
    Wrapper,
}

/// SBE message facts (Simple Binary Encoding 1.0, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SbeMessage {
    /// Template id in the message header.
    pub template_id: u16,
    /// Schema id in the message header.
    pub schema_id: u16,
    /// Schema version in the message header.
    pub version: u16,
}

/// Cap'n Proto struct facts (Cap'n Proto Encoding, "Structs").
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CapnpStruct {
    /// Words of the data section; those of the struct around for a group.
    pub data_words: u16,
    /// Words of the pointer section; those of the struct around for a group.
    pub pointers: u16,
    /// Its members are in the sections of the struct that it is a field of.
    pub is_group: bool,
}

/// The target of a Cap'n Proto pointer for which the type model has no type of its own (Cap'n Proto Schema Language,
/// "Types").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapnpOpaque {
    /// Anything: bytes that hold a message, whose root it is; no bytes for null.
    Any,
    /// A struct of any type, as bytes like that.
    Struct,
    /// A list of anything, as bytes like that.
    List,
    /// A reference to an object, as an integer: its place in the connection's table plus one; zero for null.
    Capability,
    /// A list of Void, as an integer: how many there are.
    Voids,
}

impl CapnpOpaque {
    /// The type's name in schemas.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "AnyPointer",
            Self::Struct => "AnyStruct",
            Self::List => "AnyList",
            Self::Capability => "Capability",
            Self::Voids => "List(Void)",
        }
    }
}

/// A removed member of a Cap'n Proto struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapnpRemoved {
    /// Its ordinal.
    pub ordinal: u16,
    /// The space that it needed.
    pub need: Need,
    /// The union that it was a case of: the name of a field, or another name for a removed union.
    pub union: Option<String>,
}

/// A removed member, in formats that identify members by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovedMember {
    /// Its place among the members.
    pub order: u32,
    /// It could be absent.
    pub optional: bool,
    /// Its type.
    pub ty: RemovedType,
}

/// The type of a member that is there no more, as far as formats need it to pass over the member. Types that it named may be
/// gone, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemovedType {
    /// True or false.
    Bool,
    /// An integer or a float of this many bits.
    Number {
        /// Width in bits.
        bits: u8,
        /// The kind of the number.
        kind: NumberKind,
    },
    /// Characters.
    Text,
    /// Any bytes.
    Bytes,
    /// Exactly this many bytes.
    FixedBytes(u32),
    /// One of these numbers.
    Enum(Vec<i64>),
    /// A struct, with all members that it ever had, in their order.
    Struct(Vec<RemovedMember>),
    /// A union.
    Union,
    /// Any number of elements.
    List(Box<RemovedType>),
    /// Exactly this many elements.
    Array(Box<RemovedType>, u32),
    /// Values by keys.
    Map(Box<RemovedType>, Box<RemovedType>),
    /// A struct that contains itself.
    Recursive,
    /// Nothing is known of it but its name: no lock has lines of it.
    Unknown(String),
}

/// Sorts of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// An integer that can be negative.
    Signed,
    /// An integer that cannot.
    Unsigned,
    /// A float.
    Float,
}

/// Facts on a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldAttrs {
    /// Its place among the members of its struct, those that are removed among them; a union has that of its first case.
    pub order: Option<u32>,
    /// Protobuf: how the field is written.
    pub protobuf: Option<ProtobufField>,
    /// Cap'n Proto: ordinal.
    pub capnp_ordinal: Option<u16>,
    /// Cap'n Proto: the ordinal of the case that says that there is no value, of a union or of a scalar that can be absent,
    /// which is a union of this case and its value. It is the first case of the union.
    pub capnp_absence: Option<u16>,
    /// Cap'n Proto: where the field is; of a union, where its discriminant is.
    pub capnp_slot: Option<Slot>,
    /// Cap'n Proto: a message whose root stands for null, where that is neither absence nor an empty value.
    pub capnp_default: Option<Vec<u8>>,
    /// Cap'n Proto: the meaning of the value, or of the innermost elements of a list, where the type does not state it.
    pub capnp_opaque: Option<CapnpOpaque>,
    /// SBE: text of this many bytes, padded with NUL, instead of variable-length data.
    pub sbe_length: Option<u16>,
    /// FlatBuffers: the vector of tables is sorted by this field of its elements; `nested` marks a nested buffer.
    pub flatbuffers: FlatbuffersField,
    /// CDR: the field's struct is stored as a sequence of octets that holds an encapsulation.
    pub cdr_encapsulated: bool,
    /// JSON: member name, where it is not the field's name.
    pub json_name: Option<String>,
    /// The field was declared apart from its struct, as an extension with this full name.
    pub extension: Option<String>,
}

/// FlatBuffers field facts (attributes `key` and `nested_flatbuffer` of its schema language).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlatbuffersField {
    /// Vectors of this table are sorted by this field.
    pub key: bool,
    /// The field's struct is stored as a byte vector that holds a whole buffer.
    pub nested_buffer: bool,
}

/// Facts on a union's case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseAttrs {
    /// Its place among the cases of its union, those that are removed among them.
    pub order: Option<u32>,
    /// Protobuf: how the case is written.
    pub protobuf: Option<ProtobufField>,
    /// Cap'n Proto: ordinal.
    pub capnp_ordinal: Option<u16>,
    /// Cap'n Proto: number and place of the case.
    pub capnp: Option<CapnpCase>,
    /// Cap'n Proto: a message whose root stands for null, where that is neither absence nor an empty value.
    pub capnp_default: Option<Vec<u8>>,
    /// Cap'n Proto: the meaning of the value, or of the innermost elements of a list, where the type does not state it.
    pub capnp_opaque: Option<CapnpOpaque>,
    /// JSON: member name, where it is not the case's name.
    pub json_name: Option<String>,
}

/// Cap'n Proto facts on a union's case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapnpCase {
    /// Its discriminant.
    pub number: u16,
    /// Where its value is.
    pub slot: Slot,
}

/// Protobuf field facts (Protocol Buffers Encoding, "Message Structure").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProtobufField {
    /// Field number, 1 to 2^29 − 1.
    pub number: u32,
    /// Encoding of integers.
    pub encoding: ProtobufInt,
    /// A repeated scalar is written as one length-delimited record.
    pub packed: bool,
    /// A message is written between group tags instead of length-delimited.
    pub group: bool,
}

/// Encodings of a Protobuf integer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProtobufInt {
    /// Varint of the two's complement value (`int32`, `uint32`, `int64`, `uint64`, enums).
    #[default]
    Varint,
    /// Zigzag varint (`sint32`, `sint64`).
    ZigZag,
    /// Little-endian of the type's width (`fixed32`, `sfixed64`, …).
    Fixed,
}
