use super::derived;
use super::enumeration::Ordinals;
use super::unsupported::{BARE_UNION, TOO_WIDE, unsupported_feature};
use crate::Unsupported;
use crate::plan::{StructDecl, field_path};
use crate::scalar::Scalar;
use polywire_ir::types::{StructId, Type, Types};
use polywire_model::attr::{CapnpCase, CapnpOpaque, CapnpStruct};
use polywire_model::capnp_layout::{Need, Slot};
use polywire_model::{self as model, Model};

/// The largest sections that a struct pointer can describe, in words.
const MAX_WORDS: u32 = u16::MAX as u32;

/// The places of a struct's fields.
#[derive(Debug)]
pub(super) struct Record {
    /// Words of the data section.
    pub data_words: u32,
    /// Words of the pointer section.
    pub pointers: u32,
    /// Fields in declaration order.
    pub fields: Vec<Field>,
}

/// The place of a field.
#[derive(Debug)]
pub(super) enum Field {
    /// A field with its own place.
    Plain(Plain),
    /// A group: its members are in the same sections.
    Group(StructId),
    /// A union.
    Union(Union),
    /// An optional scalar.
    Optional(Optional),
}

/// An optional scalar: a union whose first case means absence.
#[derive(Debug)]
pub(super) struct Optional {
    /// The discriminant's first bit.
    pub tag: u32,
    /// The discriminant of the value.
    pub number: u16,
    /// The place of the value.
    pub slot: Slot,
}

/// A field with its own place.
#[derive(Debug)]
pub(super) struct Plain {
    /// The place.
    pub slot: Slot,
    /// The message that a null pointer represents.
    pub default: Option<Vec<u8>>,
    /// The meaning of the value, if its type does not state it.
    pub opaque: Option<CapnpOpaque>,
}

impl Plain {
    /// Null means absence, or an empty value.
    pub fn new(slot: Slot) -> Self {
        Self { slot, default: None, opaque: None }
    }
}

/// The places of a union's cases.
#[derive(Debug)]
pub(super) struct Union {
    /// The discriminant's first bit; `None` for fewer than two cases.
    pub tag: Option<u32>,
    /// Cases in declaration order.
    pub cases: Vec<Case>,
}

/// The place of a case.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// Its discriminant.
    pub number: u16,
    /// The place of its value.
    pub place: CasePlace,
    /// The message that a null pointer represents.
    pub default: Option<Vec<u8>>,
    /// The meaning of the value, if its type does not state it.
    pub opaque: Option<CapnpOpaque>,
}

/// The place of a case's value.
#[derive(Clone, Copy, Debug)]
pub(super) enum CasePlace {
    /// The place of a single value.
    Slot(Slot),
    /// A group: its members are in the same sections.
    Group(StructId),
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

/// Lays a struct out; reports unsupported features.
pub(super) fn lay_out(
    model: &Model,
    (types, ordinals): (&Types, &Ordinals),
    record: &StructDecl,
    refused: &mut Vec<Unsupported>,
) -> Record {
    for field in &record.it.fields {
        // Without views, these are in a struct of their own.
        let is_bare =
            |union: &model::Union| record.it.is_entry || union.is_shared() && field.attrs.capnp_absence.is_none();
        let bare = || union_of(model, &field.ty).is_some_and(is_bare).then_some(BARE_UNION);
        let feature = unsupported_feature(types, ordinals, field).or_else(bare);
        refused.extend(feature.map(|it| it.at(field.span, field_path(record.decl, &field.name))));
    }
    let laid_out = match &record.it.attrs.capnp {
        Some(stated) => stated_record(model, types, record.it, stated),
        None => derived::record(model, types, record.it),
    };
    if laid_out.data_words > MAX_WORDS || laid_out.pointers > MAX_WORDS {
        refused.push(TOO_WIDE.at(record.decl.span, record.decl.path()));
    }
    laid_out
}

/// Uses the layout stated by the schema.
fn stated_record(model: &Model, types: &Types, it: &model::Struct, stated: &CapnpStruct) -> Record {
    let field = |field: &model::Field| {
        let slot = field.attrs.capnp_slot.unwrap_or(Slot::Nothing);
        match (union_of(model, &field.ty), group_of(model, types, &field.ty)) {
            (Some(union), _) => Field::Union(stated_union(model, types, union, slot)),
            (None, Some(group)) => Field::Group(group),
            (None, None) => {
                let attrs = &field.attrs;
                Field::Plain(Plain { slot, default: attrs.capnp_default.clone(), opaque: attrs.capnp_opaque })
            }
        }
    };
    Record {
        data_words: stated.data_words.into(),
        pointers: stated.pointers.into(),
        fields: it.fields.iter().map(field).collect(),
    }
}

fn stated_union(model: &Model, types: &Types, union: &model::Union, tag: Slot) -> Union {
    let case = |case: &model::Case| {
        let stated = case.attrs.capnp.unwrap_or(CapnpCase { number: 0, slot: Slot::Nothing });
        let group = case.ty.as_ref().and_then(|ty| group_of(model, types, ty));
        let place = group.map_or(CasePlace::Slot(stated.slot), CasePlace::Group);
        let (default, opaque) = (case.attrs.capnp_default.clone(), case.attrs.capnp_opaque);
        Case { number: stated.number, place, default, opaque }
    };
    let tag = match tag {
        Slot::Data(bit) => Some(bit),
        Slot::Nothing | Slot::Pointer(_) => None,
    };
    Union { tag, cases: union.cases.iter().map(case).collect() }
}

fn group_of(model: &Model, types: &Types, ty: &model::Type) -> Option<StructId> {
    let model::Type::Named(id) = ty else { return None };
    let is_group = model.as_struct(*id)?.attrs.capnp.as_ref()?.is_group;
    match types.of(ty) {
        Type::Struct(id) if is_group => Some(id),
        _ => None,
    }
}

pub(super) fn union_of<'m>(model: &'m Model, ty: &model::Type) -> Option<&'m model::Union> {
    match ty {
        model::Type::Named(id) => model.as_union(*id),
        _ => None,
    }
}

/// Returns a scalar as stored in a data section: enums have 16 bits regardless of their declared width.
pub(super) fn scalar(types: &Types, ty: &Type) -> Option<Scalar> {
    let scalar = Scalar::of(types, ty)?;
    Some(if matches!(ty, Type::Enum(_)) { Scalar { bits: 16, signed: false, ..scalar } } else { scalar })
}

pub(super) fn need(types: &Types, ty: &Type) -> Need {
    scalar(types, ty).map_or(Need::Pointer, |scalar| Need::Data(scalar.bits.ilog2() as usize))
}
