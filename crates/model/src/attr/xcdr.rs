//! Facts for the data representations of DDS (DDS-XTypes 1.3, clause 7.3.1.2).

/// How a struct or union may change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extensibility {
    /// It stays as it is.
    #[default]
    Final,
    /// Members are added at its end.
    Appendable,
    /// Members are added and removed anywhere: they have ids in messages.
    Mutable,
}

/// Facts on a member of a struct or union.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct XcdrMember {
    /// Its id, of 28 bits; without one, it is that of its place.
    pub id: Option<u32>,
    /// Readers that do not know it must refuse the message.
    pub must_understand: bool,
    /// It is a part of the key of a sample.
    pub is_key: bool,
}
