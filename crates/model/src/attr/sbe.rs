//! Facts of SBE's XML schemas. Only its own schemas state them: elsewhere they are missing, and messages have a layout of
//! their own.

/// Facts on a message, a composite or an entry of a group of an SBE schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SbeStruct {
    /// Bytes of the block or the composite, including padding (SBE 1.0, sections 3.3.2 and 4.4).
    pub size: u32,
    /// The byte order of all numbers, also of those in headers, dimensions and lengths.
    pub byte_order: ByteOrder,
    /// The header of a message.
    pub header: Option<SbeFrame>,
    /// The names of all members in the order of the schema, constants among them.
    pub members: Vec<String>,
}

/// Orders of the bytes of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByteOrder {
    /// The least significant byte first.
    #[default]
    Little,
    /// The most significant byte first.
    Big,
}

/// A composite in front of something: the header of a message (SBE 1.0, section 4.2), the dimension of a group (4.6) or
/// the length of data (4.7). Members without a role are written as zero and not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SbeFrame {
    /// Its bytes.
    pub size: u32,
    /// The members that say something, in the order of their offsets; each role at most once.
    pub members: Vec<SbeFrameMember>,
}

/// A number in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SbeFrameMember {
    /// What it says.
    pub role: SbeRole,
    /// Its offset in the frame.
    pub offset: u32,
    /// Its width in bits: 8, 16, 32 or 64.
    pub bits: u8,
    /// It is signed. Negative numbers are errors.
    pub signed: bool,
    /// The least value that is allowed, if the schema states it.
    pub min: Option<u64>,
    /// The greatest value that is allowed.
    pub max: u64,
}

/// What a number in a frame says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SbeRole {
    /// `blockLength`: bytes of the block, or of the block of each entry.
    BlockLength,
    /// `templateId`: the message type.
    TemplateId,
    /// `schemaId`: the schema.
    SchemaId,
    /// `version`: the version of the schema that the writer knew.
    Version,
    /// `numInGroup`: entries of a group.
    NumInGroup,
    /// `numGroups`: groups that follow the block.
    NumGroups,
    /// `numVarDataFields`: data that follow the groups.
    NumVarData,
    /// `length`: bytes of data.
    Length,
}

/// Facts on a member of such a struct. Constants are declarations inside of the struct, not members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SbeField {
    /// The offset in the block or composite; `None` for groups and data.
    pub offset: Option<u32>,
    /// The version of the schema that added it.
    pub since: u16,
    /// Of a group: its dimension. The block of its entries is that of its struct.
    pub dimension: Option<SbeFrame>,
    /// Of data: its length.
    pub length: Option<SbeFrame>,
}
