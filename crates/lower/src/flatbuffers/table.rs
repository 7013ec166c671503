use super::unsupported;
use crate::plan::{Orders, Position, StructDecl, field_path};
use crate::scalar::Scalar;
use crate::unsupported::{Unsupported, UnsupportedFeature};
use polywire_ir::types::{StructId, Type, Types, UnionId};
use polywire_model::attr::RemovedType;
use polywire_model::{Field as ModelField, Model, Presence, Type as ModelType};

/// Bytes of an offset, of a length, and of the start of a table: the distance back to its vtable.
pub(super) const OFFSET: u32 = 4;

/// The layout of a struct as a table in which all fields have their own place, present or not.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Fields in declaration order.
    pub fields: Vec<Field>,
    /// The vtable of a table without absent fields: its own size, the table's, and an offset for each entry.
    pub vtable: Vec<u8>,
    /// Bytes of the table.
    pub size: u32,
    /// The greatest alignment of its fields.
    pub align: u32,
    /// The sort key of vectors of this table.
    pub key: Option<u32>,
}

/// The place of a field, and its form.
#[derive(Debug)]
pub(super) struct Field {
    /// Its form.
    pub shape: Shape,
    /// Its place; for a union, that of the type.
    pub slot: Slot,
    /// The presence of the field.
    pub presence: Presence,
    /// True for a text that is a sort key: the format requires it in every table.
    pub is_text_key: bool,
}

/// An entry of the vtable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Its number.
    pub entry: u32,
    /// Offset in a table written by this encoder.
    pub offset: u32,
}

/// The form of a value.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Stored in the table itself.
    Scalar(Scalar),
    /// Behind an offset: a text.
    Text,
    /// Bytes, of exactly this many if given.
    Bytes(Option<u32>),
    /// Another table.
    Table(StructId),
    /// Bytes that contain a whole buffer.
    Buffer(StructId),
    /// A vector, of exactly this many elements if given.
    Vector(Element, Option<u32>),
    /// A byte with the number of the case, and in the given slot an offset to the case's value.
    Union(UnionId, Slot),
}

/// The form of a vector's elements.
#[derive(Clone, Debug)]
pub(super) enum Element {
    /// Stored contiguously.
    Scalar(Scalar),
    /// Offsets to texts of this type.
    Text(Type),
    /// Offsets to tables.
    Table(StructId),
}

impl Table {
    /// Returns true if some of its fields are optional.
    pub fn varies(&self) -> bool {
        self.fields.iter().any(Field::can_be_absent)
    }

    /// Bytes of the vtable.
    pub fn vtable_len(&self) -> u32 {
        self.vtable.len() as u32
    }
}

impl Field {
    /// Returns true if its (of a union: its value's) entry of a vtable can be zero.
    pub fn can_be_absent(&self) -> bool {
        self.presence == Presence::Optional || matches!(self.shape, Shape::Union(..))
    }
}

/// The table of a struct; reports unsupported features.
pub(super) fn lay_out(ctx: (&Types, &Orders), record: &StructDecl, refused: &mut Vec<Unsupported>) -> Table {
    let mut table = Table { vtable: vec![0; 4], size: OFFSET, align: OFFSET, ..Table::default() };
    let mut removed = record.it.attrs.removed.iter().peekable();
    let mut fields = Vec::new();
    for index in ctx.1.fields(record.id) {
        let field = &record.it.fields[index as usize];
        while let Some(it) = removed.next_if(|it| field.attrs.order.is_some_and(|order| it.order < order)) {
            table.add_removed(&it.ty);
        }
        match shape(ctx, field) {
            Ok(shape) => fields.push((index, table.add(shape, field, index))),
            Err(feature) => refused.push(feature.at(field.span, field_path(record.decl, &field.name))),
        }
    }
    fields.sort_by_key(|(index, _)| *index);
    table.fields = fields.into_iter().map(|(_, field)| field).collect();
    table.size = table.size.next_multiple_of(table.align);
    let sizes = (u16::try_from(table.vtable.len()), u16::try_from(table.size));
    let (Ok(vtable_size), Ok(size)) = sizes else {
        refused.push(unsupported::WIDE_TABLE.at(record.decl.span, record.decl.path()));
        return table;
    };
    table.vtable[..2].copy_from_slice(&vtable_size.to_le_bytes());
    table.vtable[2..4].copy_from_slice(&size.to_le_bytes());
    table
}

impl Table {
    /// Adds the slots of a removed field: a union had two.
    fn add_removed(&mut self, ty: &RemovedType) {
        self.vtable.extend([0; 2]);
        if matches!(ty, RemovedType::Union(_)) {
            self.vtable.extend([0; 2]);
        }
    }

    fn add(&mut self, shape: Shape, field: &ModelField, index: u32) -> Field {
        let width = match &shape {
            Shape::Scalar(scalar) => scalar.width().into(),
            Shape::Union(..) => 1,
            Shape::Text | Shape::Bytes(_) | Shape::Table(_) | Shape::Buffer(_) | Shape::Vector(..) => OFFSET,
        };
        let slot = self.add_slot(width);
        let shape = match shape {
            Shape::Union(id, _) => Shape::Union(id, self.add_slot(OFFSET)),
            other => other,
        };
        if field.attrs.flatbuffers.key {
            self.key = Some(index);
        }
        let is_text_key = field.attrs.flatbuffers.key && matches!(shape, Shape::Text);
        Field { shape, slot, presence: field.presence, is_text_key }
    }

    fn add_slot(&mut self, width: u32) -> Slot {
        let offset = self.size.next_multiple_of(width);
        let entry = (self.vtable.len() as u32 - 4) / 2;
        self.vtable.extend((offset as u16).to_le_bytes());
        self.size = offset + width;
        self.align = self.align.max(width);
        Slot { entry, offset }
    }
}

fn shape(ctx: (&Types, &Orders), field: &ModelField) -> Result<Shape, UnsupportedFeature> {
    let types = ctx.0;
    let ty = types.of(&field.ty);
    check_key(&ty, field)?;
    if let Some(scalar) = scalar(ctx, &ty) {
        return Ok(Shape::Scalar(scalar));
    }
    match &ty {
        Type::Text { .. } => Ok(Shape::Text),
        Type::FixedBytes(len, _) => Ok(Shape::Bytes(Some(*len))),
        Type::Struct(id) if field.attrs.flatbuffers.nested_buffer => Ok(Shape::Buffer(*id)),
        Type::Struct(id) => Ok(Shape::Table(*id)),
        Type::Union(id) => check_cases(ctx, *id).map(|()| Shape::Union(*id, Slot { entry: 0, offset: 0 })),
        Type::List(inner) => Ok(Shape::Vector(element(ctx, inner), None)),
        Type::Array(inner, len) => Ok(Shape::Vector(element(ctx, inner), Some(*len))),
        Type::Map(entry) => Ok(Shape::Vector(Element::Table(*entry), None)),
        // Scalars were handled above.
        Type::Bytes | Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => Ok(Shape::Bytes(None)),
    }
}

fn check_key(ty: &Type, field: &ModelField) -> Result<(), UnsupportedFeature> {
    let fits = matches!(ty, Type::Int { .. } | Type::Text { .. }) && field.presence == Presence::Implicit;
    if field.attrs.flatbuffers.key && !fits { Err(unsupported::KEY) } else { Ok(()) }
}

fn check_cases((types, orders): (&Types, &Orders), id: UnionId) -> Result<(), UnsupportedFeature> {
    let cases = &types.union(id).cases;
    if (0..cases.len() as u32).any(|case| orders.case(id, case) > 255) {
        return Err(unsupported::MANY_CASES);
    }
    Ok(())
}

fn element(ctx: (&Types, &Orders), ty: &Type) -> Element {
    if let Some(scalar) = scalar(ctx, ty) {
        return Element::Scalar(scalar);
    }
    match ty {
        Type::Struct(id) => Element::Table(*id),
        // All others are wrapped.
        _ => Element::Text(ty.clone()),
    }
}

/// Returns true if a value at a position must be the field of a table of its own.
pub(super) fn needs_table(model: &Model, position: Position, ty: &ModelType) -> bool {
    let is_union = matches!(ty, ModelType::Named(id) if model.as_union(*id).is_some());
    let is_struct = matches!(ty, ModelType::Named(id) if model.as_struct(*id).is_some());
    match position {
        Position::Field(presence) => is_union && presence != Presence::Implicit,
        Position::EntryPart => false,
        Position::Element => {
            is_union
                || matches!(
                    ty,
                    ModelType::Bytes
                        | ModelType::FixedBytes(..)
                        | ModelType::List(_)
                        | ModelType::Array(..)
                        | ModelType::Map(_)
                )
        }
        Position::Case => !is_struct && !matches!(ty, ModelType::Text(_)),
    }
}

/// A Bool has eight bits; an enum has the narrowest type that holds all numbers that it ever had, preferably signed.
fn scalar((types, orders): (&Types, &Orders), ty: &Type) -> Option<Scalar> {
    let scalar = Scalar::of(types, ty)?;
    Some(match ty {
        Type::Enum(id) => {
            let (bits, signed) = enum_base(orders.numbers(*id));
            Scalar { bits, signed, ..scalar }
        }
        _ => scalar,
    })
}

/// The width in bits and the signedness of an enum with these numbers.
pub(super) fn enum_base(numbers: &[i64]) -> (u8, bool) {
    let holds = |(bits, signed): (u8, bool)| {
        let (least, beyond) = if signed { (-(1i128 << (bits - 1)), 1i128 << (bits - 1)) } else { (0, 1i128 << bits) };
        numbers.iter().all(|it| (least..beyond).contains(&(*it).into()))
    };
    let bases = [8, 16, 32].into_iter().flat_map(|bits| [(bits, true), (bits, false)]);
    bases.into_iter().find(|base| holds(*base)).unwrap_or((64, true))
}
