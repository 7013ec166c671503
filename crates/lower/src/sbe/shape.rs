use super::removed::{Removed, Skipped, removed};
use super::unsupported;
use crate::plan::{Orders, StructDecl, default_const, field_path};
use crate::scalar::Scalar;
use crate::unsupported::{Unsupported, UnsupportedFeature};
use polywire_ir::Const;
use polywire_ir::types::{StructId, Type, Types};
use polywire_model::attr::SbeOptions;
use polywire_model::{Literal, Presence};

/// The maximum size of a block, and count of a group's entries; the next number is the null value of both.
pub(super) const MAX_UINT16: u64 = 65_534;

/// The form of a value.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// In the block.
    Fixed(Fixed),
    /// As a repeating group, after the block.
    Group,
    /// As variable-length data, after the groups.
    Data,
    /// As a repeating group for each case of a union, of which at most one has an entry.
    Cases,
    /// As a repeating group with at most one entry, which contains the value: a list, array or bytes that can be absent;
    /// with an option, a text, too.
    Maybe,
}

/// The form of a fixed-size value.
#[derive(Clone, Debug)]
pub(super) enum Fixed {
    /// A number.
    Scalar(Scalar),
    /// Characters, padded with NULs to this length.
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
    /// Its members in declaration order: their form, and the offset of those in the block.
    pub members: Vec<(Shape, u32)>,
    /// Their places among all members, including removed ones.
    pub places: Vec<u32>,
    /// The parts of the block, in order.
    pub parts: Vec<Part>,
    /// Bytes of the block.
    pub size: u32,
    /// The block of a struct whose members are all new or absent; it completes the shorter blocks of older writers.
    pub fresh: Vec<u8>,
    /// The block of an absent composite: all null values.
    pub null: Vec<u8>,
    /// The groups after the block, in order.
    pub groups: Vec<End>,
    /// The data after the groups, in order.
    pub data: Vec<End>,
}

/// The kinds of fields in a block.
#[derive(Debug)]
pub(super) enum Part {
    /// The member of this index, and the struct's version (as a message) that added it.
    Member(u32, u16),
    /// A removed member.
    Removed {
        /// The version that added it.
        since: u16,
        /// Its place among the members.
        order: u32,
        /// The offset of its bytes.
        at: u32,
        /// The bytes that writers put there.
        bytes: Vec<u8>,
    },
}

/// A group or data after a block.
#[derive(Clone, Debug, Default)]
pub(super) struct End {
    /// The path to the member; for a removed one, to the struct that had it.
    pub path: Path,
    /// For a removed member: its place among the members, and what to skip.
    pub removed: Option<(u32, Skipped)>,
    /// The struct's version (as a message) that added it.
    pub since: u16,
}

/// The path from a struct to groups or data after its block: the indices of members; all but the last are structs in
/// the block.
pub(super) type Path = Vec<u32>;

impl Block {
    /// Returns true if groups or data follow the block.
    pub fn has_rest(&self) -> bool {
        !self.groups.is_empty() || !self.data.is_empty()
    }

    /// The groups and data after the block, in order.
    pub fn rest(&self) -> impl Iterator<Item = &End> {
        self.groups.iter().chain(&self.data)
    }

    /// Returns the paths to the members after the block.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.rest().filter(|end| end.removed.is_none()).map(|end| &end.path)
    }

    /// Adds the groups and data after the block for a member: the member itself, or those of a struct.
    fn add_rest(&mut self, (index, since): (u32, u16), shape: &Shape, inner: Option<&Self>) {
        let within = |ends: &[End]| -> Vec<End> {
            let path = |end: &End| std::iter::once(index).chain(end.path.iter().copied()).collect();
            ends.iter().map(|end| End { path: path(end), removed: end.removed.clone(), since }).collect()
        };
        let end = End { path: vec![index], removed: None, since };
        match (shape, inner) {
            (Shape::Group | Shape::Cases | Shape::Maybe, _) => self.groups.push(end),
            (Shape::Data, _) => self.data.push(end),
            (Shape::Fixed(_), Some(inner)) => {
                self.groups.extend(within(&inner.groups));
                self.data.extend(within(&inner.data));
            }
            (Shape::Fixed(_), None) => {}
        }
    }

    /// Adds the placeholder of a removed member.
    fn add_removed(&mut self, (order, since): (u32, u16), it: Removed) {
        if !it.null.is_empty() {
            self.parts.push(Part::Removed { since, order, at: self.size, bytes: it.fresh.clone() });
            self.size += it.null.len() as u32;
            self.fresh.extend(it.fresh);
            self.null.extend(it.null);
        }
        for skipped in it.rest {
            let ends = if matches!(skipped, Skipped::Data) { &mut self.data } else { &mut self.groups };
            ends.push(End { path: Vec::new(), removed: Some((order, skipped)), since });
        }
    }
}

/// Returns the blocks of the structs in the order of their ids, and unsupported features.
pub(super) fn blocks(
    ctx: (&Types, &Orders),
    (structs, options): (&[StructDecl], SbeOptions),
    recursive: &[bool],
) -> Result<Vec<Block>, Vec<Unsupported>> {
    let loops = structs.iter().filter(|it| recursive[it.id.0 as usize]);
    let mut refused: Vec<Unsupported> =
        loops.map(|it| unsupported::RECURSION.at(it.decl.span, it.decl.path())).collect();
    let mut blocks: Vec<Option<Block>> = structs.iter().map(|_| None).collect();
    if refused.is_empty() {
        structs.iter().for_each(|it| lay_out(ctx, (structs, options), it.id, &mut blocks, &mut refused));
    }
    if refused.is_empty() { Ok(blocks.into_iter().flatten().collect()) } else { Err(refused) }
}

/// Lays out a struct, after those in its block.
fn lay_out(
    ctx: (&Types, &Orders),
    (structs, options): (&[StructDecl], SbeOptions),
    id: StructId,
    blocks: &mut Vec<Option<Block>>,
    refused: &mut Vec<Unsupported>,
) {
    let types = ctx.0;
    let StructDecl { decl, it, .. } = &structs[id.0 as usize];
    if blocks[id.0 as usize].is_some() {
        return;
    }
    let mut block = Block::default();
    let since = |order: Option<u32>| {
        let added = order.zip(it.attrs.sbe_added_from).and_then(|(order, first)| order.checked_sub(first));
        added.map_or(0, |added| u16::try_from(added + 1).unwrap_or(u16::MAX))
    };
    let mut gone = it.attrs.removed.iter().peekable();
    let mut members = Vec::new();
    let last = [(None, u32::MAX)];
    let order = ctx.1.fields(id).map(|index| (Some(index), it.fields[index as usize].attrs.order.unwrap_or(0)));
    for (index, order) in order.chain(last) {
        while let Some(member) = gone.next_if(|member| member.order < order) {
            match removed(&member.ty, member.optional, options) {
                Ok(it) => block.add_removed((member.order, since(Some(member.order))), it),
                Err(name) => refused.push(unsupported::of_removed(&name, decl)),
            }
        }
        let Some(index) = index else { break };
        let field = &it.fields[index as usize];
        let ty = types.of(&field.ty);
        let shape = shape(ctx, &ty, field.attrs.sbe_length).map(|shape| with_presence(shape, field.presence, options));
        let shape = shape.map(|shape| with_null(shape, field.null.as_ref()));
        let shape = shape.unwrap_or_else(|feature| {
            refused.push(feature.at(field.span, field_path(decl, &field.name)));
            Shape::Data
        });
        if let Shape::Fixed(Fixed::Composite(inner)) = shape {
            lay_out(ctx, (structs, options), inner, blocks, refused);
        }
        let at = block.size;
        if let Shape::Fixed(fixed) = &shape {
            let fresh = fresh(types, blocks, fixed, field.default.as_ref());
            let null = null(blocks, fixed);
            block.parts.push(Part::Member(index, since(field.attrs.order)));
            block.size += null.len() as u32;
            block.fresh.extend(if field.presence == Presence::Optional { &null } else { &fresh });
            block.null.extend(null);
        }
        block.add_rest((index, since(field.attrs.order)), &shape, inner_of(blocks, &shape));
        members.push((index, (shape, at)));
    }
    block.places = (0u32..)
        .zip(&it.fields)
        .map(|(index, field)| {
            let rank = members.iter().position(|(member, _)| *member == index).unwrap_or_default();
            field.attrs.order.unwrap_or(rank as u32)
        })
        .collect();
    members.sort_by_key(|(index, _)| *index);
    block.members = members.into_iter().map(|(_, member)| member).collect();
    if let Some(feature) = too_large(&block) {
        refused.push(feature.at(decl.span, decl.path()));
        // Limits the growth of structs that contain it.
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

/// Returns the form of a value of a type; `length` is the length that the schema states for a text.
pub(super) fn shape(ctx: (&Types, &Orders), ty: &Type, length: Option<u16>) -> Result<Shape, UnsupportedFeature> {
    Ok(match ty {
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => {
            Shape::Fixed(Fixed::Scalar(scalar(ctx, ty)?))
        }
        Type::Text { .. } => length.map_or(Shape::Data, |length| Shape::Fixed(Fixed::Text(length.into()))),
        Type::Bytes => Shape::Data,
        Type::FixedBytes(len, _) => Shape::Fixed(Fixed::Bytes(*len)),
        Type::Struct(id) => Shape::Fixed(Fixed::Composite(*id)),
        Type::Union(id) => {
            let cases = ctx.0.union(*id).cases.iter().filter_map(|case| case.ty.as_ref());
            cases.map(|ty| element_shape(ctx, ty)).collect::<Result<Vec<_>, _>>()?;
            Shape::Cases
        }
        Type::List(element) => element_shape(ctx, element).map(|_| Shape::Group)?,
        Type::Map(entry) => element_shape(ctx, &Type::Struct(*entry)).map(|_| Shape::Group)?,
        Type::Array(element, len) if matches!(**element, Type::Int { .. } | Type::Float { .. }) => {
            Shape::Fixed(Fixed::Array(scalar(ctx, element)?, *len))
        }
        Type::Array(element, _) => element_shape(ctx, element).map(|_| Shape::Group)?,
    })
}

/// Returns the form of a list's element or a case's value. Any struct is possible: its groups and data follow each entry.
pub(super) fn element_shape(ctx: (&Types, &Orders), element: &Type) -> Result<Shape, UnsupportedFeature> {
    shape(ctx, element, None)
}

/// Bool and enums that never had a number above 254 have eight bits, other enums 16.
fn scalar((types, orders): (&Types, &Orders), ty: &Type) -> Result<Scalar, UnsupportedFeature> {
    let scalar = Scalar::of(types, ty).ok_or(unsupported::ENUMERATOR)?;
    match ty {
        Type::Enum(id) => {
            Ok(Scalar { bits: enum_bits(orders.numbers(*id)).ok_or(unsupported::ENUMERATOR)?, signed: false, ..scalar })
        }
        _ => Ok(scalar),
    }
}

/// The bits of an enum with these numbers.
pub(super) fn enum_bits(numbers: &[i64]) -> Option<u8> {
    let within = |limit: u64| numbers.iter().all(|it| u64::try_from(*it).is_ok_and(|number| number <= limit));
    match (within(254), within(MAX_UINT16)) {
        (true, _) => Some(8),
        (false, true) => Some(16),
        (false, false) => None,
    }
}

/// An empty group is an empty list, and no bytes are null, so that such a value needs a place for its presence.
fn with_presence(shape: Shape, presence: Presence, options: SbeOptions) -> Shape {
    match (&shape, presence) {
        (Shape::Data, Presence::Optional) if options.keeps_empty => Shape::Maybe,
        (Shape::Group | Shape::Fixed(Fixed::Bytes(_) | Fixed::Array(..)), Presence::Optional) => Shape::Maybe,
        (_, Presence::Implicit | Presence::Required | Presence::Optional) => shape,
    }
}

/// Takes the null value that the schema states.
fn with_null(shape: Shape, null: Option<&Literal>) -> Shape {
    match (shape, null) {
        (Shape::Fixed(Fixed::Scalar(scalar)), Some(null)) => Shape::Fixed(Fixed::Scalar(scalar.with_null(null))),
        (shape, _) => shape,
    }
}

/// Returns the bytes of a new value.
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
        Fixed::Bytes(len) => match default_const(types, &Type::fixed_bytes(*len), default) {
            Const::Bytes(bytes) => bytes,
            Const::Bool(_) | Const::U64(_) | Const::I64(_) => Vec::new(),
        },
        Fixed::Array(scalar, len) => vec![0; scalar.width() as usize * *len as usize],
        Fixed::Composite(id) => inner(blocks, *id).map_or_else(Vec::new, |block| block.fresh.clone()),
    }
}

/// Returns the bytes of an absent value.
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
        Shape::Fixed(_) | Shape::Group | Shape::Data | Shape::Cases | Shape::Maybe => None,
    }
}

fn bytes_of(scalar: &Scalar, bits: u64) -> Vec<u8> {
    bits.to_le_bytes()[..scalar.width() as usize].to_vec()
}

/// Null values that a schema does not state (SBE 1.0, section 2.4): the smallest signed integer, the largest unsigned one,
/// NaN.
pub(super) fn null_bits(scalar: &Scalar) -> u64 {
    if let Some(stated) = scalar.null {
        return stated;
    }
    let all = u64::MAX >> (64 - 8 * u32::from(scalar.width()));
    match scalar.ty {
        Type::Float { bits } => null_float(bits),
        _ if scalar.signed => all ^ (all >> 1),
        _ => all,
    }
}

pub(super) fn null_float(bits: u8) -> u64 {
    if bits == 32 { f32::NAN.to_bits().into() } else { f64::NAN.to_bits() }
}
