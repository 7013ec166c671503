//! The layout of native values in slots of one word each.
//!
//! A scalar is its bits, text and bytes are a [`Span`], a struct is the sequence of its fields. A union is the case's
//! number (0 for none) and a word: the value, or the address of a larger one. A list is the address of its elements,
//! their count, and the capacity. A map is a list of its entries, and the number of them that are settled: sorted, one
//! for each key. An optional struct or array is an address, 0 if absent; another optional is a flag and the value. A
//! struct that keeps unknown bytes has three more slots: the label, the bytes, and their capacity.

use super::span::{Space, Span};
use crate::value::{Value, first_member};
use polywire_ir::types::{CaseType, FieldType, Literal, StructId, Type, Types};

/// Slots of a list.
pub const LIST: usize = 3;
/// Slots of a map.
pub const MAP: usize = LIST + 1;
/// Slots of unknown bytes.
pub const UNKNOWN: usize = 3;

/// Layouts of all types of a module.
#[derive(Debug, Default)]
pub struct Layouts {
    /// By struct.
    pub records: Vec<RecordLayout>,
    /// New values of cases, by union and case.
    pub cases: Vec<Vec<Vec<u64>>>,
    /// Bytes of defaults.
    pub defaults: Vec<u8>,
}

/// Layout of a struct.
#[derive(Debug, Default, Clone)]
pub struct RecordLayout {
    /// Slots in all.
    pub size: usize,
    /// First slot of each field.
    pub fields: Vec<usize>,
    /// First slot of the unknown fields.
    pub unknown: Option<usize>,
    /// A new value.
    pub template: Vec<u64>,
}

/// The storage of a member's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// The value itself.
    Inline,
    /// Its address, 0 if absent.
    Pointer,
    /// A flag, then the value.
    Flagged,
}

impl Storage {
    /// Returns the storage of a field.
    pub fn of_field(field: &FieldType) -> Self {
        let composite = matches!(field.ty, Type::Struct(_) | Type::Array(..));
        match (field.optional, field.boxed) {
            (true, _) if composite => Self::Pointer,
            (true, _) => Self::Flagged,
            (false, true) if composite => Self::Pointer,
            (false, _) => Self::Inline,
        }
    }

    /// Returns the storage of a union case's value, in one word.
    pub fn of_case(ty: &Type) -> Self {
        match ty {
            Type::Struct(_) | Type::Array(..) | Type::Union(_) | Type::List(_) | Type::Map(_) => Self::Pointer,
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_) => Self::Inline,
        }
    }
}

impl Layouts {
    /// Lays out all types.
    pub fn new(types: &Types) -> Self {
        let mut layouts = Self {
            records: vec![RecordLayout::default(); types.structs.len()],
            cases: Vec::new(),
            defaults: vec![0; longest_fixed_bytes(types)],
        };
        let mut done = vec![false; types.structs.len()];
        for index in 0..types.structs.len() {
            layouts.lay_out(types, index, &mut done);
        }
        for union in &types.unions {
            let cases = union.cases.iter().map(|case| layouts.case_template(types, case)).collect();
            layouts.cases.push(cases);
        }
        layouts
    }

    /// Contained structs are laid out first. This ends because the model boxes recursive fields.
    fn lay_out(&mut self, types: &Types, index: usize, done: &mut [bool]) {
        if std::mem::replace(&mut done[index], true) {
            return;
        }
        let record = &types.structs[index];
        for field in &record.fields {
            if let (Storage::Inline, Some(inner)) = (Storage::of_field(field), inline_struct(&field.ty)) {
                self.lay_out(types, inner.0 as usize, done);
            }
        }
        let mut layout = RecordLayout::default();
        for field in &record.fields {
            layout.fields.push(layout.template.len());
            let storage = Storage::of_field(field);
            if storage != Storage::Inline {
                layout.template.push(0);
            }
            if storage != Storage::Pointer {
                let value = self.new_member(types, &field.ty, field.default.as_ref());
                layout.template.extend(value);
            }
        }
        if record.keeps_unknown {
            layout.unknown = Some(layout.template.len());
            layout.template.extend([0; UNKNOWN]);
        }
        layout.size = layout.template.len();
        self.records[index] = layout;
    }

    /// Returns the size of a value in slots.
    pub fn size(&self, ty: &Type) -> usize {
        match ty {
            Type::Struct(id) => self.records[id.0 as usize].size,
            Type::Array(element, len) => self.size(element) * *len as usize,
            Type::Union(_) => 2,
            Type::List(_) => LIST,
            Type::Map(_) => MAP,
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_) => 1,
        }
    }

    /// Returns a new value of a type.
    pub fn template(&self, types: &Types, ty: &Type) -> Vec<u64> {
        match ty {
            Type::Struct(id) => self.records[id.0 as usize].template.clone(),
            Type::Array(element, len) => self.template(types, element).repeat(*len as usize),
            Type::Union(_) => vec![0; 2],
            Type::List(_) => vec![0; LIST],
            Type::Map(_) => vec![0; MAP],
            Type::Enum(id) => vec![first_member(types, *id) as u64],
            Type::FixedBytes(len, _) => vec![Span::new(Space::Defaults, 0, *len as usize).0],
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text { .. } | Type::Bytes => vec![0],
        }
    }

    fn case_template(&mut self, types: &Types, case: &CaseType) -> Vec<u64> {
        self.new_member(types, &case.value_type(), case.default.as_ref())
    }

    /// Returns a new value of a field or case.
    fn new_member(&mut self, types: &Types, ty: &Type, default: Option<&Literal>) -> Vec<u64> {
        if default.is_none() || self.size(ty) != 1 {
            return self.template(types, ty);
        }
        let word = match Value::new_or(types, ty, default) {
            Value::Bool(value) => u64::from(value),
            Value::Int(value) | Value::Enum(value) => value as u64,
            Value::Uint(value) | Value::Float(value) => value,
            Value::Text(bytes) | Value::Bytes(bytes) => self.default_bytes(&bytes).0,
            Value::Absent | Value::Struct(_) | Value::Union(_) | Value::List(_) | Value::Map(_) => {
                return self.template(types, ty);
            }
        };
        vec![word]
    }

    fn default_bytes(&mut self, bytes: &[u8]) -> Span {
        let start = self.defaults.len();
        self.defaults.extend_from_slice(bytes);
        Span::new(Space::Defaults, start, bytes.len())
    }
}

/// New values of fixed bytes share a run of zeros.
fn longest_fixed_bytes(types: &Types) -> usize {
    fn len(ty: &Type) -> usize {
        match ty {
            Type::FixedBytes(len, _) => *len as usize,
            Type::List(element) | Type::Array(element, _) => len(element),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Union(_)
            | Type::Map(_) => 0,
        }
    }
    let fields = types.structs.iter().flat_map(|record| record.fields.iter().map(|field| &field.ty));
    let cases = types.unions.iter().flat_map(|union| union.cases.iter().filter_map(|case| case.ty.as_ref()));
    fields.chain(cases).map(len).max().unwrap_or(0)
}

/// Returns the struct that a value of this type contains without indirection.
fn inline_struct(ty: &Type) -> Option<StructId> {
    match ty {
        Type::Struct(id) => Some(*id),
        Type::Array(element, _) => inline_struct(element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Enum(_)
        | Type::Union(_)
        | Type::List(_)
        | Type::Map(_) => None,
    }
}
