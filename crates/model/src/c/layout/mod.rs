//! The layout of a record of C for an ABI: its size, its alignment, and the place of each item.
//!
//! The rules are those of the compilers (GCC, and Clang for Microsoft's), of which specifications tell a part only; the places
//! are tested against theirs.

mod bits;
mod gnu;
mod microsoft;
mod record;
mod shape;

use super::{Abi, CRecord};
use crate::{DeclId, DeclKind, Model};
pub use shape::Shape;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The places of the items of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bytes, with padding at the end, without the elements of a flexible array.
    pub size: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// The greatest alignment that attributes of the record and of its members declare, 1 if none does.
    pub declared: u32,
    /// The items in order.
    pub items: Vec<Placed>,
}

/// The place of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its first bit: bytes times 8, plus for bit-fields the bits before it, from the least significant bit on for little-endian
    /// numbers and from the most significant one on for big-endian ones.
    pub start: u64,
    /// Its width if it is a bit-field.
    pub bits: Option<u8>,
    /// Its type; the size of a flexible array is that of no elements.
    pub shape: Shape,
    /// The layout of an anonymous struct or union, or of a member that is a record without a declaration in the model.
    pub inner: Option<Layout>,
}

impl Placed {
    /// Returns the first byte.
    pub fn offset(&self) -> u32 {
        (self.start / 8) as u32
    }
}

/// What has no layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutError {
    /// The member, by its name.
    pub member: String,
    /// Why there is none.
    pub kind: LayoutErrorKind,
}

/// The reasons for which something has no layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutErrorKind {
    /// The ABI has no integers of 128 bits.
    NoInt128,
    /// It is larger than 2³¹ bytes.
    TooLarge,
    /// It contains itself.
    Recursive,
    /// It is no record of C.
    NoRecord,
    /// A bit-field is wider than its type, or its type is no integer.
    BitField,
    /// An alignment is no power of two.
    Alignment,
    /// Its layout is stated for another ABI.
    OtherAbi,
    /// The stated layout does not have a place for each item, or one is outside of it.
    Stated,
}

impl LayoutErrorKind {
    /// Returns the reason as the end of a sentence about the member.
    pub const fn text(self) -> &'static str {
        match self {
            Self::NoInt128 => "has 128 bits, and this ABI has no such integers",
            Self::TooLarge => "is too large",
            Self::Recursive => "contains itself",
            Self::NoRecord => "is no struct or union of C",
            Self::BitField => "is a bit-field that is wider than its type",
            Self::Alignment => "has an alignment that is no power of two",
            Self::OtherAbi => "has a layout that its object file states for another ABI",
            Self::Stated => "is not in the stated layout",
        }
    }
}

/// The layouts of the records of a model for an ABI.
pub struct Layouts<'m> {
    model: &'m Model,
    abi: &'static Abi,
    known: RefCell<BTreeMap<DeclId, Option<Result<Layout, LayoutError>>>>,
}

impl<'m> Layouts<'m> {
    /// Returns the layouts of a model, which are computed when they are asked for.
    pub const fn new(model: &'m Model, abi: &'static Abi) -> Self {
        Self { model, abi, known: RefCell::new(BTreeMap::new()) }
    }

    /// Returns the ABI.
    pub const fn abi(&self) -> &'static Abi {
        self.abi
    }

    /// Returns the record of a declaration.
    pub fn record(&self, id: DeclId) -> Option<&'m CRecord> {
        match &self.model.decl(id).kind {
            DeclKind::Struct(it) => it.attrs.c.as_deref(),
            DeclKind::Union(it) => it.attrs.c.as_deref(),
            DeclKind::Enum(_) | DeclKind::Constant(_) => None,
        }
    }

    /// Returns the layout of the record of a declaration.
    ///
    /// # Errors
    /// If it has none.
    pub fn of(&self, id: DeclId) -> Result<Layout, LayoutError> {
        let error = |kind| LayoutError { member: self.model.decl(id).path(), kind };
        match self.known.borrow().get(&id) {
            Some(Some(found)) => return found.clone(),
            Some(None) => return Err(error(LayoutErrorKind::Recursive)),
            None => {}
        }
        self.known.borrow_mut().insert(id, None);
        let found = match self.record(id) {
            Some(record) => self.lay_out(record, Some(id)),
            None => Err(error(LayoutErrorKind::NoRecord)),
        };
        self.known.borrow_mut().insert(id, Some(found.clone()));
        found
    }
}
