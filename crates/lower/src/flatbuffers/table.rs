use super::schema::Schema;
use super::{place, unsupported};
use crate::plan::{Position, StructDecl, field_path};
use crate::scalar::Scalar;
use crate::unsupported::{Unsupported, UnsupportedFeature};
use polywire_ir::types::{Literal, StructId, Type, UnionId};
use polywire_model::attr::FlatbuffersField;
use polywire_model::{Field as ModelField, Model, Presence, Type as ModelType, Union};

/// Bytes of an offset, of a length, and of the start of a table: the distance back to its vtable.
pub(super) const OFFSET: u32 = 4;

/// The layout of a struct as a table in which all fields have their own place, present or not.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Fields in declaration order.
    pub fields: Vec<Field>,
    /// The indices of the fields in the order in which their targets are written.
    pub order: Vec<u32>,
    /// The vtable of a table without absent fields: its own size, the table's, and an offset for each entry.
    pub vtable: Vec<u8>,
    /// Bytes of the table.
    pub size: u32,
    /// The greatest alignment of its fields.
    pub align: u32,
}

/// The place of a field, and its form.
#[derive(Debug)]
pub(super) struct Field {
    /// Its form.
    pub shape: Shape,
    /// Its target, if it is stored behind an offset.
    pub reach: Reach,
    /// Its place; for a union, that of the type.
    pub slot: Slot,
    /// The presence of the field.
    pub presence: Presence,
    /// Values that are not stored.
    pub omitted: Omitted,
    /// True for a text that is a sort key: the format requires it in every table.
    pub is_text_key: bool,
}

/// The values of a field that are not stored.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Omitted {
    /// None.
    Nothing,
    /// Absent ones: an optional value, a union's case.
    Absent,
    /// Those without elements or characters.
    Empty,
    /// A scalar that equals the default.
    Default(Option<Literal>),
}

/// An entry of the vtable.
#[derive(Clone, Copy, Debug, Default)]
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
    /// An inline struct, stored in the table itself.
    Inline(StructId),
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
    /// The number of the case, and in the given slot an offset to the case's value.
    Union(UnionId, Slot),
    /// A vector of the numbers of cases, and in the given slot one of offsets to their values.
    Unions(UnionId, Slot),
}

/// The form of a vector's elements.
#[derive(Clone, Debug)]
pub(super) enum Element {
    /// Stored contiguously.
    Scalar(Scalar),
    /// Inline structs, stored contiguously.
    Inline(StructId),
    /// Offsets to texts of this type.
    Text(Type),
    /// Offsets to tables.
    Table(StructId),
}

/// The target of a field's offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Bytes of the offset.
    pub offset: u8,
    /// Bytes of a vector's length.
    pub count: u8,
    /// The least alignment of a vector's elements.
    pub align: u32,
}

impl Reach {
    /// 32 bits.
    pub const NEAR: Self = Self { offset: OFFSET as u8, count: OFFSET as u8, align: 1 };

    fn of(facts: &FlatbuffersField) -> Self {
        let wide = |is_wide| if is_wide { 8 } else { OFFSET as u8 };
        let (offset, count) = (wide(facts.offset64 || facts.vector64), wide(facts.vector64));
        Self { offset, count, align: facts.vector_align.unwrap_or(1) }
    }
}

impl Table {
    /// Returns true if it can lack some of its fields.
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
        self.omitted != Omitted::Nothing
    }

    /// Leaves out a scalar that equals its default.
    pub fn omit_default(&mut self, field: &ModelField) {
        let is_scalar = matches!(self.shape, Shape::Scalar(_)) && self.presence == Presence::Implicit;
        if is_scalar && !field.attrs.flatbuffers.key {
            self.omitted = Omitted::Default(field.default.clone());
        }
    }
}

/// The table of a struct; reports unsupported features.
pub(super) fn lay_out(schema: &Schema, record: &StructDecl, refused: &mut Vec<Unsupported>) -> Table {
    let mut fields = Vec::new();
    for (field, index) in record.it.fields.iter().zip(0..) {
        match plain(schema, record, field) {
            Ok(plain) => fields.push((index, plain)),
            Err(feature) => refused.push(feature.at(field.span, field_path(record.decl, &field.name))),
        }
    }
    let table = match record.it.attrs.flatbuffers {
        Some(_) => place::by_slot(schema, record, fields),
        None => place::in_order(schema, record, fields),
    };
    table.unwrap_or_else(|feature| {
        refused.push(feature.at(record.decl.span, record.decl.path()));
        Table::default()
    })
}

/// Returns a field without its place.
fn plain(schema: &Schema, record: &StructDecl, field: &ModelField) -> Result<Field, UnsupportedFeature> {
    let shape = shape(schema, field)?;
    let is_own = record.it.attrs.flatbuffers.is_some();
    if field.attrs.flatbuffers.key && !is_own && schema.key(record.id).is_none() {
        return Err(unsupported::KEY);
    }
    let facts = &field.attrs.flatbuffers;
    Ok(Field {
        omitted: omitted(&shape, field, is_own),
        is_text_key: facts.key && matches!(shape, Shape::Text),
        reach: Reach::of(facts),
        slot: Slot::default(),
        presence: field.presence,
        shape,
    })
}

/// In tables of FlatBuffers schemas, texts and vectors without content are absent, as the official object API has it.
fn omitted(shape: &Shape, field: &ModelField, is_own: bool) -> Omitted {
    let is_key = field.attrs.flatbuffers.key;
    match (shape, field.presence) {
        (_, Presence::Required) => Omitted::Nothing,
        (_, Presence::Optional) | (Shape::Union(..), Presence::Implicit) => Omitted::Absent,
        (Shape::Unions(..), Presence::Implicit) => Omitted::Empty,
        (Shape::Text | Shape::Bytes(_) | Shape::Vector(_, None), Presence::Implicit) => {
            match is_own && !is_key && field.default.is_none() {
                true => Omitted::Empty,
                false => Omitted::Nothing,
            }
        }
        (
            Shape::Scalar(_) | Shape::Inline(_) | Shape::Table(_) | Shape::Buffer(_) | Shape::Vector(_, Some(_)),
            Presence::Implicit,
        ) => Omitted::Nothing,
    }
}

fn shape(schema: &Schema, field: &ModelField) -> Result<Shape, UnsupportedFeature> {
    let ty = schema.types.of(&field.ty);
    if let Some(scalar) = schema.scalar(&ty) {
        return Ok(Shape::Scalar(scalar));
    }
    match &ty {
        Type::Text { .. } => Ok(Shape::Text),
        Type::FixedBytes(len, _) => Ok(Shape::Bytes(Some(*len))),
        Type::Struct(id) if field.attrs.flatbuffers.nested_buffer => Ok(Shape::Buffer(*id)),
        Type::Struct(id) if schema.inline(*id).is_some() => Ok(Shape::Inline(*id)),
        Type::Struct(id) => Ok(Shape::Table(*id)),
        Type::Union(id) => check_cases(schema, *id).map(|()| Shape::Union(*id, Slot::default())),
        Type::List(inner) => match **inner {
            Type::Union(id) => check_cases(schema, id).map(|()| Shape::Unions(id, Slot::default())),
            _ => Ok(Shape::Vector(element(schema, inner), None)),
        },
        Type::Array(inner, len) => Ok(Shape::Vector(element(schema, inner), Some(*len))),
        Type::Map(entry) => Ok(Shape::Vector(Element::Table(*entry), None)),
        // Scalars were handled above.
        Type::Bytes | Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => Ok(Shape::Bytes(None)),
    }
}

fn check_cases(schema: &Schema, id: UnionId) -> Result<(), UnsupportedFeature> {
    if schema.tag(id).fits() { Ok(()) } else { Err(unsupported::MANY_CASES) }
}

/// Returns the form of a vector's elements.
pub(super) fn element(schema: &Schema, ty: &Type) -> Element {
    if let Some(scalar) = schema.scalar(ty) {
        return Element::Scalar(scalar);
    }
    match ty {
        Type::Struct(id) if schema.inline(*id).is_some() => Element::Inline(*id),
        Type::Struct(id) => Element::Table(*id),
        // All others are wrapped.
        _ => Element::Text(ty.clone()),
    }
}

/// Returns true if a value at a position must be the field of a table of its own.
pub(crate) fn needs_table(model: &Model, position: Position, ty: &ModelType) -> bool {
    let union = match ty {
        ModelType::Named(id) => model.as_union(*id),
        _ => None,
    };
    let is_foreign = |it: &Union| !it.attrs.flatbuffers;
    let is_struct = matches!(ty, ModelType::Named(id) if model.as_struct(*id).is_some());
    match position {
        Position::Field(presence) => union.is_some_and(is_foreign) && presence != Presence::Implicit,
        Position::EntryPart => false,
        Position::Element => {
            union.is_some_and(is_foreign)
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

/// The width in bits and the signedness of an enum with these numbers.
pub(super) fn enum_base(numbers: &[i64]) -> (u8, bool) {
    let holds = |(bits, signed): (u8, bool)| {
        let (least, beyond) = if signed { (-(1i128 << (bits - 1)), 1i128 << (bits - 1)) } else { (0, 1i128 << bits) };
        numbers.iter().all(|it| (least..beyond).contains(&(*it).into()))
    };
    let bases = [8, 16, 32].into_iter().flat_map(|bits| [(bits, true), (bits, false)]);
    bases.into_iter().find(|base| holds(*base)).unwrap_or((64, true))
}
