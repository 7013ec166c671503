//! The places of fields in tables.

use super::schema::Schema;
use super::table::{Field, OFFSET, Shape, Slot, Table};
use super::unsupported;
use crate::plan::StructDecl;
use crate::unsupported::UnsupportedFeature;
use polywire_model::attr::RemovedType;

/// Places the fields of a schema of another language one after the other, in the order of their places; removed ones keep
/// their entries.
pub(super) fn in_order(
    schema: &Schema,
    record: &StructDecl,
    fields: Vec<(u32, Field)>,
) -> Result<Table, UnsupportedFeature> {
    let mut removed = record.it.attrs.removed.iter().peekable();
    let order: Vec<u32> = schema.orders.fields(record.id).collect();
    let mut fields = fields;
    fields.sort_by_key(|(index, _)| order.iter().position(|it| it == index));
    let mut places = Places::default();
    for (index, field) in &mut fields {
        let given = record.it.fields[*index as usize].attrs.order;
        while let Some(it) = removed.next_if(|it| given.is_some_and(|order| it.order < order)) {
            places.next += if matches!(it.ty, RemovedType::Union(_)) { 2 } else { 1 };
        }
        let entry = places.next;
        places.put(schema, field, entry, Places::append);
    }
    places.finish(fields)
}

/// Places the fields of a FlatBuffers table. Entries are those of the schema; larger fields come first, unless the schema
/// wants the order of declaration.
pub(super) fn by_slot(
    schema: &Schema,
    record: &StructDecl,
    fields: Vec<(u32, Field)>,
) -> Result<Table, UnsupportedFeature> {
    let facts = |index: u32| &record.it.fields[index as usize].attrs.flatbuffers;
    let slot = |index: u32| facts(index).slot.map_or(index, u32::from);
    let is_original = record.it.attrs.flatbuffers.as_ref().is_some_and(|own| own.original_order);
    let mut fields = fields;
    if !is_original {
        fields.sort_by_key(|(index, field)| (std::cmp::Reverse(size_and_align(schema, field).1), slot(*index)));
    }
    let mut places = Places::default();
    for (index, field) in &mut fields {
        places.put(schema, field, slot(*index), Places::fit);
    }
    if schema.leaves_out_defaults {
        fields.iter_mut().for_each(|(index, field)| field.omit_default(&record.it.fields[*index as usize]));
    }
    // What has wide offsets must not separate the targets of others.
    fields.sort_by_key(|(index, field)| (field.reach.offset, slot(*index)));
    places.finish(fields)
}

/// Returns the bytes that a field takes in the table, and their alignment; for a union, those of the number.
fn size_and_align(schema: &Schema, field: &Field) -> (u32, u32) {
    let square = |width: u8| (width.into(), width.into());
    match &field.shape {
        Shape::Scalar(scalar) => square(scalar.width()),
        Shape::Union(id, _) => square(schema.tag(*id).width),
        Shape::Inline(id) => schema.inline(*id).map_or((0, 1), |it| (it.size, it.align)),
        Shape::Text | Shape::Bytes(_) | Shape::Table(_) | Shape::Buffer(_) | Shape::Vector(..) | Shape::Unions(..) => {
            square(field.reach.offset)
        }
    }
}

/// The places that are taken.
#[derive(Default)]
struct Places {
    /// For each byte of the table behind its head, true if it is taken.
    taken: Vec<bool>,
    align: u32,
    /// Entries of the vtable with the offsets of their fields.
    entries: Vec<(u32, u32)>,
    /// The entry after the last one.
    next: u32,
}

impl Places {
    /// Places a field; a union has two entries.
    fn put(&mut self, schema: &Schema, field: &mut Field, entry: u32, find: fn(&Self, u32, u32) -> u32) {
        let place = size_and_align(schema, field);
        field.slot = self.slot(entry, place, find);
        if let Shape::Union(_, value) | Shape::Unions(_, value) = &mut field.shape {
            *value = self.slot(entry + 1, (OFFSET, OFFSET), find);
        }
    }

    fn slot(&mut self, entry: u32, (size, align): (u32, u32), find: fn(&Self, u32, u32) -> u32) -> Slot {
        let offset = find(self, size, align);
        let (start, end) = ((offset - OFFSET) as usize, (offset - OFFSET + size) as usize);
        self.taken.resize(self.taken.len().max(end), false);
        self.taken[start..end].fill(true);
        self.align = self.align.max(align);
        self.entries.push((entry, offset));
        self.next = self.next.max(entry + 1);
        Slot { entry, offset }
    }

    /// Returns the first aligned offset behind all fields.
    fn append(&self, _size: u32, align: u32) -> u32 {
        (OFFSET + self.taken.len() as u32).next_multiple_of(align)
    }

    /// Returns the first aligned offset with this many free bytes.
    fn fit(&self, size: u32, align: u32) -> u32 {
        let is_free = |offset: &u32| {
            let start = (offset - OFFSET) as usize;
            self.taken.iter().skip(start).take(size as usize).all(|taken| !taken)
        };
        let mut aligned = (OFFSET.next_multiple_of(align)..).step_by(align as usize);
        aligned.find(is_free).unwrap_or_else(|| self.append(size, align))
    }

    fn finish(self, fields: Vec<(u32, Field)>) -> Result<Table, UnsupportedFeature> {
        let align = self.align.max(OFFSET);
        let size = (OFFSET + self.taken.len() as u32).next_multiple_of(align);
        let len = 4 + 2 * self.next;
        let sizes = (u16::try_from(len), u16::try_from(size));
        let (Ok(vtable_size), Ok(table_size)) = sizes else { return Err(unsupported::WIDE_TABLE) };
        let mut vtable = vec![0; len as usize];
        vtable[..2].copy_from_slice(&vtable_size.to_le_bytes());
        vtable[2..4].copy_from_slice(&table_size.to_le_bytes());
        for (entry, offset) in self.entries {
            let at = 4 + 2 * entry as usize;
            vtable[at..at + 2].copy_from_slice(&(offset as u16).to_le_bytes());
        }
        let order = fields.iter().map(|(index, _)| *index).collect();
        let mut fields = fields;
        fields.sort_by_key(|(index, _)| *index);
        let fields = fields.into_iter().map(|(_, field)| field).collect();
        Ok(Table { fields, order, vtable, size, align })
    }
}
