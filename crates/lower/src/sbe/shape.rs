use super::unsupported;
use crate::plan::{StructDecl, default_const, field_path};
use crate::scalar::Scalar;
use crate::unsupported::{Unsupported, UnsupportedFeature};
use polywire_ir::Const;
use polywire_ir::types::{EnumId, StructId, Type, Types};
use polywire_model::{Literal, Presence};

/// The largest block, and the largest count of a group's entries; one more is the null value of both.
pub(super) const MAX_UINT16: u64 = 65_534;

/// How a value is written.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// In the block.
    Fixed(Fixed),
    /// As a repeating group, behind the block.
    Group,
    /// As variable-length data, behind the groups.
    Data,
}

/// How a value of fixed size is written.
#[derive(Clone, Debug)]
pub(super) enum Fixed {
    /// A number.
    Scalar(Scalar),
    /// Characters, with NULs behind them up to this length.
    Text(u32),
    /// This many bytes.
    Bytes(u32),
    /// This many numbers.
    Array(Scalar, u32),
    /// A struct.
    Composite(StructId),
}

/// The layout of a struct.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// Its members in declaration order: how, and for those in the block, where.
    pub members: Vec<(Shape, u32)>,
    /// Bytes of the block.
    pub size: u32,
    /// The block of a struct whose members are all new values, or absent: completes the shorter blocks of older
    /// writers.
    pub fresh: Vec<u8>,
    /// The block of an absent composite: all null values.
    pub null: Vec<u8>,
    /// The groups that follow the block, in their order.
    pub groups: Vec<Path>,
    /// The data that follow the groups, in their order.
    pub data: Vec<Path>,
}

/// The path from a struct to groups or data after its block: the indices of members, all but the last of them structs
/// in the block.
pub(super) type Path = Vec<u32>;

impl Block {
    /// Returns true if groups or data follow the block.
    pub fn has_rest(&self) -> bool {
        !self.groups.is_empty() || !self.data.is_empty()
    }

    /// The groups and data after the block, in order.
    pub fn rest(&self) -> impl Iterator<Item = &Path> {
        self.groups.iter().chain(&self.data)
    }

    /// Adds the groups and data after the block that come from a member: the member itself, or those of the struct that
    /// it is.
    fn add_rest(&mut self, index: u32, shape: &Shape, inner: Option<&Self>) {
        let within = |paths: &[Path]| -> Vec<Path> {
            paths.iter().map(|path| std::iter::once(index).chain(path.iter().copied()).collect()).collect()
        };
        match (shape, inner) {
            (Shape::Group, _) => self.groups.push(vec![index]),
            (Shape::Data, _) => self.data.push(vec![index]),
            (Shape::Fixed(_), Some(inner)) => {
                self.groups.extend(within(&inner.groups));
                self.data.extend(within(&inner.data));
            }
            (Shape::Fixed(_), None) => {}
        }
    }
}

/// Blocks of the structs in the order of their ids, and what cannot be held.
pub(super) fn blocks(
    types: &Types,
    structs: &[StructDecl],
    recursive: &[bool],
) -> Result<Vec<Block>, Vec<Unsupported>> {
    let loops = structs.iter().filter(|it| recursive[it.id.0 as usize]);
    let mut refused: Vec<Unsupported> =
        loops.map(|it| unsupported::RECURSION.at(it.decl.span, it.decl.path())).collect();
    let mut blocks: Vec<Option<Block>> = structs.iter().map(|_| None).collect();
    if refused.is_empty() {
        structs.iter().for_each(|it| lay_out(types, structs, it.id, &mut blocks, &mut refused));
    }
    if refused.is_empty() { Ok(blocks.into_iter().flatten().collect()) } else { Err(refused) }
}

/// Lays out a struct, and first those in its block.
fn lay_out(
    types: &Types,
    structs: &[StructDecl],
    id: StructId,
    blocks: &mut Vec<Option<Block>>,
    refused: &mut Vec<Unsupported>,
) {
    let StructDecl { decl, it, .. } = &structs[id.0 as usize];
    if blocks[id.0 as usize].is_some() {
        return;
    }
    let mut block = Block::default();
    for (field, index) in it.fields.iter().zip(0..) {
        let ty = types.of(&field.ty);
        let shape = shape(types, &ty, field.attrs.sbe_length).and_then(|shape| check_presence(shape, field.presence));
        let shape = shape.unwrap_or_else(|feature| {
            refused.push(feature.at(field.span, field_path(decl, &field.name)));
            Shape::Data
        });
        if let Shape::Fixed(Fixed::Composite(inner)) = shape {
            lay_out(types, structs, inner, blocks, refused);
        }
        let at = block.size;
        if let Shape::Fixed(fixed) = &shape {
            let fresh = fresh(types, blocks, fixed, field.default.as_ref());
            let null = null(blocks, fixed);
            block.size += null.len() as u32;
            block.fresh.extend(if field.presence == Presence::Optional { &null } else { &fresh });
            block.null.extend(null);
        }
        block.add_rest(index, &shape, inner_of(blocks, &shape));
        block.members.push((shape, at));
    }
    if let Some(feature) = too_large(&block) {
        refused.push(feature.at(decl.span, decl.path()));
        // Structs that hold it are not to grow beyond all bounds.
        block = Block::default();
    }
    blocks[id.0 as usize] = Some(block);
}

fn too_large(block: &Block) -> Option<UnsupportedFeature> {
    let rest = block.groups.len() + block.data.len();
    match (u64::from(block.size) > MAX_UINT16, rest as u64 > MAX_UINT16) {
        (true, _) => Some(unsupported::WIDE_BLOCK),
        (false, true) => Some(unsupported::LONG_REST),
        (false, false) => None,
    }
}

/// How a value of a type is written; `length` is that which the schema gives a text.
pub(super) fn shape(types: &Types, ty: &Type, length: Option<u16>) -> Result<Shape, UnsupportedFeature> {
    Ok(match ty {
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => {
            Shape::Fixed(Fixed::Scalar(scalar(types, ty)?))
        }
        Type::Text { .. } => length.map_or(Shape::Data, |length| Shape::Fixed(Fixed::Text(length.into()))),
        Type::Bytes => Shape::Data,
        Type::FixedBytes(len) => Shape::Fixed(Fixed::Bytes(*len)),
        Type::Struct(id) => Shape::Fixed(Fixed::Composite(*id)),
        Type::Union(_) => return Err(unsupported::UNION),
        Type::List(element) => element_shape(types, element).map(|_| Shape::Group)?,
        Type::Map(entry) => element_shape(types, &Type::Struct(*entry)).map(|_| Shape::Group)?,
        Type::Array(element, len) => Shape::Fixed(Fixed::Array(array_scalar(types, element)?, *len)),
    })
}

/// How an element of a list is written. Any struct will do: its groups and data follow each entry.
pub(super) fn element_shape(types: &Types, element: &Type) -> Result<Shape, UnsupportedFeature> {
    shape(types, element, None)
}

fn array_scalar(types: &Types, element: &Type) -> Result<Scalar, UnsupportedFeature> {
    match element {
        Type::Int { .. } | Type::Float { .. } => scalar(types, element),
        _ => Err(unsupported::ARRAY),
    }
}

/// Bool and enums with numbers below 255 have eight bits, other enums 16.
fn scalar(types: &Types, ty: &Type) -> Result<Scalar, UnsupportedFeature> {
    let scalar = Scalar::of(types, ty).ok_or(unsupported::ARRAY)?;
    match ty {
        Type::Enum(id) => Ok(Scalar { bits: enum_bits(types, *id)?, signed: false, ..scalar }),
        _ => Ok(scalar),
    }
}

fn enum_bits(types: &Types, id: EnumId) -> Result<u8, UnsupportedFeature> {
    let members = &types.enumeration(id).members;
    let within = |limit: u64| members.iter().all(|it| u64::try_from(it.number).is_ok_and(|number| number <= limit));
    match (within(254), within(MAX_UINT16)) {
        (true, _) => Ok(8),
        (false, true) => Ok(16),
        (false, false) => Err(unsupported::ENUMERATOR),
    }
}

fn check_presence(shape: Shape, presence: Presence) -> Result<Shape, UnsupportedFeature> {
    match (&shape, presence) {
        (Shape::Group, Presence::Optional | Presence::Required) => Err(unsupported::ABSENT_LIST),
        (Shape::Fixed(Fixed::Bytes(_) | Fixed::Array(..)), Presence::Optional) => Err(unsupported::ABSENT_ARRAY),
        _ => Ok(shape),
    }
}

/// The bytes of a new value.
fn fresh(types: &Types, blocks: &[Option<Block>], fixed: &Fixed, default: Option<&Literal>) -> Vec<u8> {
    match fixed {
        Fixed::Scalar(scalar) => bytes_of(scalar, scalar.default_bits(types, default)),
        Fixed::Text(len) => {
            let mut bytes = match default_const(types, &Type::Bytes, default) {
                Const::Bytes(bytes) => bytes,
                Const::Bool(_) | Const::U64(_) | Const::I64(_) => Vec::new(),
            };
            bytes.resize(*len as usize, 0);
            bytes
        }
        Fixed::Bytes(len) => match default_const(types, &Type::FixedBytes(*len), default) {
            Const::Bytes(bytes) => bytes,
            Const::Bool(_) | Const::U64(_) | Const::I64(_) => Vec::new(),
        },
        Fixed::Array(scalar, len) => vec![0; scalar.width() as usize * *len as usize],
        Fixed::Composite(id) => inner(blocks, *id).map_or_else(Vec::new, |block| block.fresh.clone()),
    }
}

/// The bytes of an absent value.
fn null(blocks: &[Option<Block>], fixed: &Fixed) -> Vec<u8> {
    match fixed {
        Fixed::Scalar(scalar) => bytes_of(scalar, null_bits(scalar)),
        Fixed::Text(len) | Fixed::Bytes(len) => vec![0; *len as usize],
        Fixed::Array(scalar, len) => bytes_of(scalar, null_bits(scalar)).repeat(*len as usize),
        Fixed::Composite(id) => inner(blocks, *id).map_or_else(Vec::new, |block| block.null.clone()),
    }
}

fn inner(blocks: &[Option<Block>], id: StructId) -> Option<&Block> {
    blocks[id.0 as usize].as_ref()
}

fn inner_of<'b>(blocks: &'b [Option<Block>], shape: &Shape) -> Option<&'b Block> {
    match shape {
        Shape::Fixed(Fixed::Composite(id)) => inner(blocks, *id),
        Shape::Fixed(_) | Shape::Group | Shape::Data => None,
    }
}

fn bytes_of(scalar: &Scalar, bits: u64) -> Vec<u8> {
    bits.to_le_bytes()[..scalar.width() as usize].to_vec()
}

/// Null values (SBE 1.0, section 2.4): the least signed integer, the greatest unsigned one, NaN.
pub(super) fn null_bits(scalar: &Scalar) -> u64 {
    let all = u64::MAX >> (64 - 8 * u32::from(scalar.width()));
    match scalar.ty {
        Type::Float { bits: 32 } => f32::NAN.to_bits().into(),
        Type::Float { .. } => f64::NAN.to_bits(),
        _ if scalar.signed => all ^ (all >> 1),
        _ => all,
    }
}
