/// The form of encoded values. Decoders accept all forms.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// Name of the format.
    pub format: &'static str,
    /// Member names.
    pub names: MemberNames,
    /// Enumerators.
    pub enums: EnumForm,
    /// Integers of 64 bits.
    pub wide: WideForm,
    /// Members that equal their defaults.
    pub defaults: Defaults,
    /// Optional members without a value.
    pub absent: Absent,
    /// Decimal numbers of 128 bits.
    pub decimals: DecimalForm,
    /// White space.
    pub layout: Layout,
}

/// The use of white space.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// None.
    Compact,
    /// A separate line for each member and element.
    Lines,
}

/// The names of members.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MemberNames {
    /// As stated in the schema for JSON, else in lowerCamelCase.
    Camel,
    /// As in the schema.
    Original,
}

/// The form of enumerators.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnumForm {
    /// By name, if there is one.
    Name,
    /// As numbers.
    Number,
}

/// The form of 64-bit integers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WideForm {
    /// In strings, so that readers that store numbers as binary64 do not round them.
    Text,
    /// As numbers.
    Number,
}

/// The treatment of members of implicit presence that equal their defaults.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defaults {
    /// Left out.
    Omitted,
    /// Written.
    Written,
}

/// The treatment of optional members without a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Absent {
    /// Left out.
    Omitted,
    /// `null`.
    Null,
}

/// The form of decimal numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DecimalForm {
    /// Base64 of the bytes.
    Base64,
    /// Text.
    Text,
}

impl Style {
    /// Protobuf's canonical mapping.
    pub const CANONICAL: Self = Self {
        format: "json",
        names: MemberNames::Camel,
        enums: EnumForm::Name,
        wide: WideForm::Text,
        defaults: Defaults::Omitted,
        absent: Absent::Omitted,
        decimals: DecimalForm::Base64,
        layout: Layout::Compact,
    };

    /// The same, laid out for people.
    pub const PRETTY: Self = Self { format: "json_pretty", layout: Layout::Lines, ..Self::CANONICAL };

    /// Unchanged names and numbers.
    pub const PLAIN: Self = Self {
        format: "json_plain",
        names: MemberNames::Original,
        enums: EnumForm::Number,
        wide: WideForm::Number,
        defaults: Defaults::Written,
        absent: Absent::Omitted,
        decimals: DecimalForm::Base64,
        layout: Layout::Compact,
    };

    /// As FastBinaryEncoding's codecs.
    pub const FBE: Self = Self { format: "json_fbe", absent: Absent::Null, decimals: DecimalForm::Text, ..Self::PLAIN };
}
