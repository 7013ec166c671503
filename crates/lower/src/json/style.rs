/// How values are written. Reading takes all forms.
#[derive(Clone, Copy)]
pub(super) struct Style {
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
    /// White space.
    pub layout: Layout,
}

/// The places of white space.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Nowhere.
    Compact,
    /// Each member and element has a line of its own.
    Lines,
}

/// The names of members.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MemberNames {
    /// As the schema states for JSON, else in lowerCamelCase.
    Camel,
    /// As in the schema.
    Original,
}

/// How enumerators are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EnumForm {
    /// By name, where there is one.
    Name,
    /// As numbers.
    Number,
}

/// How integers of 64 bits are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WideForm {
    /// In strings, so that readers that hold numbers as binary64 do not round them.
    Text,
    /// As numbers.
    Number,
}

/// The treatment of members of implicit presence that equal their defaults.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Defaults {
    /// Left out.
    Omitted,
    /// Written.
    Written,
}

impl Style {
    /// Protobuf's canonical mapping.
    pub const CANONICAL: Self = Self {
        format: "json",
        names: MemberNames::Camel,
        enums: EnumForm::Name,
        wide: WideForm::Text,
        defaults: Defaults::Omitted,
        layout: Layout::Compact,
    };

    /// The same, laid out for people.
    pub const PRETTY: Self = Self { format: "json_pretty", layout: Layout::Lines, ..Self::CANONICAL };

    /// Names and numbers as they are.
    pub const PLAIN: Self = Self {
        format: "json_plain",
        names: MemberNames::Original,
        enums: EnumForm::Number,
        wide: WideForm::Number,
        defaults: Defaults::Written,
        layout: Layout::Compact,
    };
}
