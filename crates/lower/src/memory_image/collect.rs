//! The plans of all records.

use super::cell::Cell;
use super::form::Form;
use super::padding;
use super::plan::{CasePlan, Flexible, Member, Record, Teller, Told, UnionPlan};
use super::unsupported::{
    ABSENT_BITS, FLEXIBLE, FLOAT, LABELS, NESTED_FLEXIBLE, OVERLAP, REST_IN_PADDING, TOLD, TYPE, no_layout,
};
use crate::Unsupported;
use crate::plan::field_path;
use crate::unsupported::{UnsupportedFeature, none_of};
use polywire_ir::types::{Named, Type, Types};
use polywire_model::c::layout::{Layout, Layouts, Placed};
use polywire_model::c::{CEnum, CItem, CMember, CRecord, CScalar, CText, CType, FloatForm};
use polywire_model::{Decl, DeclId, DeclKind, Field, Model, Presence, Union};
use std::collections::BTreeMap;

/// Plans the structs and the unions of a model, by their ids.
pub(super) fn collect(model: &Model, types: &Types) -> Result<(Vec<Record>, Vec<UnionPlan>), Vec<Unsupported>> {
    let layouts = Layouts::new(model, model.options.memory.abi);
    let mut errors = Vec::new();
    let (mut records, mut unions) = (Vec::new(), Vec::new());
    for (decl, index) in model.decls.iter().zip(0..) {
        let id = DeclId(index);
        let mut planner = Planner { model, types, layouts: &layouts, decl, id, errors: &mut errors };
        match &decl.kind {
            DeclKind::Struct(it) => records.push(if it.is_entry { Record::default() } else { planner.record() }),
            DeclKind::Union(it) => unions.push(planner.union(it)),
            DeclKind::Enum(_) | DeclKind::Constant(_) => {}
        }
    }
    none_of(errors)?;
    Ok((records, unions))
}

struct Planner<'a, 'm> {
    model: &'m Model,
    types: &'a Types,
    layouts: &'a Layouts<'m>,
    decl: &'m Decl,
    id: DeclId,
    errors: &'a mut Vec<Unsupported>,
}

/// A member of C with its place, members of anonymous structs among them.
struct Leaf<'m> {
    member: &'m CMember,
    is_teller: bool,
    start: u64,
    placed: Placed,
}

impl<'m> Planner<'_, 'm> {
    fn refuse(&mut self, member: &str, feature: UnsupportedFeature) {
        self.errors.push(feature.at(self.decl.span, field_path(self.decl, member)));
    }

    fn layout(&mut self) -> Option<(&'m CRecord, Layout)> {
        match (self.layouts.record(self.id), self.layouts.of(self.id)) {
            (Some(record), Ok(layout)) => Some((record, layout)),
            (_, Err(error)) => {
                self.errors.push(no_layout(self.decl, &error));
                None
            }
            (None, Ok(_)) => None,
        }
    }

    fn record(&mut self) -> Record {
        let Some((record, layout)) = self.layout() else { return Record::default() };
        if record.overlap {
            self.refuse("", OVERLAP);
            return Record::default();
        }
        let mut leaves = Vec::new();
        self.flatten(record, &layout, 0, &mut leaves);
        let cells: BTreeMap<&str, Cell> =
            leaves.iter().filter_map(|leaf| Some((leaf.member.name.as_str(), cell_of(leaf)?))).collect();
        let mut plan = Record { size: layout.size, ..Record::default() };
        let mut told_by: BTreeMap<&str, usize> = BTreeMap::new();
        for leaf in leaves.iter().filter(|leaf| !leaf.is_teller) {
            self.leaf(leaf, &cells, &mut plan);
            if let (Some(teller), false) = (&leaf.member.told_by, plan.members.is_empty()) {
                told_by.insert(teller, plan.members.len() - 1);
            }
        }
        let flexible = plan.flexible.as_ref().and_then(|it| it.count);
        for leaf in leaves.iter().filter(|leaf| leaf.is_teller) {
            // Others, such as arrays without elements, tell nothing; a member that is told by one is refused above.
            let Some(cell) = cell_of(leaf) else { continue };
            let about = told_by.get(leaf.member.name.as_str()).copied().filter(|_| flexible != Some(cell));
            plan.tellers.push(Teller { cell, about });
        }
        plan.length = record.length.as_deref().and_then(|name| cells.get(name).copied());
        plan.padding = padding::of(&plan, self.layouts.abi().byte_order);
        if plan.length.is_some() {
            plan.fresh = vec![0; plan.size as usize];
        }
        plan
    }

    fn flatten(&mut self, record: &'m CRecord, layout: &Layout, base: u64, leaves: &mut Vec<Leaf<'m>>) {
        for (item, placed) in record.items.iter().zip(&layout.items) {
            let start = base + placed.start;
            match (item, &placed.inner) {
                (CItem::Member(member), _) => {
                    leaves.push(Leaf { member, is_teller: false, start, placed: placed.clone() });
                }
                (CItem::Teller(member), _) => {
                    leaves.push(Leaf { member, is_teller: true, start, placed: placed.clone() });
                }
                (CItem::Anonymous(inner), _) if inner.overlap => self.refuse(&inner.name, OVERLAP),
                (CItem::Anonymous(inner), Some(layout)) => self.flatten(inner, layout, start, leaves),
                (CItem::Anonymous(_) | CItem::Padding { .. }, _) => {}
            }
        }
    }

    fn leaf(&mut self, leaf: &Leaf<'_>, cells: &BTreeMap<&str, Cell>, plan: &mut Record) {
        let name = &leaf.member.name;
        let Some((index, field)) = self.field(name) else { return self.refuse(name, TYPE) };
        let ty = self.types.of(&field.ty);
        let told = match leaf.member.told_by.as_deref().map(|teller| cells.get(teller)) {
            None => None,
            Some(None) => return self.refuse(name, TOLD),
            Some(Some(cell)) => Some(*cell),
        };
        if let CType::Array(element, None) = &leaf.member.ty {
            return self.flexible(leaf, (index, ty, element), told, plan);
        }
        let told = told.map(|cell| match (&ty, field.presence) {
            (Type::Union(_), _) => Told::Tag(cell),
            (_, Presence::Optional) => Told::Presence(cell),
            _ => Told::Count(cell),
        });
        let is_told = matches!(told, Some(Told::Presence(_)));
        let is_optional = field.presence == Presence::Optional && !matches!(ty, Type::Union(_));
        if is_optional != is_told || (is_told && leaf.member.bits.is_some()) {
            return self.refuse(name, ABSENT_BITS);
        }
        let is_counted = matches!(told, Some(Told::Count(_)));
        match self.form(&ty, &leaf.member.ty, leaf, is_counted) {
            Some(form) => {
                let at = (leaf.start / 8) as u32;
                plan.members.push(Member { index, presence: field.presence, ty, at, form, told });
            }
            None => self.refuse(name, TYPE),
        }
    }

    fn field(&self, name: &str) -> Option<(u32, &'m Field)> {
        let it = self.model.as_struct(self.id)?;
        let index = it.fields.iter().position(|field| field.name == name)?;
        Some((index as u32, &it.fields[index]))
    }

    fn flexible(
        &mut self,
        leaf: &Leaf<'_>,
        (index, ty, element): (u32, Type, &CType),
        count: Option<Cell>,
        plan: &mut Record,
    ) {
        let (name, at) = (&leaf.member.name, (leaf.start / 8) as u32);
        let inner = match &ty {
            Type::List(inner) => (**inner).clone(),
            Type::Text { .. } | Type::Bytes => Type::int(8, false),
            _ => return self.refuse(name, FLEXIBLE),
        };
        let Some(stride) = self.size(&inner, element) else { return self.refuse(name, FLEXIBLE) };
        let Some(form) = self.element(&inner, element, leaf) else { return self.refuse(name, TYPE) };
        let is_text = matches!(ty, Type::Text { .. });
        if count.is_none() && !is_text && at + stride <= plan.size {
            return self.refuse(name, REST_IN_PADDING);
        }
        plan.flexible = Some(Flexible { index, at, stride, ty, element: (inner, form), count });
    }

    /// Returns the form of a member whose elements may be counted.
    fn form(&mut self, ty: &Type, c: &CType, leaf: &Leaf<'_>, is_counted: bool) -> Option<Form> {
        match (ty, c) {
            (_, CType::Aligned(inner, _)) => self.form(ty, inner, leaf, is_counted),
            (Type::List(inner), CType::Array(element, Some(len))) if is_counted => {
                self.array((inner, element), (*len, true), leaf)
            }
            (Type::Text { .. } | Type::Bytes, CType::Array(element, Some(len))) if is_counted => {
                (self.size(&Type::int(8, false), element)? == 1).then_some(Form::Counted(*len))
            }
            _ if is_counted => None,
            (_, CType::Scalar(_) | CType::Enum(_)) => self.scalar(ty, c, cell_of(leaf)),
            _ => self.element(ty, c, leaf),
        }
    }

    fn array(&mut self, (ty, c): (&Type, &CType), (len, is_list): (u32, bool), leaf: &Leaf<'_>) -> Option<Form> {
        let element = Box::new(self.element(ty, c, leaf)?);
        let stride = self.size(ty, c)?;
        Some(Form::Array { ty: ty.clone(), element, len, is_list, stride })
    }

    /// Returns the form of a value that starts at a byte of its own, and about which no other member tells anything.
    fn element(&mut self, ty: &Type, c: &CType, leaf: &Leaf<'_>) -> Option<Form> {
        match (ty, c) {
            (_, CType::Aligned(inner, _)) => self.element(ty, inner, leaf),
            (_, CType::Scalar(_) | CType::Enum(_)) => {
                let shape = shape(self.layouts, c)?;
                let signed = is_signed(c, shape.1);
                self.scalar(ty, c, Some(Cell { start: 0, bits: u8::try_from(8 * shape.0).ok()?, signed }))
            }
            (Type::Text { .. }, CType::Array(_, Some(len))) => {
                let text = if leaf.member.text == CText::Bytes { CText::Nul } else { leaf.member.text };
                Some(Form::Text(*len, text))
            }
            (Type::FixedBytes(len, _), CType::Array(element, Some(of))) => {
                (self.size(&Type::int(8, false), element)? == 1 && len == of).then_some(Form::Bytes(*len))
            }
            (Type::Array(inner, len), CType::Array(element, Some(of))) if len == of => {
                self.array((inner, element), (*len, false), leaf)
            }
            (Type::Bytes, CType::Array(element, Some(len))) => {
                (self.size(&Type::int(8, false), element)? == 1).then_some(Form::Bytes(*len))
            }
            (Type::Bytes | Type::FixedBytes(..), CType::Record(record)) => {
                let size = self.layouts.lay_out(record, None).ok()?.size;
                let fits = !matches!(ty, Type::FixedBytes(len, _) if *len != size);
                fits.then_some(Form::Bytes(size))
            }
            (Type::Struct(id), CType::Named) => {
                let decl = self.decl_of(Named::Struct(*id))?;
                if self.layouts.record(decl).is_some_and(is_flexible) {
                    self.refuse(&leaf.member.name, NESTED_FLEXIBLE);
                }
                Some(Form::Struct(*id, self.size(ty, c)?))
            }
            (Type::Union(id), CType::Named) => Some(Form::Union(*id, self.size(ty, c)?)),
            _ => None,
        }
    }

    fn scalar(&mut self, ty: &Type, c: &CType, cell: Option<Cell>) -> Option<Form> {
        match (ty, c) {
            (Type::FixedBytes(16, _), CType::Scalar(CScalar::LongDouble)) => {
                let form = self.layouts.abi().long_double;
                if form == FloatForm::DoubleDouble {
                    self.errors.push(FLOAT.at(self.decl.span, self.decl.path()));
                }
                Some(Form::Float(form, self.layouts.abi().long_double_size.0.into()))
            }
            (Type::FixedBytes(16, _), CType::Scalar(CScalar::Exact { bits: 128, .. })) => Some(Form::Wide),
            (Type::Float { bits: 32 }, CType::Scalar(CScalar::Float)) => cell.map(Form::Number),
            (Type::Float { bits: 64 }, CType::Scalar(CScalar::Double)) => cell.map(Form::Number),
            (Type::Int { signed, .. }, CType::Scalar(CScalar::Char)) => {
                cell.map(|cell| Form::Number(Cell { signed: *signed, ..cell }))
            }
            (Type::Bool | Type::Int { .. } | Type::Enum(_), CType::Enum(_)) => cell.map(Form::Number),
            (Type::Bool | Type::Int { .. } | Type::Enum(_), CType::Scalar(it)) if it.is_integer() => {
                cell.filter(|cell| cell.bits <= 64).map(Form::Number)
            }
            _ => None,
        }
    }

    /// Returns the bytes of an element.
    fn size(&mut self, ty: &Type, c: &CType) -> Option<u32> {
        let size = match (ty, c) {
            (_, CType::Scalar(_) | CType::Enum(_)) => shape(self.layouts, c)?.0,
            (_, CType::Aligned(inner, _)) => return self.size(ty, inner),
            (Type::Array(inner, _), CType::Array(element, Some(len))) => {
                u64::from(self.size(inner, element)?) * u64::from(*len)
            }
            (_, CType::Array(element, Some(len))) => {
                u64::from(self.size(&Type::int(8, false), element)?) * u64::from(*len)
            }
            (Type::Struct(id), CType::Named) => self.layouts.of(self.decl_of(Named::Struct(*id))?).ok()?.size.into(),
            (Type::Union(id), CType::Named) => self.layouts.of(self.decl_of(Named::Union(*id))?).ok()?.size.into(),
            (_, CType::Record(record)) => self.layouts.lay_out(record, None).ok()?.size.into(),
            (_, CType::Array(_, None) | CType::Named) => return None,
        };
        u32::try_from(size).ok()
    }

    fn decl_of(&self, named: Named) -> Option<DeclId> {
        let index = self.types.of_decl.iter().position(|it| *it == named)?;
        Some(DeclId(index as u32))
    }

    fn union(&mut self, it: &'m Union) -> UnionPlan {
        let Some((record, layout)) = self.layout() else { return UnionPlan::default() };
        let mut plan = UnionPlan { size: layout.size, cases: Vec::new() };
        for (case, place) in it.cases.iter().zip(self.model.case_places(it)) {
            let label = match case.labels.as_slice() {
                [label] if !case.is_default => *label,
                [] if !case.is_default && it.discriminator.is_none() => i128::from(place) + 1,
                _ => {
                    self.refuse(&case.name, LABELS);
                    continue;
                }
            };
            let item = record.items.iter().zip(&layout.items).find_map(|(item, placed)| match item {
                CItem::Member(member) if member.name == case.name => Some((member, placed)),
                CItem::Member(_) | CItem::Teller(_) | CItem::Padding { .. } | CItem::Anonymous(_) => None,
            });
            let value = match (&case.ty, item) {
                (None, _) => None,
                (Some(ty), Some((member, placed))) => {
                    let ty = self.types.of(ty);
                    let leaf = Leaf { member, is_teller: false, start: placed.start, placed: placed.clone() };
                    match self.form(&ty, &member.ty, &leaf, false) {
                        Some(form) => Some((ty, placed.offset(), form)),
                        None => {
                            self.refuse(&case.name, TYPE);
                            None
                        }
                    }
                }
                (Some(_), None) => {
                    self.refuse(&case.name, TYPE);
                    None
                }
            };
            plan.cases.push(CasePlan { label, value });
        }
        plan
    }
}

/// Returns true if the last member of a record is a flexible array.
fn is_flexible(record: &CRecord) -> bool {
    record.items.iter().any(|item| match item {
        CItem::Member(member) => matches!(member.ty, CType::Array(_, None)),
        CItem::Anonymous(inner) => is_flexible(inner),
        CItem::Teller(_) | CItem::Padding { .. } => false,
    })
}

/// Returns the place of a number, from the start of the record.
fn cell_of(leaf: &Leaf<'_>) -> Option<Cell> {
    let bits = leaf.placed.bits.map_or_else(|| u8::try_from(8 * leaf.placed.shape.size).ok(), Some)?;
    let is_number = scalar_of(&leaf.member.ty).is_some();
    let signed = is_signed(&leaf.member.ty, leaf.placed.shape.is_unsigned);
    is_number.then_some(Cell { start: leaf.start, bits, signed })
}

fn scalar_of(c: &CType) -> Option<&CType> {
    match c {
        CType::Scalar(_) | CType::Enum(_) => Some(c),
        CType::Aligned(inner, _) => scalar_of(inner),
        CType::Named | CType::Record(_) | CType::Array(..) => None,
    }
}

/// Returns true for an integer with a sign.
fn is_signed(c: &CType, is_unsigned: bool) -> bool {
    match c {
        CType::Scalar(CScalar::Float | CScalar::Double | CScalar::LongDouble) => false,
        CType::Aligned(inner, _) => is_signed(inner, is_unsigned),
        CType::Scalar(_) | CType::Enum(CEnum { .. }) | CType::Named | CType::Record(_) | CType::Array(..) => {
            !is_unsigned
        }
    }
}

/// Returns the bytes of a scalar, and whether it has no sign.
fn shape(layouts: &Layouts<'_>, c: &CType) -> Option<(u64, bool)> {
    match c {
        CType::Scalar(it) => it.shape(layouts.abi()).map(|it| (it.size, it.is_unsigned)),
        CType::Enum(it) => Some(it.shape(layouts.abi())).map(|it| (it.size, it.is_unsigned)),
        CType::Aligned(inner, _) => shape(layouts, inner),
        CType::Named | CType::Record(_) | CType::Array(..) => None,
    }
}
