//! What the rules for bit-fields of all compilers have in common. Positions and alignments are in bits.

use super::{Layout, Shape};
use crate::c::{Abi, CLayout, CRecord};

/// An item whose place is wanted.
pub(super) struct Item {
    /// Its name; empty for padding.
    pub name: String,
    /// Its type.
    pub shape: Shape,
    /// Its width if it is a bit-field.
    pub bits: Option<u8>,
    /// It or its record is packed.
    pub is_packed: bool,
    /// The alignment that is declared for it, in bytes.
    pub declared: Option<u32>,
    /// The layout of an anonymous record.
    pub inner: Option<Layout>,
}

impl Item {
    /// Creates an item of a record.
    pub fn new(
        name: String,
        record: &CRecord,
        shape: Shape,
        bits: Option<u8>,
        layout: CLayout,
        inner: Option<Layout>,
    ) -> Self {
        let is_packed = layout.packed || record.layout.packed && (bits.is_some() || shape.align > 1);
        Self { name, shape, bits, is_packed, declared: layout.aligned, inner }
    }

    /// Returns its width.
    pub fn width(&self) -> u64 {
        self.bits.map_or(self.shape.size * 8, u64::from)
    }

    /// Returns the alignment that is declared for it.
    pub fn declared_bits(&self) -> u64 {
        self.declared.map_or(1, |bytes| 8 * u64::from(bytes))
    }

    /// Returns the greatest alignment in bytes that is declared for it or in its type, or 1.
    pub fn required(&self) -> u32 {
        self.declared.unwrap_or(1).max(self.shape.declared)
    }

    /// Returns the alignment of its type.
    pub fn type_align(&self) -> u64 {
        8 * u64::from(self.shape.align)
    }
}

/// The state of a record while items are placed.
pub(super) struct Cursor {
    pub abi: &'static Abi,
    /// The end of the items before.
    pub at: u64,
    /// The alignment of the record.
    pub align: u64,
    /// `#pragma pack`.
    pub pack: Option<u64>,
    /// All items start at 0.
    overlap: bool,
    /// The end of the longest item of a union.
    longest: u64,
    /// Microsoft: the size of the type of the bit-fields that share the current unit, and the bits that are left in it.
    pub unit: Option<(u64, u64)>,
    /// The greatest alignment in bytes that the record and its members declare.
    pub declared: u32,
    empty: u64,
}

impl Cursor {
    /// Starts a record.
    pub fn new(abi: &'static Abi, record: &CRecord, is_microsoft: bool) -> Self {
        Self {
            abi,
            at: 0,
            align: 8 * u64::from(record.layout.aligned.unwrap_or(1)),
            pack: record.layout.pack.map(|bytes| 8 * u64::from(bytes)),
            overlap: record.overlap,
            longest: 0,
            unit: None,
            declared: record.layout.aligned.unwrap_or(1),
            empty: if is_microsoft && abi.is_microsoft { 32 } else { 0 },
        }
    }

    /// Aligns the record.
    pub fn align_record(&mut self, align: u64) {
        self.align = self.align.max(align);
    }

    /// Puts an item at a position, which in a union is the start.
    pub fn put(&mut self, at: u64, width: u64) -> u64 {
        let at = if self.overlap { 0 } else { at };
        self.longest = self.longest.max(at + width);
        self.at = if self.overlap { 0 } else { at + width };
        at
    }

    /// Returns the end of all items.
    pub fn end(&self) -> u64 {
        self.longest.max(self.at)
    }

    /// Returns the size and the alignment of the record in bytes.
    pub fn finish(&self) -> (u64, u32) {
        let left = self.unit.map_or(0, |(_, left)| if self.overlap { 0 } else { left });
        let end = (self.at + left).max(self.longest);
        let end = if end == 0 { self.empty } else { end };
        (end.next_multiple_of(self.align) / 8, (self.align / 8) as u32)
    }

    /// Returns the smaller of an alignment and that of `#pragma pack`.
    pub fn capped(&self, align: u64) -> u64 {
        self.pack.map_or(align, |pack| align.min(pack))
    }

    pub const fn is_union(&self) -> bool {
        self.overlap
    }
}
