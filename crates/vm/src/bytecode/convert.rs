//! Converts between native values in slots and dynamic values.

use super::arena::Arena;
use super::layout::{LIST, Layouts, Storage};
use super::span::{Space, Span};
use crate::value::{Held, Record, Unknown, Value};
use polywire_ir::ErrorCode;
use polywire_ir::types::{StructId, Type, Types};
use std::collections::BTreeMap;

/// The context of conversions.
#[derive(Clone, Copy)]
pub struct Converter<'a> {
    pub types: &'a Types,
    pub layouts: &'a Layouts,
}

/// Reads values from an arena.
pub struct Reader<'a> {
    pub by: Converter<'a>,
    pub input: &'a [u8],
    pub arena: &'a Arena,
}

impl Converter<'_> {
    /// Places a record; returns its address. A value of another type is an `internal` error.
    pub fn place(self, arena: &mut Arena, value: &Value, id: StructId) -> Result<usize, ErrorCode> {
        let layout = self.layouts.records.get(id.0 as usize).ok_or(ErrorCode::Unsupported)?;
        let at = arena.alloc(&layout.template);
        self.put(arena, value, &Type::Struct(id), at)?;
        Ok(at)
    }

    fn put(self, arena: &mut Arena, value: &Value, ty: &Type, at: usize) -> Result<(), ErrorCode> {
        match (ty, value) {
            (Type::Bool, Value::Bool(value)) => arena.set(at, u64::from(*value)),
            (Type::Int { signed: true, .. }, Value::Int(value)) => arena.set(at, *value as u64),
            (Type::Int { signed: false, .. }, Value::Uint(value)) => arena.set(at, *value),
            (Type::Float { .. }, Value::Float(bits)) => arena.set(at, *bits),
            (Type::Enum(_), Value::Enum(number)) => arena.set(at, *number as u64),
            (Type::Text { .. }, Value::Text(bytes)) | (Type::Bytes | Type::FixedBytes(..), Value::Bytes(bytes)) => {
                let span = arena.keep(bytes)?;
                arena.set(at, span.0);
            }
            (Type::Struct(id), Value::Struct(record)) => self.put_record(arena, record, *id, at)?,
            (Type::Union(_), Value::Union(None)) => arena.reset(at, &[0, 0]),
            (Type::Union(id), Value::Union(Some(held))) => {
                let case = self.types.unions.get(id.0 as usize).and_then(|union| union.cases.get(held.case as usize));
                let ty = case.ok_or(ErrorCode::Internal)?.value_type();
                arena.set(at, u64::from(held.case) + 1);
                match Storage::of_case(&ty) {
                    Storage::Pointer => self.put_behind(arena, &held.value, &ty, at + 1)?,
                    Storage::Inline | Storage::Flagged => self.put(arena, &held.value, &ty, at + 1)?,
                }
            }
            (Type::List(element), Value::List(values)) => {
                let template = self.layouts.template(self.types, element);
                for value in values {
                    let element_at = arena.push(at, &template);
                    self.put(arena, value, element, element_at)?;
                }
            }
            (Type::Array(element, len), Value::List(values)) if values.len() == *len as usize => {
                let stride = self.layouts.size(element);
                for (index, value) in values.iter().enumerate() {
                    self.put(arena, value, element, at + index * stride)?;
                }
            }
            (Type::Map(id), Value::Map(entries)) => self.put_entries(arena, entries, *id, at)?,
            _ => return Err(ErrorCode::Internal),
        }
        Ok(())
    }

    /// The entries of a dynamic map are already sorted.
    fn put_entries(
        self,
        arena: &mut Arena,
        entries: &BTreeMap<Value, Value>,
        id: StructId,
        at: usize,
    ) -> Result<(), ErrorCode> {
        let layout = self.layouts.records.get(id.0 as usize).ok_or(ErrorCode::Internal)?;
        let (key_type, value_type) = self.types.entry(id);
        for (key, value) in entries {
            let entry_at = arena.push(at, &layout.template);
            self.put(arena, key, key_type, entry_at + layout.fields[0])?;
            self.put(arena, value, value_type, entry_at + layout.fields[1])?;
        }
        arena.set(at + LIST, entries.len() as u64);
        Ok(())
    }

    fn put_behind(self, arena: &mut Arena, value: &Value, ty: &Type, at: usize) -> Result<(), ErrorCode> {
        let made = arena.alloc(&self.layouts.template(self.types, ty));
        arena.set(at, made as u64);
        self.put(arena, value, ty, made)
    }

    fn put_record(self, arena: &mut Arena, record: &Record, id: StructId, at: usize) -> Result<(), ErrorCode> {
        let declared = self.types.record(id);
        let layout = &self.layouts.records[id.0 as usize];
        if declared.fields.len() != record.fields.len() {
            return Err(ErrorCode::Internal);
        }
        for ((field, value), first) in declared.fields.iter().zip(&record.fields).zip(&layout.fields) {
            let at = at + first;
            match (Storage::of_field(field), value) {
                (Storage::Pointer | Storage::Flagged, Value::Absent) => arena.set(at, 0),
                (Storage::Pointer, value) => self.put_behind(arena, value, &field.ty, at)?,
                (Storage::Flagged, value) => {
                    arena.set(at, 1);
                    self.put(arena, value, &field.ty, at + 1)?;
                }
                (Storage::Inline, value) => self.put(arena, value, &field.ty, at)?,
            }
        }
        if let (Some(first), Some(unknown)) = (layout.unknown, &record.unknown) {
            let (label, bytes) = (arena.keep(unknown.format.as_bytes())?, arena.keep(&unknown.bytes)?);
            arena.reset(at + first, &[label.0, bytes.0, 0]);
        }
        Ok(())
    }
}

impl Reader<'_> {
    /// Returns the record at an address.
    pub fn record(&self, id: StructId, at: usize) -> Value {
        let layout = &self.by.layouts.records[id.0 as usize];
        let fields = self.by.types.record(id).fields.iter().zip(&layout.fields).map(|(field, first)| {
            let at = at + first;
            match (Storage::of_field(field), self.arena.get(at)) {
                (Storage::Inline, _) => self.value(&field.ty, at),
                (Storage::Pointer | Storage::Flagged, 0) => Value::Absent,
                (Storage::Pointer, address) => self.value(&field.ty, address as usize),
                (Storage::Flagged, _) => self.value(&field.ty, at + 1),
            }
        });
        let fields = fields.collect();
        Value::Struct(Record { fields, unknown: layout.unknown.and_then(|first| self.unknown(at + first)) })
    }

    fn unknown(&self, at: usize) -> Option<Unknown> {
        let bytes = self.bytes(at + 1);
        let format = String::from_utf8_lossy(&self.bytes(at)).into_owned();
        (!bytes.is_empty()).then_some(Unknown { format, bytes })
    }

    fn value(&self, ty: &Type, at: usize) -> Value {
        match ty {
            Type::Bool => Value::Bool(self.arena.get(at) != 0),
            Type::Int { signed: true, .. } => Value::Int(self.arena.get(at) as i64),
            Type::Int { signed: false, .. } => Value::Uint(self.arena.get(at)),
            Type::Float { .. } => Value::Float(self.arena.get(at)),
            Type::Enum(_) => Value::Enum(self.arena.get(at) as i64),
            Type::Text { .. } => Value::Text(self.bytes(at)),
            Type::Bytes | Type::FixedBytes(..) => Value::Bytes(self.bytes(at)),
            Type::Struct(id) => self.record(*id, at),
            Type::Union(id) => Value::Union(self.held(id.0 as usize, at)),
            Type::List(element) => self.elements(element, self.arena.get(at) as usize, self.arena.get(at + 1)),
            Type::Array(element, len) => self.elements(element, at, u64::from(*len)),
            Type::Map(id) => Value::Map(self.entries(*id, self.arena.get(at) as usize, self.arena.get(at + 1))),
        }
    }

    fn held(&self, union: usize, at: usize) -> Option<Box<Held>> {
        let case = self.arena.get(at).checked_sub(1)?;
        let ty = self.by.types.unions.get(union)?.cases.get(case as usize)?.value_type();
        let value_at = match Storage::of_case(&ty) {
            Storage::Pointer => self.arena.get(at + 1) as usize,
            Storage::Inline | Storage::Flagged => at + 1,
        };
        Some(Box::new(Held { case: case as u32, value: self.value(&ty, value_at) }))
    }

    fn elements(&self, element: &Type, first: usize, count: u64) -> Value {
        let stride = self.by.layouts.size(element);
        Value::List((0..count as usize).map(|index| self.value(element, first + index * stride)).collect())
    }

    /// Of entries with equal keys, the last one pushed is kept.
    fn entries(&self, id: StructId, first: usize, count: u64) -> BTreeMap<Value, Value> {
        let layout = &self.by.layouts.records[id.0 as usize];
        let (key, value) = self.by.types.entry(id);
        let entry = |index: usize| {
            let at = first + index * layout.size;
            (self.value(key, at + layout.fields[0]), self.value(value, at + layout.fields[1]))
        };
        (0..count as usize).map(entry).collect()
    }

    fn bytes(&self, at: usize) -> Vec<u8> {
        let span = Span(self.arena.get(at));
        let space = match span.space() {
            Space::Input => self.input,
            Space::Heap => self.arena.heap(),
            Space::Defaults => &self.by.layouts.defaults,
            Space::Literals => &[],
        };
        space.get(span.range()).unwrap_or_default().to_vec()
    }
}
