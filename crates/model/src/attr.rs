//! Facts that a schema states for one wire format, as typed attributes.
//!
//! A lowering reads only its own format's facts; if they are missing, it derives them from the schema's own numbers.

mod avro;
mod corba;
mod fbe;
mod flatbuffers;
mod msgpack;
mod options;
mod sbe;
mod xcdr;
mod xml;

use crate::c::{CEnum, CRecord};
use crate::capnp_layout::{Need, Slot};
pub use avro::{
    AvroBase, AvroDecimal, AvroEnum, AvroField, AvroFixed, AvroForm, AvroKind, AvroStruct, AvroUnion,
    MOST_DECIMAL_DIGITS,
};
pub use corba::{CorbaFixed, CorbaForm, CorbaInterface, CorbaKind, CorbaMethod, CorbaText, CorbaType, CorbaValue};
pub use fbe::{FbeCollection, FbeEnum, FbeField, FbeGenerated, FbePackage, FbeReject, FbeRequest, FbeStruct};
pub use flatbuffers::{FlatbuffersField, FlatbuffersFile, FlatbuffersHash, FlatbuffersStruct};
pub use msgpack::{MsgpackField, MsgpackForm};
pub use options::{
    AvroOptions, AvroStrictness, CdrOptions, FORMAT_OPTIONS, FormatOption, FormatOptionValue, FormatOptions,
    GiopVersion, MemoryOptions, MsgpackOptions, MsgpackStructs, SbeOptions, XcdrOptions, XmlOptions, ZebrapackOptions,
    choices,
};
pub use sbe::{ByteOrder, SbeField, SbeFrame, SbeFrameMember, SbeRole, SbeStruct};
pub use xcdr::{Extensibility, XcdrMember};
pub use xml::{
    XmlAutomaton, XmlForm, XmlKind, XmlMember, XmlName, XmlNamespaces, XmlOrder, XmlProcess, XmlSpace, XmlState,
    XmlStruct, XmlText,
};

/// A kind of fact that a wire format needs for every member and that schemas in other languages lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// Cap'n Proto: ordinals, including those of methods.
    CapnpOrdinal,
    /// Protobuf: field numbers.
    ProtobufNumber,
    /// The order of members, cases and enumerators, for formats that identify them by position.
    Order,
    /// SBE: template ids.
    SbeTemplate,
}

/// Facts on a struct.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StructAttrs {
    /// Removed members, whose places stay taken in formats that identify members by position.
    pub removed: Vec<RemovedMember>,
    /// SBE: template id, schema id and version of a message.
    pub sbe_message: Option<SbeMessage>,
    /// SBE: the order of the first member that version 1 of the message added; each further member adds a version.
    pub sbe_added_from: Option<u32>,
    /// SBE: it is declared in an SBE schema, which states the layout.
    pub sbe: Option<Box<SbeStruct>>,
    /// Protobuf: the fields, all of them extensions, are written as items of a MessageSet.
    pub message_set: bool,
    /// A type with a meaning that several formats know.
    pub well_known: Option<WellKnown>,
    /// Protobuf: reserved numbers of former fields.
    pub protobuf_removed: Vec<u32>,
    /// Protobuf: reserved names of former fields.
    pub reserved_names: Vec<String>,
    /// Cap'n Proto: the struct's sections, if the schema states their size. All members then have places.
    pub capnp: Option<CapnpStruct>,
    /// Cap'n Proto: removed members, whose ordinals and places stay taken.
    pub capnp_removed: Vec<CapnpRemoved>,
    /// FastBinaryEncoding.
    pub fbe: FbeStruct,
    /// FlatBuffers: it is a table or struct of a FlatBuffers schema.
    pub flatbuffers: Option<FlatbuffersStruct>,
    /// MessagePack: how it is written.
    pub msgpack: MsgpackForm,
    /// Avro: it is declared in an Avro schema.
    pub avro: Option<AvroStruct>,
    /// CORBA: it is declared in an IDL file.
    pub corba: Option<CorbaType>,
    /// Raw memory: it is a struct or union of C.
    pub c: Option<Box<CRecord>>,
    /// XML.
    pub xml: Box<XmlStruct>,
}

/// Facts on an enum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnumAttrs {
    /// A type with a meaning that several formats know.
    pub well_known: Option<WellKnown>,
    /// All numbers that enumerators have ever had, in the order in which formats index them; empty if that is numeric
    /// order.
    pub order: Vec<i64>,
    /// Cap'n Proto: the numbers of the enum by ordinal, including those of removed members; empty if each number is its
    /// ordinal.
    pub capnp_ordinals: Vec<i64>,
    /// FastBinaryEncoding.
    pub fbe: FbeEnum,
    /// FlatBuffers: it is an enum of a FlatBuffers schema, whose declared width is that of messages.
    pub flatbuffers: bool,
    /// Avro: it is declared in an Avro schema.
    pub avro: Option<AvroEnum>,
    /// CORBA: it is declared in an IDL file.
    pub corba: Option<CorbaType>,
    /// Raw memory: it is an enum of C.
    pub c: Option<CEnum>,
}

/// Facts on a union.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnionAttrs {
    /// FlatBuffers: it is a union of a FlatBuffers schema, whose labels are those of messages.
    pub flatbuffers: bool,
    /// Avro: it is declared in an Avro schema.
    pub avro: Option<AvroUnion>,
    /// CORBA: it is declared in an IDL file.
    pub corba: Option<CorbaType>,
    /// Raw memory: it is a union of C with a tag; its items have the names of the cases.
    pub c: Option<Box<CRecord>>,
    /// Protobuf: numbers of removed cases of a union in a message of its own.
    pub protobuf_removed: Vec<u32>,
    /// Cap'n Proto: removed cases of a union in a struct of its own.
    pub capnp_removed: Vec<CapnpRemoved>,
}

/// Facts on a service.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServiceAttrs {
    /// Cap'n Proto: the id of the interface, by which calls name it.
    pub capnp_id: Option<u64>,
    /// Cap'n Proto: all methods have the ordinals stated in the schema.
    pub says_capnp_ordinals: bool,
    /// Cap'n Proto: ordinals of removed methods, which stay taken.
    pub capnp_removed: Vec<u16>,
    /// CORBA: it is an interface or valuetype of an IDL file.
    pub corba: Option<CorbaInterface>,
}

/// Facts on a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodAttrs {
    /// Cap'n Proto: the ordinal.
    pub capnp_ordinal: Option<u16>,
    /// Cap'n Proto: callers make many calls without waiting for each answer, which is empty: `-> stream`.
    pub capnp_stream: bool,
    /// CORBA: what it is in an IDL file.
    pub corba: CorbaMethod,
}

/// Types with a meaning beyond their fields (Protocol Buffers, "Well-Known Types").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WellKnown {
    /// A message of any type, with the name of the type.
    Any,
    /// A span of time in seconds and nanoseconds.
    Duration,
    /// A message without fields.
    Empty,
    /// Paths of fields.
    FieldMask,
    /// A list of dynamic values.
    ListValue,
    /// The enum with the single value "null".
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
    /// Words of the data section; for a group, those of the enclosing struct.
    pub data_words: u16,
    /// Words of the pointer section; for a group, those of the enclosing struct.
    pub pointers: u16,
    /// Its members are in the sections of the enclosing struct.
    pub is_group: bool,
}

/// The target of a Cap'n Proto pointer without a counterpart in the type model (Cap'n Proto Schema Language, "Types").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapnpOpaque {
    /// Anything: the bytes of a message with this root; no bytes for null.
    Any,
    /// A struct of any type, as the same bytes.
    Struct,
    /// A list of anything, as the same bytes.
    List,
    /// A reference to an object, as an integer: its index in the connection's table plus one; zero for null. The object has the interface
    /// with this id, or any.
    Capability(Option<u64>),
    /// A list of Void, as an integer: its length.
    Voids,
}

impl CapnpOpaque {
    /// Returns the type's name in schemas.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "AnyPointer",
            Self::Struct => "AnyStruct",
            Self::List => "AnyList",
            Self::Capability(_) => "Capability",
            Self::Voids => "List(Void)",
        }
    }
}

/// A removed member of a Cap'n Proto struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapnpRemoved {
    /// Its ordinal.
    pub ordinal: u16,
    /// The space that it took.
    pub need: Need,
    /// The union that it was a case of: the name of a field, or another name for a removed union.
    pub union: Option<String>,
}

/// A removed member, in formats that identify members by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovedMember {
    /// Its place among the members.
    pub order: u32,
    /// It was optional.
    pub optional: bool,
    /// Its type.
    pub ty: RemovedType,
}

/// The type of a removed member, as far as formats need it to skip the member. The types that it named may be removed,
/// too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemovedType {
    /// True or false.
    Bool,
    /// An integer or a float.
    Number {
        /// Width in bits.
        bits: u8,
        /// The kind of the number.
        kind: NumberKind,
    },
    /// A case without a value.
    Nothing,
    /// Characters.
    Text,
    /// Any bytes.
    Bytes,
    /// Exactly this many bytes.
    FixedBytes(u32),
    /// One of these numbers.
    Enum(Vec<i64>),
    /// A struct with this dotted name, and all members that it ever had, in order.
    Struct(String, Vec<RemovedMember>),
    /// A union with all cases that it ever had, in order.
    Union(Vec<RemovedMember>),
    /// A list.
    List(Box<RemovedType>),
    /// An array of this length.
    Array(Box<RemovedType>, u32),
    /// Values by keys.
    Map(Box<RemovedType>, Box<RemovedType>),
    /// A struct that contains itself.
    Recursive,
    /// Unknown except for its name: no lock has lines for it.
    Unknown(String),
}

/// Kinds of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// An integer that can be negative.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// A float.
    Float,
}

/// Facts on a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldAttrs {
    /// Its place among the members of its struct, including removed ones; a union has that of its first case.
    pub order: Option<u32>,
    /// Protobuf: how the field is written.
    pub protobuf: Option<ProtobufField>,
    /// Cap'n Proto: ordinal.
    pub capnp_ordinal: Option<u16>,
    /// Cap'n Proto: the ordinal of the case for absence, of a union or of an optional scalar, which is a union of this
    /// case and its value. It is the first case of the union.
    pub capnp_absence: Option<u16>,
    /// Cap'n Proto: the place of the field; for a union, that of its discriminant.
    pub capnp_slot: Option<Slot>,
    /// Cap'n Proto: a message whose root replaces null, if that is neither absence nor an empty value.
    pub capnp_default: Option<Vec<u8>>,
    /// Cap'n Proto: the meaning of the value, or of the innermost elements of a list, if the type does not state it.
    pub capnp_opaque: Option<CapnpOpaque>,
    /// SBE: text of this many bytes, padded with NUL, instead of variable-length data.
    pub sbe_length: Option<u16>,
    /// SBE: where a member of a struct of an SBE schema is stored.
    pub sbe: SbeField,
    /// The encoding of the text in formats whose schemas state one; `None` is UTF-8. Values are Unicode in any case.
    pub text_encoding: Option<TextEncoding>,
    /// FlatBuffers: how the field is stored.
    pub flatbuffers: FlatbuffersField,
    /// CDR: the field's struct is stored as a sequence of octets with an encapsulation.
    pub cdr_encapsulated: bool,
    /// JSON: member name, if it differs from the field's name.
    pub json_name: Option<String>,
    /// The full name of the extension if the field was declared outside its struct.
    pub extension: Option<String>,
    /// FastBinaryEncoding.
    pub fbe: FbeField,
    /// MessagePack.
    pub msgpack: MsgpackField,
    /// Avro.
    pub avro: AvroField,
    /// CORBA.
    pub corba: CorbaForm,
    /// DDS.
    pub xcdr: XcdrMember,
    /// XML.
    pub xml: XmlMember,
}

/// Encodings of text other than UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEncoding {
    /// ASCII.
    Ascii,
    /// ISO 8859-1: each byte is the code point of the same number.
    Latin1,
    /// UTF-16 in this byte order, without a byte order mark.
    Utf16(ByteOrder),
}

/// Facts on a union's case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseAttrs {
    /// Its place among the cases of its union, including removed ones.
    pub order: Option<u32>,
    /// Protobuf: how the case is written.
    pub protobuf: Option<ProtobufField>,
    /// Cap'n Proto: ordinal.
    pub capnp_ordinal: Option<u16>,
    /// Cap'n Proto: number and place of the case.
    pub capnp: Option<CapnpCase>,
    /// Cap'n Proto: a message whose root replaces null, if that is neither absence nor an empty value.
    pub capnp_default: Option<Vec<u8>>,
    /// Cap'n Proto: the meaning of the value, or of the innermost elements of a list, if the type does not state it.
    pub capnp_opaque: Option<CapnpOpaque>,
    /// JSON: member name, if it differs from the case's name.
    pub json_name: Option<String>,
    /// Avro: how the value is written.
    pub avro: AvroForm,
    /// CORBA.
    pub corba: CorbaForm,
    /// GIOP: the text that selects the case; of parameters, the name of the operation, of an exception, its repository id.
    pub giop_selector: Option<String>,
    /// DDS.
    pub xcdr: XcdrMember,
    /// XML.
    pub xml: XmlMember,
}

/// Cap'n Proto facts on a union's case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapnpCase {
    /// Its discriminant.
    pub number: u16,
    /// The place of its value.
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
