//! What is where in a record.

use super::cell::Cell;
use super::form::Form;
use polywire_ir::types::Type;
use polywire_model::Presence;
use std::ops::Range;

/// The layout of a struct.
#[derive(Default)]
pub(super) struct Record {
    /// Bytes, with padding at the end, without the elements of a flexible array.
    pub size: u32,
    /// The members that the model has.
    pub members: Vec<Member>,
    /// Members that only tell about others.
    pub tellers: Vec<Teller>,
    /// The member with the number of bytes of the struct.
    pub length: Option<Cell>,
    /// The array at its end.
    pub flexible: Option<Flexible>,
    /// The bits that are padding, as ranges in order: the first bit of a little-endian byte is the least significant one, that of a
    /// big-endian byte the most significant one.
    pub padding: Vec<Range<u64>>,
}

/// A member of the model.
pub(super) struct Member {
    /// The index of the field.
    pub index: u32,
    /// Whether the model can lack it.
    pub presence: Presence,
    /// Its native type.
    pub ty: Type,
    /// The first byte; cells have a place of their own.
    pub at: u32,
    /// Its form.
    pub form: Form,
    /// The member that tells about it, if there is one.
    pub told: Option<Told>,
}

/// What another member tells about a member.
#[derive(Clone)]
pub(super) enum Told {
    /// Whether it has a value.
    Presence(Cell),
    /// How many elements of its array are used.
    Count(Cell),
    /// Which case is set.
    Tag(Cell),
}

impl Told {
    /// Returns the place of what tells.
    pub const fn cell(&self) -> &Cell {
        match self {
            Self::Presence(cell) | Self::Count(cell) | Self::Tag(cell) => cell,
        }
    }
}

/// A member that only tells about others.
pub(super) struct Teller {
    /// Where it is.
    pub cell: Cell,
    /// The index, among the members, of the one that it tells about; none if it tells the length of the struct, or nothing.
    pub about: Option<usize>,
}

/// A flexible array.
pub(super) struct Flexible {
    /// The index of the field.
    pub index: u32,
    /// The first byte of its first element.
    pub at: u32,
    /// Bytes of an element.
    pub stride: u32,
    /// The native type of the field.
    pub ty: Type,
    /// The native type and the form of an element.
    pub element: (Type, Form),
    /// The number of elements; without one, they are the rest of the message.
    pub count: Option<Cell>,
}

/// The layout of a union.
#[derive(Default)]
pub(super) struct UnionPlan {
    /// Bytes.
    pub size: u32,
    /// The cases, in the order of the model.
    pub cases: Vec<CasePlan>,
}

/// A case of a union.
pub(super) struct CasePlan {
    /// The numbers that select it.
    pub labels: Vec<i128>,
    /// All numbers without a case of their own select it, too.
    pub is_default: bool,
    /// The native type of the label, if the value keeps it: the value is a struct whose first field it is.
    pub label: Option<Type>,
    /// Its native type (without a label), its first byte and its form, if it has a value.
    pub value: Option<(Type, u32, Form)>,
}
