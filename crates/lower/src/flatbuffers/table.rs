use super::unsupported;
use crate::plan::{StructDecl, field_path};
use crate::scalar::Scalar;
use crate::unsupported::{Unsupported, UnsupportedFeature};
use polywire_ir::types::{EnumId, StructId, Type, Types, UnionId};
use polywire_model::{Field as ModelField, Presence};

/// Bytes of an offset, a length, and of the start of a table: the distance back to its vtable.
pub(super) const OFFSET: u32 = 4;

/// How a struct is written: as a table whose fields all have a place of their own, whether they are absent or not.
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
    /// The field by which vectors of this table are sorted.
    pub key: Option<u32>,
}

/// The place of a field, and how it is written.
#[derive(Debug)]
pub(super) struct Field {
    /// How it is written.
    pub shape: Shape,
    /// Its place; of a union, that of the type.
    pub slot: Slot,
    /// The presence of the field.
    pub presence: Presence,
    /// It is a text by which vectors are sorted: the format demands it in every table.
    pub is_text_key: bool,
}

/// An entry of the vtable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Its number.
    pub entry: u32,
    /// Offset in a table that this encoder writes.
    pub offset: u32,
}

/// How a value is written.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// In the table itself.
    Scalar(Scalar),
    /// Behind an offset: a text.
    Text,
    /// Bytes, of just this many if given.
    Bytes(Option<u32>),
    /// Another table.
    Table(StructId),
    /// Bytes that hold a whole buffer.
    Buffer(StructId),
    /// A vector, of exactly this many elements if given.
    Vector(Element, Option<u32>),
    /// A byte with the number of the case, and in the slot given here an offset to it.
    Union(UnionId, Slot),
}

/// How elements of a vector are written.
#[derive(Clone, Debug)]
pub(super) enum Element {
    /// One behind the other.
    Scalar(Scalar),
    /// Offsets to texts of this type.
    Text(Type),
    /// Offsets to tables.
    Table(StructId),
}

impl Table {
    /// Returns true if some of its fields can be absent.
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
pub(super) fn lay_out(types: &Types, record: &StructDecl, refused: &mut Vec<Unsupported>) -> Table {
    let mut table = Table { vtable: vec![0; 4], size: OFFSET, align: OFFSET, ..Table::default() };
    for (index, field) in record.it.fields.iter().enumerate() {
        match shape(types, field) {
            Ok(shape) => table.add(shape, field, index),
            Err(feature) => refused.push(feature.at(field.span, field_path(record.decl, &field.name))),
        }
    }
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
    fn add(&mut self, shape: Shape, field: &ModelField, index: usize) {
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
            self.key = Some(index as u32);
        }
        let is_text_key = field.attrs.flatbuffers.key && matches!(shape, Shape::Text);
        self.fields.push(Field { shape, slot, presence: field.presence, is_text_key });
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

fn shape(types: &Types, field: &ModelField) -> Result<Shape, UnsupportedFeature> {
    let ty = types.of(&field.ty);
    check_key(&ty, field)?;
    if let Some(scalar) = scalar(types, &ty) {
        return Ok(Shape::Scalar(scalar));
    }
    match &ty {
        Type::Text { .. } => Ok(Shape::Text),
        Type::FixedBytes(len) => Ok(Shape::Bytes(Some(*len))),
        Type::Struct(id) if field.attrs.flatbuffers.nested_buffer => Ok(Shape::Buffer(*id)),
        Type::Struct(id) => Ok(Shape::Table(*id)),
        Type::Union(_) if field.presence != Presence::Implicit => Err(unsupported::OPTIONAL_UNION),
        Type::Union(id) => check_cases(types, *id).map(|()| Shape::Union(*id, Slot { entry: 0, offset: 0 })),
        Type::List(inner) => Ok(Shape::Vector(element(types, inner)?, None)),
        Type::Array(inner, len) => Ok(Shape::Vector(element(types, inner)?, Some(*len))),
        Type::Map(entry) => Ok(Shape::Vector(Element::Table(*entry), None)),
        // Scalars have been dealt with.
        Type::Bytes | Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => Ok(Shape::Bytes(None)),
    }
}

fn check_key(ty: &Type, field: &ModelField) -> Result<(), UnsupportedFeature> {
    let fits = matches!(ty, Type::Int { .. } | Type::Text { .. }) && field.presence == Presence::Implicit;
    if field.attrs.flatbuffers.key && !fits { Err(unsupported::KEY) } else { Ok(()) }
}

fn check_cases(types: &Types, id: UnionId) -> Result<(), UnsupportedFeature> {
    let cases = &types.union(id).cases;
    if cases.len() > 255 {
        return Err(unsupported::MANY_CASES);
    }
    let fits = |ty: &Option<Type>| matches!(ty, Some(Type::Struct(_) | Type::Text { .. }));
    if cases.iter().all(|case| fits(&case.ty)) { Ok(()) } else { Err(unsupported::CASE) }
}

fn element(types: &Types, ty: &Type) -> Result<Element, UnsupportedFeature> {
    if let Some(scalar) = scalar(types, ty) {
        return Ok(Element::Scalar(scalar));
    }
    match ty {
        Type::Text { .. } => Ok(Element::Text(ty.clone())),
        Type::Struct(id) => Ok(Element::Table(*id)),
        Type::Union(_) => Err(unsupported::BARE_UNION),
        _ => Err(unsupported::NESTED_LIST),
    }
}

/// A Bool has eight bits; an enum is of the narrowest type that holds its numbers, signed if it can be.
fn scalar(types: &Types, ty: &Type) -> Option<Scalar> {
    let scalar = Scalar::of(types, ty)?;
    Some(match ty {
        Type::Enum(id) => {
            let (bits, signed) = enum_base(types, *id);
            Scalar { bits, signed, ..scalar }
        }
        _ => scalar,
    })
}

fn enum_base(types: &Types, id: EnumId) -> (u8, bool) {
    let members = &types.enumeration(id).members;
    let holds = |(bits, signed): (u8, bool)| {
        let (least, beyond) = if signed { (-(1i128 << (bits - 1)), 1i128 << (bits - 1)) } else { (0, 1i128 << bits) };
        members.iter().all(|it| (least..beyond).contains(&it.number.into()))
    };
    let bases = [8, 16, 32].into_iter().flat_map(|bits| [(bits, true), (bits, false)]);
    bases.into_iter().find(|base| holds(*base)).unwrap_or((64, true))
}
