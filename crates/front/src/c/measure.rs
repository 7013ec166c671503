//! Sizes and places for an ABI, before there is a model: all that a type is made of becomes one record.

use super::tree::{Length, Member, RecordId, Type, Unit};
use polywire_model::Model;
use polywire_model::c::layout::{Layout, Layouts, Shape};
use polywire_model::c::{Abi, CItem, CMember, CRecord, CScalar, CText, CType};

/// Limit on the items of a record with all records inside of it, against unions that double each other.
const MAX_ITEMS: usize = 4_000;

/// Limit on the members that are measured for a file, against one that asks for large sizes again and again.
const MAX_MEASURED: usize = 1_000_000;

/// Returns the size and the alignment of a type.
pub(super) fn shape(unit: &Unit, ty: &Type, abi: &'static Abi) -> Result<Shape, String> {
    let ty = Inliner { unit, items: 0 }.ty(ty)?;
    let record = CRecord { items: vec![CItem::Member(member("", ty))], ..CRecord::default() };
    let layout = layout(&record, abi)?;
    layout.items.first().map(|it| it.shape).ok_or_else(|| "it has no size".to_owned())
}

/// Returns the first byte of a member, which is given by its name and those of the members inside of it.
pub(super) fn offset(unit: &Unit, ty: &Type, path: &[String], abi: &'static Abi) -> Result<u64, String> {
    let Some((name, rest)) = path.split_first() else { return Ok(0) };
    let Type::Record(id) = ty.plain() else { return Err("it is no struct or union".to_owned()) };
    let record = record(unit, *id)?;
    let layout = layout(&record, abi)?;
    let members = unit.records[id.0].members.iter().flatten();
    for (member, placed) in members.zip(&layout.items) {
        let start = u64::from(placed.offset());
        if member.name == *name {
            return Ok(start + offset(unit, &member.ty, rest, abi)?);
        }
        if let Some(inner) = member.anonymous().filter(|it| holds(unit, *it, name)) {
            return Ok(start + offset(unit, &Type::Record(inner), path, abi)?);
        }
    }
    Err(format!("there is no member `{name}`"))
}

fn holds(unit: &Unit, id: RecordId, name: &str) -> bool {
    let mut members = unit.records[id.0].members.iter().flatten();
    members.any(|it| it.name == name || it.anonymous().is_some_and(|inner| holds(unit, inner, name)))
}

/// Returns a record with all that it is made of.
pub(super) fn record(unit: &Unit, id: RecordId) -> Result<CRecord, String> {
    Inliner { unit, items: 0 }.record(id)
}

/// Returns the layout of a record.
pub(super) fn layout_of(unit: &Unit, id: RecordId, abi: &'static Abi) -> Result<Layout, String> {
    layout(&record(unit, id)?, abi)
}

/// Returns a type without references to declarations.
pub(super) fn inline_type(unit: &Unit, ty: &Type) -> Result<CType, String> {
    Inliner { unit, items: 0 }.ty(ty)
}

/// Returns a complex number: its real and its imaginary part.
pub(super) fn complex(part: CScalar) -> CRecord {
    let name = match part {
        CScalar::Float => "float _Complex",
        CScalar::LongDouble => "long double _Complex",
        _ => "double _Complex",
    };
    let items = ["real", "imaginary"].map(|name| CItem::Member(member(name, CType::Scalar(part))));
    CRecord { name: name.to_owned(), items: items.into(), ..CRecord::default() }
}

pub(super) fn member(name: &str, ty: CType) -> CMember {
    CMember { name: name.to_owned(), ty, bits: None, layout: Default::default(), told_by: None, text: CText::default() }
}

fn layout(record: &CRecord, abi: &'static Abi) -> Result<Layout, String> {
    let found = Layouts::new(&Model::default(), abi).lay_out(record, None);
    found.map_err(|error| format!("`{}` {}", error.member, error.kind.text()))
}

struct Inliner<'u> {
    unit: &'u Unit,
    items: usize,
}

impl Inliner<'_> {
    fn record(&mut self, id: RecordId) -> Result<CRecord, String> {
        let found = &self.unit.records[id.0];
        let name = found.declared.name().unwrap_or_default().to_owned();
        let members = found.members.as_ref().ok_or_else(|| format!("`{name}` is incomplete"))?;
        let items = members.iter().map(|it| self.item(it)).collect::<Result<_, String>>()?;
        let stated = found.stated.clone();
        Ok(CRecord { name, items, overlap: found.is_union, layout: found.layout, stated, ..CRecord::default() })
    }

    fn item(&mut self, it: &Member) -> Result<CItem, String> {
        self.items += 1;
        self.unit.measured.set(self.unit.measured.get() + 1);
        if self.unit.measured.get() > MAX_MEASURED {
            return Err("too many members are measured in this file".to_owned());
        }
        if self.items > MAX_ITEMS {
            return Err(format!("it has more than {MAX_ITEMS} members with those of the structs in it"));
        }
        if let Some(id) = it.anonymous() {
            return Ok(CItem::Anonymous(self.record(id)?));
        }
        let ty = self.ty(&it.ty)?;
        Ok(match (it.bits, scalar(&ty)) {
            (Some(bits), Some(ty)) if it.name.is_empty() => CItem::Padding { ty, bits, layout: it.layout },
            _ => CItem::Member(CMember { bits: it.bits, layout: it.layout, ..member(&it.name, ty) }),
        })
    }

    fn ty(&mut self, ty: &Type) -> Result<CType, String> {
        Ok(match ty {
            Type::Scalar(it) | Type::Character(it) => CType::Scalar(*it),
            Type::Complex(part) => CType::Record(Box::new(complex(*part))),
            Type::Record(id) => CType::Record(Box::new(self.record(*id)?)),
            Type::Enum(id) => CType::Enum(self.unit.enums[id.0].facts),
            Type::Array(element, Length::Fixed(len)) => CType::Array(Box::new(self.ty(element)?), Some(*len)),
            Type::Array(element, Length::Flexible) => CType::Array(Box::new(self.ty(element)?), None),
            Type::Aligned(inner, align) => CType::Aligned(Box::new(self.ty(inner)?), *align),
            Type::Pointer => CType::Scalar(CScalar::Pointer { signed: false }),
            Type::Void | Type::Function => return Err("it has no size".to_owned()),
            Type::Unsupported(name) => return Err(format!("the type `{name}` is not supported")),
            Type::Invalid => return Err("the type is not known".to_owned()),
        })
    }
}

/// The scalar of a bit-field without a name.
pub(super) fn scalar(ty: &CType) -> Option<CScalar> {
    match ty {
        CType::Scalar(it) => Some(*it),
        CType::Aligned(inner, _) => scalar(inner),
        CType::Enum(it) => Some(CScalar::Int { signed: it.min < 0 }),
        CType::Named | CType::Record(_) | CType::Array(..) => None,
    }
}
