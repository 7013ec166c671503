use super::{NodeId, Tree, numbers};

/// The largest field number: a tag stores it above three bits of wire type.
pub const MAX_FIELD_NUMBER: i32 = (1 << 29) - 1;

/// A field of a message, or an extension.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// Unqualified name.
    pub name: String,
    /// Field number.
    pub number: i32,
    /// Label.
    pub label: Label,
    /// Type; `None` until the name of a declared type is resolved.
    pub ty: Option<FieldType>,
    /// Absolute name of a declared type, with a leading dot.
    pub type_name: Option<String>,
    /// Absolute name of the extended message, for extensions.
    pub extendee: Option<String>,
    /// Default in the form of `descriptor.proto`: text verbatim, bytes with C escapes, numbers in decimal.
    pub default: Option<Vec<u8>>,
    /// Index of the oneof in its message.
    pub oneof: Option<u32>,
    /// JSON name, where it is stated.
    pub json_name: Option<String>,
    /// `FieldOptions`.
    pub options: Option<Tree>,
    /// True for the label `optional` in proto3.
    pub proto3_optional: bool,
    /// Identity.
    pub node: NodeId,
}

/// How many values a field has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Label {
    /// At most one.
    #[default]
    Optional,
    /// Exactly one.
    Required,
    /// Any number.
    Repeated,
}

/// Types of fields, numbered as in `descriptor.proto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FieldType {
    Double = 1,
    Float,
    Int64,
    Uint64,
    Int32,
    Fixed64,
    Fixed32,
    Bool,
    String,
    Group,
    Message,
    Bytes,
    Uint32,
    Enum,
    Sfixed32,
    Sfixed64,
    Sint32,
    Sint64,
}

impl FieldType {
    /// All types, in the order of their numbers.
    pub const ALL: [Self; 18] = [
        Self::Double,
        Self::Float,
        Self::Int64,
        Self::Uint64,
        Self::Int32,
        Self::Fixed64,
        Self::Fixed32,
        Self::Bool,
        Self::String,
        Self::Group,
        Self::Message,
        Self::Bytes,
        Self::Uint32,
        Self::Enum,
        Self::Sfixed32,
        Self::Sfixed64,
        Self::Sint32,
        Self::Sint64,
    ];

    /// Returns the keyword of a scalar type, or a description of another one.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Double => "double",
            Self::Float => "float",
            Self::Int64 => "int64",
            Self::Uint64 => "uint64",
            Self::Int32 => "int32",
            Self::Fixed64 => "fixed64",
            Self::Fixed32 => "fixed32",
            Self::Bool => "bool",
            Self::String => "string",
            Self::Group => "group",
            Self::Message => "message",
            Self::Bytes => "bytes",
            Self::Uint32 => "uint32",
            Self::Enum => "enum",
            Self::Sfixed32 => "sfixed32",
            Self::Sfixed64 => "sfixed64",
            Self::Sint32 => "sint32",
            Self::Sint64 => "sint64",
        }
    }

    /// Returns true if the type is a scalar, which has a keyword.
    pub fn is_scalar(self) -> bool {
        !matches!(self, Self::Group | Self::Message | Self::Enum)
    }

    /// Returns true if values are messages.
    pub fn is_message(self) -> bool {
        matches!(self, Self::Group | Self::Message)
    }

    /// Returns true if values of a repeated field can be packed into one record.
    pub fn is_packable(self) -> bool {
        !matches!(self, Self::String | Self::Bytes | Self::Group | Self::Message)
    }

    /// The scalar with this keyword.
    pub fn from_keyword(keyword: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ty| ty.is_scalar() && ty.keyword() == keyword)
    }
}

impl Field {
    /// Returns true if the field is repeated.
    pub fn is_repeated(&self) -> bool {
        self.label == Label::Repeated
    }

    /// Returns true if values are messages.
    pub fn is_message(&self) -> bool {
        self.ty.is_some_and(FieldType::is_message)
    }

    /// Returns true if the field is repeated and its type can be packed.
    pub fn is_packable(&self) -> bool {
        self.is_repeated() && self.ty.is_some_and(FieldType::is_packable)
    }

    /// Returns the value of a boolean option.
    pub fn flag(&self, number: u32) -> bool {
        Tree::flag(&self.options, number)
    }

    /// Returns the option `packed`, if set.
    pub fn packed(&self) -> Option<bool> {
        Tree::number(&self.options, numbers::PACKED).map(|value| value != 0)
    }
}

/// A oneof.
#[derive(Clone, Debug, Default)]
pub struct Oneof {
    /// Name without scope.
    pub name: String,
    /// `OneofOptions`.
    pub options: Option<Tree>,
    /// Identity.
    pub node: NodeId,
}
