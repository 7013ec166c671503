//! Assertions of sizes and offsets, by which a compiler tells whether it has the same layout.

use super::Printer;
use super::names::escaped;
use polywire_model::DeclId;
use polywire_model::c::layout::Layout;
use polywire_model::c::{CItem, CRecord};

impl Printer<'_> {
    pub(super) fn assertions(&mut self, id: DeclId, record: &CRecord) {
        let Some(layouts) = &self.layouts else { return };
        let name = self.names.record(id);
        let layout = match layouts.of(id) {
            Ok(layout) => layout,
            Err(error) => {
                let abi = layouts.abi().name;
                return self.lost.push(format!(
                    "the layout of {name} for {abi}: `{}` {}",
                    error.member,
                    error.kind.text()
                ));
            }
        };
        self.out.line(format!("_Static_assert(sizeof({name}) == {}, \"size of {name}\");", layout.size));
        self.offsets(&name, record, &layout, 0);
    }

    fn offsets(&mut self, of: &str, record: &CRecord, layout: &Layout, start: u32) {
        for (item, placed) in record.items.iter().zip(&layout.items) {
            let offset = start + placed.offset();
            match item {
                CItem::Member(member) | CItem::Teller(member) if member.bits.is_none() => {
                    let name = escaped(&member.name);
                    self.out.line(format!("_Static_assert(offsetof({of}, {name}) == {offset}, \"{of}.{name}\");"));
                }
                CItem::Anonymous(inner) => {
                    if let Some(layout) = &placed.inner {
                        self.offsets(of, inner, layout, offset);
                    }
                }
                CItem::Member(_) | CItem::Teller(_) | CItem::Padding { .. } => {}
            }
        }
    }
}
