//! Records: each item in its turn.

use super::bits::{Cursor, Item};
use super::{Layout, LayoutError, LayoutErrorKind, Layouts, Placed, Shape, gnu, microsoft};
use crate::DeclId;
use crate::c::{BitFields, CItem, CLayout, CMember, CRecord, CType, StatedLayout};

/// The largest size of a record in bytes.
pub(super) const LARGEST: u64 = 1 << 31;

impl Layouts<'_> {
    /// Returns the layout of a record. Its members of declared types are those of a declaration of the model.
    ///
    /// # Errors
    /// If it has none.
    pub fn lay_out(&self, record: &CRecord, owner: Option<DeclId>) -> Result<Layout, LayoutError> {
        let mut items = Vec::new();
        for item in &record.items {
            items.push(self.item(record, owner, item)?);
        }
        match &record.stated {
            Some(stated) => self.stated(record, items, stated),
            None => self.computed(record, items),
        }
    }

    fn computed(&self, record: &CRecord, items: Vec<Item>) -> Result<Layout, LayoutError> {
        let error = |kind| LayoutError { member: record.name.clone(), kind };
        let declared = record.layout.aligned.unwrap_or(1);
        if !declared.is_power_of_two() || !record.layout.pack.unwrap_or(1).is_power_of_two() {
            return Err(error(LayoutErrorKind::Alignment));
        }
        let is_microsoft = self.abi().bit_fields == BitFields::Microsoft;
        let is_microsoft = record.layout.ms_bit_fields.unwrap_or(is_microsoft);
        let mut cursor = Cursor::new(self.abi(), record, is_microsoft);
        let mut placed = Vec::new();
        for item in items {
            let start =
                if is_microsoft { microsoft::place(&mut cursor, &item) } else { gnu::place(&mut cursor, &item) };
            if cursor.end() / 8 > LARGEST {
                return Err(error(LayoutErrorKind::TooLarge));
            }
            placed.push(item.at(start));
        }
        let (size, align) = cursor.finish();
        // An attribute of the type makes all of its alignment a declared one.
        let of_all = if record.layout.aligned.is_some() { align } else { 1 };
        match size <= LARGEST {
            true => Ok(Layout { size: size as u32, align, declared: cursor.declared.max(of_all), items: placed }),
            false => Err(error(LayoutErrorKind::TooLarge)),
        }
    }

    fn stated(&self, record: &CRecord, items: Vec<Item>, stated: &StatedLayout) -> Result<Layout, LayoutError> {
        let error = |member: &str| LayoutError { member: member.to_owned(), kind: LayoutErrorKind::Stated };
        if stated.abi != self.abi() {
            return Err(LayoutError { member: record.name.clone(), kind: LayoutErrorKind::OtherAbi });
        }
        if stated.starts.len() != items.len() || !stated.align.is_power_of_two() {
            return Err(error(&record.name));
        }
        let mut placed = Vec::new();
        for (item, start) in items.into_iter().zip(&stated.starts) {
            let end = u64::from(*start) + item.width();
            if end > u64::from(stated.size) * 8 || (item.bits.is_none() && start % 8 != 0) {
                return Err(error(&item.name));
            }
            placed.push(item.at((*start).into()));
        }
        Ok(Layout { size: stated.size, align: stated.align, declared: stated.align, items: placed })
    }

    fn item(&self, record: &CRecord, owner: Option<DeclId>, item: &CItem) -> Result<Item, LayoutError> {
        match item {
            CItem::Member(member) | CItem::Teller(member) => self.member(record, owner, member),
            CItem::Padding { ty, bits, layout } => {
                let error = |kind| LayoutError { member: record.name.clone(), kind };
                let shape = ty.shape(self.abi()).ok_or_else(|| error(LayoutErrorKind::NoInt128))?;
                let item = Item::new(String::new(), record, shape, Some(*bits), *layout, None);
                checked(item, ty.is_integer())
            }
            CItem::Anonymous(inner) => {
                let layout = self.lay_out(inner, owner)?;
                let shape = Shape {
                    size: layout.size.into(),
                    align: layout.align,
                    is_unsigned: true,
                    declared: layout.declared,
                };
                Ok(Item::new(inner.name.clone(), record, shape, None, CLayout::default(), Some(layout)))
            }
        }
    }

    fn member(&self, record: &CRecord, owner: Option<DeclId>, member: &CMember) -> Result<Item, LayoutError> {
        let shape = self.shape(owner, member)?;
        let inner = match &member.ty {
            CType::Record(inner) => Some(self.lay_out(inner, None)?),
            CType::Scalar(_) | CType::Enum(_) | CType::Named | CType::Array(..) | CType::Aligned(..) => None,
        };
        let item = Item::new(member.name.clone(), record, shape, member.bits, member.layout, inner);
        checked(item, is_integer(&member.ty))
    }
}

fn is_integer(ty: &CType) -> bool {
    match ty {
        CType::Scalar(it) => it.is_integer(),
        CType::Enum(_) => true,
        CType::Aligned(inner, _) => is_integer(inner),
        CType::Named | CType::Record(_) | CType::Array(..) => false,
    }
}

fn checked(item: Item, is_integer: bool) -> Result<Item, LayoutError> {
    let kind = match item.bits {
        Some(bits) if !is_integer || u64::from(bits) > 8 * item.shape.size => LayoutErrorKind::BitField,
        _ if item.declared.is_some_and(|it| !it.is_power_of_two()) => LayoutErrorKind::Alignment,
        _ => return Ok(item),
    };
    Err(LayoutError { member: item.name, kind })
}

impl Item {
    fn at(self, start: u64) -> Placed {
        Placed { start, bits: self.bits, shape: self.shape, inner: self.inner }
    }
}
