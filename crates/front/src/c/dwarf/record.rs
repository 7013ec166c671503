//! Structs and unions, with the places that the compiler gave their members.

use super::entry::{Entry, Place};
use super::reader::{Reader, is_identifier};
use super::types::MAX_DEPTH;
use crate::c::check::{self, Names};
use crate::c::tree::{Length, Member, Record, RecordId, Type};
use crate::c::{codes, measure};
use polywire_model::attr::ByteOrder;
use polywire_model::c::{CLayout, StatedLayout};
use polywire_source::{Diagnostic, Span};

impl Reader<'_> {
    pub(super) fn record(&mut self, place: Place, entry: &Entry, depth: usize) -> gimli::Result<RecordId> {
        if let Some(id) = self.records.get(&place) {
            return Ok(*id);
        }
        let key = self.key(place, entry);
        if let Some(id) = key.as_ref().and_then(|key| self.known_records.get(key)) {
            self.records.insert(place, *id);
            return Ok(*id);
        }
        let record = Record {
            declared: self.declared(place, entry),
            is_union: entry.tag == gimli::DW_TAG_union_type,
            layout: CLayout::default(),
            members: None,
            depth: 1,
            problems: Vec::new(),
            stated: None,
        };
        let id = RecordId(self.unit.records.len());
        self.unit.records.push(record);
        self.records.insert(place, id);
        key.map(|key| self.known_records.insert(key, id));
        if !entry.is_declaration {
            self.members(id, place, entry, depth)?;
        }
        Ok(id)
    }

    fn members(&mut self, id: RecordId, place: Place, entry: &Entry, depth: usize) -> gimli::Result<()> {
        let children = self.units.children(place)?;
        let children = children.into_iter().filter(|(_, it)| it.tag == gimli::DW_TAG_member && !it.is_static);
        let (mut members, mut starts, mut names) = (Vec::new(), Vec::new(), Names::default());
        for (_, child) in children {
            let ty = self.ty(child.ty, depth + 1)?;
            let member = member(&child, ty);
            let start = self.start(&child, &member.ty).and_then(|start| u32::try_from(start).ok());
            if let Type::Record(inner) = member.ty.element() {
                let depth = 1 + self.unit.records[inner.0].depth;
                self.unit.records[id.0].depth = depth.max(self.unit.records[id.0].depth);
            }
            let problem = self.problem(id, &member, (&child, start), &mut names);
            self.unit.records[id.0].problems.extend(problem);
            members.push(member);
            starts.push(start.unwrap_or_default());
        }
        let without_length = members.len().saturating_sub(1);
        for member in &mut members[..without_length] {
            has_no_elements(&mut member.ty);
        }
        if self.unit.records[id.0].is_union {
            members.iter_mut().for_each(|member| has_no_elements(&mut member.ty));
        }
        let Some(size) = entry.size.and_then(|size| u32::try_from(size).ok()) else {
            self.refuse(id, "its size is not stated".to_owned());
            return Ok(());
        };
        self.unit.records[id.0].members = Some(members);
        let align = self.find_layout(id, (size, &starts), entry.align);
        let stated = StatedLayout { abi: self.abi, size, align, starts };
        self.unit.records[id.0].stated = Some(stated);
        Ok(())
    }

    /// Returns what is not supported in a member.
    fn problem(
        &self,
        of: RecordId,
        it: &Member,
        (child, start): (&Entry, Option<u32>),
        names: &mut Names,
    ) -> Option<Diagnostic> {
        let refuse = |message: String| Some(refusal(message));
        let is_name = is_identifier(&it.name) || it.anonymous().is_some();
        if self.unit.records[of.0].depth > MAX_DEPTH {
            return refuse(format!("`{}` has too many structs inside of each other", it.name));
        }
        if !is_name || !names.add(&self.unit, it).is_empty() {
            return refuse(format!("`{}` is no name of a member, or that of another one", it.name));
        }
        if start.is_none() || (child.bits.is_some() && it.bits.is_none()) {
            return refuse(format!("the place of `{}` is not stated", it.name));
        }
        match check::member(&self.unit, it) {
            Err(problem) => Some(*problem),
            Ok(()) => check::unsupported(&self.unit, it),
        }
    }

    fn refuse(&mut self, id: RecordId, message: String) {
        self.unit.records[id.0].problems.push(refusal(message));
    }

    /// Returns the first bit of a member, as layouts count it.
    fn start(&self, it: &Entry, ty: &Type) -> Option<u64> {
        let first = it.location.unwrap_or_default().checked_mul(8)?;
        match (it.bits, it.data_bit_offset, it.bit_offset) {
            (None, _, _) => Some(first),
            (Some(_), Some(start), _) => first.checked_add(start),
            (Some(bits), None, before) => {
                let size = it.size.or_else(|| measure::shape(&self.unit, ty, self.abi).ok().map(|it| it.size))?;
                let before = before.unwrap_or_default();
                // The distance is that from the most significant bit of a unit at `first`.
                let distance = match self.abi.byte_order {
                    ByteOrder::Big => before,
                    ByteOrder::Little => {
                        i64::try_from(size.checked_mul(8)?.checked_sub(bits)?).ok()?.checked_sub(before)?
                    }
                };
                first.checked_add_signed(distance)
            }
        }
    }

    /// Finds the attributes with which the rules of the ABI lead to the stated places, and returns the alignment.
    fn find_layout(&mut self, id: RecordId, (size, starts): (u32, &[u32]), align: Option<u32>) -> u32 {
        let aligned = align.filter(|align| align.is_power_of_two());
        for packed in [false, true] {
            self.unit.records[id.0].layout = CLayout { packed, aligned, ..CLayout::default() };
            let Ok(layout) = measure::layout_of(&self.unit, id, self.abi) else { continue };
            let is_same = layout.items.iter().map(|it| it.start).eq(starts.iter().map(|start| u64::from(*start)));
            if is_same && layout.size == size {
                return layout.align;
            }
        }
        self.unit.records[id.0].layout = CLayout { aligned, ..CLayout::default() };
        let members = self.unit.records[id.0].members.iter().flatten();
        let aligns = members.filter_map(|it| measure::shape(&self.unit, &it.ty, self.abi).ok()).map(|it| it.align);
        let most = aligns.max().unwrap_or(1).max(aligned.unwrap_or(1));
        // No alignment is greater than the largest power of two that divides the size.
        if size == 0 { most } else { most.min(1 << size.trailing_zeros()) }
    }
}

fn member(it: &Entry, ty: Type) -> Member {
    let bits = it.bits.and_then(|bits| u8::try_from(bits).ok()).filter(|bits| *bits > 0);
    let aligned = it.align.filter(|align| align.is_power_of_two());
    Member {
        name: it.name.clone().unwrap_or_default(),
        span: Span::default(),
        ty,
        bits,
        layout: CLayout { aligned, ..CLayout::default() },
        doc: String::new(),
        deprecated: false,
        notes: Vec::new(),
    }
}

/// An array without a length that is not at the end of a struct has no elements.
fn has_no_elements(ty: &mut Type) {
    if let Type::Array(_, length @ Length::Flexible) = ty {
        *length = Length::Fixed(0);
    }
}

fn refusal(message: String) -> Diagnostic {
    Diagnostic::error(codes::UNSUPPORTED, message).help("write a header with the types of the messages")
}
