//! Facts of MessagePack.

/// How a struct is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MsgpackForm {
    /// A map.
    #[default]
    Map,
    /// An array of the members' values, in their order.
    Array,
    /// An extension of this type, with the big-endian bytes of the members, which are numbers.
    Extension(i8),
    /// The value of the only member, bytes: they are one encoded value of any kind; none stands for nil.
    Any,
}

/// Facts on a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MsgpackField {
    /// The key, if it differs from the field's name.
    pub name: Option<String>,
    /// It is left out if it is zero or empty.
    pub omits_empty: bool,
}
