//! Repeating groups: dimensions, then entries.

use super::Sbe;
use super::counts::Dimensions;
use super::data::{read_data, write_data};
use super::read::Held;
use super::shape::{Fixed, Shape, element_shape};
use crate::memory::PAID_BY_BYTE;
use crate::plan::report_unknown_at;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, ErrorCode, Expr, Place, UnknownKind, VarId};

/// The form of a group's entries.
pub(super) struct Entry<'a> {
    pub element: &'a Type,
    shape: Shape,
    /// Bytes of its block.
    pub size: u32,
    /// The bytes that complete the shorter block of an older writer.
    fresh: Vec<u8>,
    /// The struct, if it has groups or data of its own.
    nested: Option<StructId>,
}

/// An array has exactly its length.
pub(super) fn check_count(b: &mut FunctionBuilder, ty: &Type, group: Dimensions) {
    if let Type::Array(_, len) = ty {
        b.check(Expr::from(group.count).is(u64::from(*len)), ErrorCode::BadLength);
    }
}

/// The entries have to be in the message; those without a block are charged, because nothing else bounds their number.
pub(super) fn check_entries(b: &mut FunctionBuilder, size: &Expr, count: &Expr) {
    b.check((count.clone() * size.clone()).at_most(Expr::Left), ErrorCode::Truncated);
    b.when(size.clone().is(0u64), |b| b.charge(count.clone() * PAID_BY_BYTE));
}

/// Reads the next `size` bytes, truncated or extended to a block of this schema.
pub(super) fn block_at(
    b: &mut FunctionBuilder,
    report_unknown: bool,
    size: Expr,
    fresh: &[u8],
    place: &Place,
) -> VarId {
    let bytes = b.read_span("bytes", size.clone());
    block_in(b, report_unknown, (bytes, 0u64.into(), size), fresh, place)
}

/// Returns `size` bytes at a position of a region, truncated or extended to a block of this schema.
pub(super) fn block_in(
    b: &mut FunctionBuilder,
    report_unknown: bool,
    (region, pos, size): (VarId, Expr, Expr),
    fresh: &[u8],
    place: &Place,
) -> VarId {
    if report_unknown {
        let known = fresh.len() as u64;
        b.when(Expr::from(known).below(size.clone()), |b| {
            let more = (region, pos.clone() + known, size.clone() - known);
            report_unknown_at(b, more, UnknownKind::Member, place);
        });
    }
    b.section("block", (region.into(), pos, size), fresh.to_vec(), ErrorCode::Truncated)
}

impl Sbe<'_> {
    pub(super) fn entry<'a>(&self, element: &'a Type) -> Entry<'a> {
        let shape = element_shape((self.types, &self.orders), element).unwrap_or(Shape::Data);
        let (size, fresh, nested) = match &shape {
            Shape::Fixed(Fixed::Composite(id)) => {
                let block = self.block(*id);
                (block.size, block.fresh.clone(), block.has_rest().then_some(*id))
            }
            Shape::Fixed(Fixed::Scalar(scalar)) => (scalar.width().into(), vec![0; scalar.width().into()], None),
            Shape::Fixed(Fixed::Array(scalar, len)) => {
                let size = u32::from(scalar.width()) * len;
                (size, vec![0; size as usize], None)
            }
            Shape::Fixed(Fixed::Text(len) | Fixed::Bytes(len)) => (*len, vec![0; *len as usize], None),
            Shape::Group | Shape::Data | Shape::Cases | Shape::Maybe => (0, vec![], None),
        };
        Entry { element, shape, size, fresh, nested }
    }

    /// Writes the dimensions (length of a block, number of entries) and the entries.
    pub(super) fn write_group(&self, b: &mut FunctionBuilder, element: &Type, place: Place) {
        let entry = self.entry(element);
        let count = b.let_("count", Expr::Len(place.clone()));
        b.check(count.at_most(self.counts.most()), ErrorCode::TooLarge);
        if entry.nested.is_none() && matches!(entry.shape, Shape::Fixed(_)) {
            return self.write_blocks(b, &entry, place, count);
        }
        self.counts.write(b, entry.size, count);
        b.each(place, ("element", element.clone()), None, |b, item, _| self.write_entry(b, &entry, item.into()));
    }

    pub(super) fn write_no_entry(&self, b: &mut FunctionBuilder, entry: &Entry) {
        self.counts.write(b, entry.size, 0u64);
    }

    pub(super) fn write_entry(&self, b: &mut FunctionBuilder, entry: &Entry, item: Place) {
        if entry.size > 0 {
            b.section_block(u64::from(entry.size), |b| self.put_entry(b, entry, &item));
        }
        match (&entry.shape, entry.element.element()) {
            (Shape::Group, Some(inner)) => self.write_group(b, &inner, item.clone()),
            (Shape::Data, _) => write_data(b, item.clone()),
            (Shape::Group | Shape::Fixed(_) | Shape::Cases | Shape::Maybe, _) => {}
        }
        if let Some(rest) = entry.nested.and_then(|id| self.rest(id)) {
            b.call(rest.write, vec![Arg::Place(item)], &[]);
        }
    }

    /// Writes entries that consist only of blocks in one section.
    fn write_blocks(&self, b: &mut FunctionBuilder, entry: &Entry, place: Place, count: VarId) {
        let size = u64::from(entry.size);
        let before = self.counts.width();
        b.section_block(count * size + u64::from(before), |b| {
            self.counts.put(b, entry.size, count);
            b.sub(before, |b| {
                b.each(place, ("element", entry.element.clone()), Some(entry.size), |b, item, _| {
                    self.put_entry(b, entry, &item.into());
                });
            });
        });
    }

    fn put_entry(&self, b: &mut FunctionBuilder, entry: &Entry, item: &Place) {
        match &entry.shape {
            Shape::Fixed(Fixed::Composite(id)) => {
                b.call(self.codecs[*id].encode, vec![Arg::Place(item.clone())], &[]);
            }
            Shape::Fixed(fixed) => {
                self.check_enum(b, fixed, item.clone());
                self.put_fixed(b, fixed, item.clone(), 0);
            }
            Shape::Group | Shape::Data | Shape::Cases | Shape::Maybe => {}
        }
    }

    pub(super) fn read_dimensions(&self, b: &mut FunctionBuilder) -> Dimensions {
        let group = self.counts.read(b);
        check_entries(b, &group.size.into(), &group.count.into());
        group
    }

    pub(super) fn read_entries(&self, b: &mut FunctionBuilder, element: &Type, group: Dimensions, place: Place) {
        let entry = self.entry(element);
        b.fill(place, group.count, ("element", element.clone()), |b, bind, _| {
            self.read_entry(b, &entry, group.size, bind);
        });
    }

    /// Reads the next `size` bytes, truncated or extended to the block of this schema.
    pub(super) fn read_block_at(&self, b: &mut FunctionBuilder, size: VarId, fresh: &[u8], place: &Place) -> VarId {
        block_at(b, self.report_unknown, size.into(), fresh, place)
    }

    pub(super) fn read_entry(&self, b: &mut FunctionBuilder, entry: &Entry, size: VarId, bind: VarId) {
        let block = self.read_block_at(b, size, &entry.fresh, &bind.into());
        match (&entry.shape, entry.element.element()) {
            (Shape::Fixed(Fixed::Composite(id)), _) => {
                let args = vec![Arg::Value(block.into()), Arg::Place(bind.into())];
                b.call(self.codecs[*id].read, args, &[]);
            }
            (Shape::Fixed(fixed), _) => self.read_fixed(b, Held { fixed, block, at: 0 }, bind.into()),
            (Shape::Group, Some(inner)) => {
                let group = self.read_dimensions(b);
                check_count(b, entry.element, group);
                self.read_entries(b, &inner, group, bind.into());
            }
            (Shape::Group | Shape::Cases | Shape::Maybe, _) => {}
            (Shape::Data, _) => {
                let data = read_data(b);
                b.set(bind.into(), data.bytes);
            }
        }
        if let Some(rest) = entry.nested.and_then(|id| self.rest(id)) {
            rest.call_read(b, u64::MAX.into(), block, bind);
        }
    }
}
