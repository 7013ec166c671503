//! Sizes, alignments and places of structs and their fields.

use crate::fbs::codes;
use crate::fbs::schema::{Base, ObjectId, Scalar, Schema, Shape, Type};
use polywire_source::{Diagnostic, Diagnostics};

/// The greatest alignment that can be forced.
const MAX_ALIGN: u32 = 32;

/// The greatest size of a struct, since the places of fields have 16 bits.
const MAX_SIZE: u32 = 65_535;

/// Limit on the nesting of structs, which bounds the recursion here and wherever values are visited.
const MAX_DEPTH: u32 = 64;

/// Lays out all structs.
pub(in crate::fbs) fn layout(schema: &mut Schema, diagnostics: &mut Diagnostics) {
    let mut maker = Maker { states: vec![State::New; schema.objects.len()], schema, diagnostics };
    for index in 0..maker.schema.objects.len() {
        maker.object(ObjectId(index), 0);
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

struct Maker<'a> {
    schema: &'a mut Schema,
    states: Vec<State>,
    diagnostics: &'a mut Diagnostics,
}

impl Maker<'_> {
    fn object(&mut self, id: ObjectId, depth: u32) {
        let object = self.schema.object(id);
        if self.states[id.0] != State::New || !object.is_struct {
            return;
        }
        if depth == MAX_DEPTH {
            let deep = Diagnostic::error(codes::TOO_DEEP, format!("structs are nested deeper than {MAX_DEPTH} levels"));
            self.diagnostics.push(deep.at(object.head.span, ""));
            return;
        }
        self.states[id.0] = State::Open;
        let inner: Vec<Type> = object.fields.iter().map(|field| field.ty).collect();
        for (index, ty) in inner.into_iter().enumerate() {
            let Base::Object(inner) = ty.base else { continue };
            if self.states[inner.0] == State::Open {
                self.report_cycle(id, index);
            }
            self.object(inner, depth + 1);
        }
        self.place(id);
        self.states[id.0] = State::Done;
    }

    fn place(&mut self, id: ObjectId) {
        let (mut at, mut align) = (0u64, 1);
        let sizes: Vec<(u32, u64)> = self.schema.object(id).fields.iter().map(|it| self.size(it.ty)).collect();
        let object = &mut self.schema.objects[id.0];
        for (index, (field_align, size)) in sizes.into_iter().enumerate() {
            let padding = padding(at, field_align);
            if let Some(before) = index.checked_sub(1).and_then(|before| object.fields.get_mut(before)) {
                before.padding = padding as u16;
            }
            object.fields[index].offset = u32::try_from(at + padding).unwrap_or(u32::MAX);
            at += padding + size;
            align = align.max(field_align);
        }
        let natural = align;
        align = self.forced(id).unwrap_or(natural);
        let object = &mut self.schema.objects[id.0];
        if let Some(last) = object.fields.last_mut() {
            last.padding = padding(at, align) as u16;
        }
        object.min_align = align;
        object.byte_size = u32::try_from(at + padding(at, align)).unwrap_or(u32::MAX);
        self.check(id, natural);
    }

    /// Returns the alignment that the struct states.
    fn forced(&self, id: ObjectId) -> Option<u32> {
        self.schema.object(id).head.attributes.value("force_align").and_then(|it| it.parse().ok()).filter(|it| *it > 0)
    }

    fn check(&mut self, id: ObjectId, natural: u32) {
        let object = self.schema.object(id);
        let span = object.head.span;
        if let Some(attribute) = object.head.attributes.find("force_align") {
            let is_valid = (natural..=MAX_ALIGN).contains(&object.min_align) && object.min_align.is_power_of_two();
            if !is_valid || self.forced(id).is_none() {
                let message =
                    format!("the alignment is not a power of two from {natural}, that of the fields, to {MAX_ALIGN}");
                self.diagnostics.push(
                    Diagnostic::error(codes::ATTRIBUTE, message).at(attribute.span, "").help("change or remove it"),
                );
            }
        }
        if object.byte_size == 0 {
            let empty = Diagnostic::error(codes::STRUCT, format!("struct `{}` has no fields", object.head.name));
            self.diagnostics.push(empty.at(span, "").help("add a field, or make it a table"));
        }
        if object.byte_size > MAX_SIZE {
            let large = format!("struct `{}` has more than {MAX_SIZE} bytes", object.head.name);
            let large = Diagnostic::error(codes::TOO_LARGE, large).at(span, "");
            self.diagnostics.push(large.help("use shorter arrays, or a table with vectors"));
        }
    }

    /// Returns the alignment and size of a field of a struct.
    fn size(&self, ty: Type) -> (u32, u64) {
        let (align, size) = match ty.base {
            Base::Scalar(scalar) => of_scalar(scalar),
            Base::Enum(id) => of_scalar(self.schema.enumeration(id).scalar()),
            Base::Object(id) => (self.schema.object(id).min_align, self.schema.object(id).byte_size),
            Base::String | Base::Union(_) => (4, 4),
        };
        let count = match ty.shape {
            Shape::Array(len) => u64::from(len),
            Shape::One | Shape::Vector | Shape::Vector64 => 1,
        };
        (align.max(1), u64::from(size) * count)
    }

    fn report_cycle(&mut self, id: ObjectId, field: usize) {
        let object = self.schema.object(id);
        let message = format!("struct `{}` contains itself", object.head.name);
        let cycle = Diagnostic::error(codes::STRUCT, message).at(object.fields[field].head.span, "");
        let cycle = cycle.related(object.head.span, "the struct");
        self.diagnostics.push(cycle.help("make it a table, whose fields are references"));
    }
}

fn of_scalar(scalar: Scalar) -> (u32, u32) {
    (scalar.size(), scalar.size())
}

fn padding(at: u64, align: u32) -> u64 {
    at.next_multiple_of(align.into()) - at
}
