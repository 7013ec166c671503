use std::fmt;

/// The rule that an edit goes against. Rules that the tool `buf` has are named as there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A struct is removed.
    MessageNoDelete,
    /// A struct has another name.
    MessageSameName,
    /// A required member is added or removed.
    MessageSameRequiredFields,
    /// The numbers or sizes that a format keeps for a struct differ.
    MessageSameLayout,
    /// A member is removed.
    FieldNoDelete,
    /// A member is added.
    FieldNoAdd,
    /// A member has another name.
    FieldSameName,
    /// A member has another name in JSON.
    FieldSameJsonName,
    /// A member has another number.
    FieldSameNumber,
    /// A member has another type.
    FieldSameType,
    /// A member becomes repeated, optional, required, or no longer is.
    FieldSameCardinality,
    /// A member has moved into a union, out of it or into another one.
    FieldSameOneof,
    /// A member has another default.
    FieldSameDefault,
    /// The bytes of a text are checked, or no longer are.
    FieldSameUtf8Validation,
    /// A member is packed or delimited in another way.
    FieldSameEncoding,
    /// A member has another place in formats that identify members by position.
    FieldSameLayout,
    /// An enum is removed.
    EnumNoDelete,
    /// An enum has another name.
    EnumSameName,
    /// An open enum becomes closed, or a closed one open.
    EnumSameType,
    /// Another enumerator is the default.
    EnumSameDefault,
    /// The numbers or the width that a format keeps for an enum differ.
    EnumSameLayout,
    /// An enumerator is removed.
    EnumValueNoDelete,
    /// An enumerator is added.
    EnumValueNoAdd,
    /// An enumerator has another name.
    EnumValueSameName,
    /// An enumerator has another number.
    EnumValueSameNumber,
    /// A union is removed.
    OneofNoDelete,
    /// A service is removed.
    ServiceNoDelete,
    /// A method is removed.
    RpcNoDelete,
    /// A method takes another struct.
    RpcSameRequestType,
    /// A method returns another struct.
    RpcSameResponseType,
    /// A method takes a stream, or no longer does.
    RpcSameClientStreaming,
    /// A method returns a stream, or no longer does.
    RpcSameServerStreaming,
    /// A format cannot hold the new version of a struct.
    FormatSupported,
    /// Messages are misread, and no edit was found that explains it.
    Unexplained,
}

/// All rules.
pub const RULES: &[Rule] = &[
    Rule::MessageNoDelete,
    Rule::MessageSameName,
    Rule::MessageSameRequiredFields,
    Rule::MessageSameLayout,
    Rule::FieldNoDelete,
    Rule::FieldNoAdd,
    Rule::FieldSameName,
    Rule::FieldSameJsonName,
    Rule::FieldSameNumber,
    Rule::FieldSameType,
    Rule::FieldSameCardinality,
    Rule::FieldSameOneof,
    Rule::FieldSameDefault,
    Rule::FieldSameUtf8Validation,
    Rule::FieldSameEncoding,
    Rule::FieldSameLayout,
    Rule::EnumNoDelete,
    Rule::EnumSameName,
    Rule::EnumSameType,
    Rule::EnumSameDefault,
    Rule::EnumSameLayout,
    Rule::EnumValueNoDelete,
    Rule::EnumValueNoAdd,
    Rule::EnumValueSameName,
    Rule::EnumValueSameNumber,
    Rule::OneofNoDelete,
    Rule::ServiceNoDelete,
    Rule::RpcNoDelete,
    Rule::RpcSameRequestType,
    Rule::RpcSameResponseType,
    Rule::RpcSameClientStreaming,
    Rule::RpcSameServerStreaming,
    Rule::FormatSupported,
    Rule::Unexplained,
];

/// The effect of breaking a rule on programs whose messages are not affected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WithoutMessages {
    /// None.
    Nothing,
    /// Code that uses the generated types has to change.
    Code,
    /// Calls fail.
    Calls,
}

impl Rule {
    /// Returns the name, as in `FIELD_SAME_TYPE`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MessageNoDelete => "MESSAGE_NO_DELETE",
            Self::MessageSameName => "MESSAGE_SAME_NAME",
            Self::MessageSameRequiredFields => "MESSAGE_SAME_REQUIRED_FIELDS",
            Self::MessageSameLayout => "MESSAGE_SAME_LAYOUT",
            Self::FieldNoDelete => "FIELD_NO_DELETE",
            Self::FieldNoAdd => "FIELD_NO_ADD",
            Self::FieldSameName => "FIELD_SAME_NAME",
            Self::FieldSameJsonName => "FIELD_SAME_JSON_NAME",
            Self::FieldSameNumber => "FIELD_SAME_NUMBER",
            Self::FieldSameType => "FIELD_SAME_TYPE",
            Self::FieldSameCardinality => "FIELD_SAME_CARDINALITY",
            Self::FieldSameOneof => "FIELD_SAME_ONEOF",
            Self::FieldSameDefault => "FIELD_SAME_DEFAULT",
            Self::FieldSameUtf8Validation => "FIELD_SAME_UTF8_VALIDATION",
            Self::FieldSameEncoding => "FIELD_SAME_ENCODING",
            Self::FieldSameLayout => "FIELD_SAME_LAYOUT",
            Self::EnumNoDelete => "ENUM_NO_DELETE",
            Self::EnumSameName => "ENUM_SAME_NAME",
            Self::EnumSameType => "ENUM_SAME_TYPE",
            Self::EnumSameDefault => "ENUM_SAME_DEFAULT",
            Self::EnumSameLayout => "ENUM_SAME_LAYOUT",
            Self::EnumValueNoDelete => "ENUM_VALUE_NO_DELETE",
            Self::EnumValueNoAdd => "ENUM_VALUE_NO_ADD",
            Self::EnumValueSameName => "ENUM_VALUE_SAME_NAME",
            Self::EnumValueSameNumber => "ENUM_VALUE_SAME_NUMBER",
            Self::OneofNoDelete => "ONEOF_NO_DELETE",
            Self::ServiceNoDelete => "SERVICE_NO_DELETE",
            Self::RpcNoDelete => "RPC_NO_DELETE",
            Self::RpcSameRequestType => "RPC_SAME_REQUEST_TYPE",
            Self::RpcSameResponseType => "RPC_SAME_RESPONSE_TYPE",
            Self::RpcSameClientStreaming => "RPC_SAME_CLIENT_STREAMING",
            Self::RpcSameServerStreaming => "RPC_SAME_SERVER_STREAMING",
            Self::FormatSupported => "FORMAT_SUPPORTED",
            Self::Unexplained => "UNEXPLAINED",
        }
    }

    pub(super) const fn without_messages(self) -> WithoutMessages {
        match self {
            Self::MessageNoDelete
            | Self::MessageSameName
            | Self::FieldNoDelete
            | Self::FieldSameName
            | Self::FieldSameCardinality
            | Self::FieldSameOneof
            | Self::EnumNoDelete
            | Self::EnumSameName
            | Self::EnumValueNoDelete
            | Self::EnumValueSameName
            | Self::OneofNoDelete
            | Self::RpcSameRequestType
            | Self::RpcSameResponseType => WithoutMessages::Code,
            Self::ServiceNoDelete | Self::RpcNoDelete | Self::RpcSameClientStreaming | Self::RpcSameServerStreaming => {
                WithoutMessages::Calls
            }
            // Types of one name in code may differ on the wire, so the edit says it.
            Self::FieldSameType
            | Self::MessageSameRequiredFields
            | Self::MessageSameLayout
            | Self::FieldNoAdd
            | Self::FieldSameJsonName
            | Self::FieldSameNumber
            | Self::FieldSameDefault
            | Self::FieldSameUtf8Validation
            | Self::FieldSameEncoding
            | Self::FieldSameLayout
            | Self::EnumSameType
            | Self::EnumSameDefault
            | Self::EnumSameLayout
            | Self::EnumValueNoAdd
            | Self::EnumValueSameNumber
            | Self::FormatSupported
            | Self::Unexplained => WithoutMessages::Nothing,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
