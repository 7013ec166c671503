use super::gaps::{TOO_WIDE, gap_of};
use super::layout::{Need, Sections, SharedSpace, Slot};
use crate::Unsupported;
use crate::plan::{StructDecl, field_path};
use crate::scalar::Scalar;
use polywire_ir::types::{Type, Types};
use polywire_model::{self as model, Model};

/// The largest sections that a struct pointer can describe, in words.
const MAX_WORDS: u32 = u16::MAX as u32;

/// Where the fields of a struct are.
#[derive(Debug)]
pub(super) struct Record {
    /// Words of the data section.
    pub data_words: u32,
    /// Words of the pointer section.
    pub pointers: u32,
    /// Fields in declaration order.
    pub fields: Vec<Field>,
}

/// Where a field is.
#[derive(Debug)]
pub(super) enum Field {
    /// A field of its own.
    Plain(Slot),
    /// A union.
    Union(Union),
}

/// Where the cases of a union are.
#[derive(Debug)]
pub(super) struct Union {
    /// The discriminant's first bit; `None` for fewer than two cases.
    pub tag: Option<u32>,
    /// Cases in declaration order.
    pub cases: Vec<Case>,
    /// The bit of the cases of type Bool, where it is in a byte that other members use too.
    pub single_bit: Option<u32>,
}

/// Where a case is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    /// Its discriminant.
    pub number: u16,
    /// The place of its value.
    pub slot: Slot,
}

impl Record {
    /// Bytes of the data section.
    pub fn data(&self) -> u32 {
        8 * self.data_words
    }

    /// Bytes of the pointer section.
    pub fn pointer_bytes(&self) -> u32 {
        8 * self.pointers
    }

    /// Bytes of both sections.
    pub fn size(&self) -> u32 {
        self.data() + self.pointer_bytes()
    }

    /// Both sections' sizes as the upper half of a struct pointer.
    pub fn sizes(&self) -> u64 {
        u64::from(self.data_words) << 32 | u64::from(self.pointers) << 48
    }
}

/// A member in the order in which members get their places.
struct Member {
    ordinal: u32,
    field: usize,
    case: Option<usize>,
    need: Need,
}

/// Lays a struct out; reports what the format cannot hold.
pub(super) fn lay_out(model: &Model, types: &Types, record: &StructDecl, refused: &mut Vec<Unsupported>) -> Record {
    let mut members = Vec::new();
    for (index, field) in record.it.fields.iter().enumerate() {
        add_members(model, types, (index, field), &mut members);
        refused.extend(gap_of(types, field).map(|gap| gap.at(field.span, field_path(record.decl, &field.name))));
    }
    members.sort_by_key(|member| member.ordinal);
    let laid_out = place(model, record.it, &members);
    if laid_out.data_words > MAX_WORDS || laid_out.pointers > MAX_WORDS {
        refused.push(TOO_WIDE.at(record.decl.span, record.decl.path()));
    }
    laid_out
}

/// Fields without an ordinal follow in declaration order; cases without one take the place of their union.
fn add_members(model: &Model, types: &Types, (index, field): (usize, &model::Field), members: &mut Vec<Member>) {
    let ordinal = |own: Option<u16>| own.or(field.attrs.capnp_ordinal).map_or(u32::MAX, u32::from);
    let Some(union) = union_of(model, &field.ty) else {
        let need = need(types, &types.of(&field.ty));
        return members.push(Member { ordinal: ordinal(None), field: index, case: None, need });
    };
    for (number, case) in union.cases.iter().enumerate() {
        let need = case.ty.as_ref().map_or(Need::Nothing, |ty| need(types, &types.of(ty)));
        let ordinal = ordinal(case.attrs.capnp_ordinal);
        members.push(Member { ordinal, field: index, case: Some(number), need });
    }
}

/// Gives each member its place; a union's cases are numbered as they come.
fn place(model: &Model, it: &model::Struct, members: &[Member]) -> Record {
    let mut sections = Sections::default();
    let mut spaces: Vec<SharedSpace> = it.fields.iter().map(|_| SharedSpace::default()).collect();
    let mut placed: Vec<u16> = vec![0; it.fields.len()];
    let mut fields: Vec<Field> = it.fields.iter().map(|field| unplaced(model, field)).collect();
    for member in members {
        match (&mut fields[member.field], member.case) {
            (Field::Union(union), Some(case)) => {
                let slot = spaces[member.field].add(&mut sections, member.need);
                union.cases[case] = Case { number: placed[member.field], slot };
                placed[member.field] += 1;
            }
            (field, _) => *field = Field::Plain(sections.add(member.need)),
        }
    }
    for (field, space) in fields.iter_mut().zip(spaces) {
        if let Field::Union(union) = field {
            union.tag = space.tag;
            union.single_bit = space.single_bit();
        }
    }
    Record { data_words: sections.data_words, pointers: sections.pointers, fields }
}

fn unplaced(model: &Model, field: &model::Field) -> Field {
    let nowhere = Case { number: 0, slot: Slot::Nothing };
    match union_of(model, &field.ty) {
        Some(union) => Field::Union(Union { tag: None, cases: vec![nowhere; union.cases.len()], single_bit: None }),
        None => Field::Plain(Slot::Nothing),
    }
}

fn union_of<'m>(model: &'m Model, ty: &model::Type) -> Option<&'m model::Union> {
    match ty {
        model::Type::Named(id) => model.as_union(*id),
        _ => None,
    }
}

/// A scalar as a data section has it: enums have 16 bits whatever they declare.
pub(super) fn scalar(types: &Types, ty: &Type) -> Option<Scalar> {
    let scalar = Scalar::of(types, ty)?;
    Some(if matches!(ty, Type::Enum(_)) { Scalar { bits: 16, signed: false, ..scalar } } else { scalar })
}

fn need(types: &Types, ty: &Type) -> Need {
    scalar(types, ty).map_or(Need::Pointer, |scalar| Need::Data(scalar.bits.ilog2() as usize))
}
