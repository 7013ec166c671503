//! Values whose type the document tells (`xsi:type`).

use super::Xml;
use super::children::index_of;
use super::level::Level;
use super::plan::{Content, Item};
use super::tokens::Inside;
use crate::plan::{Slot, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Block, Const, ErrorCode, Expr, Place};

/// Returns true for the type of elements that do not tell it.
fn is_declared(item: &Item) -> bool {
    item.member.xml.name.is_none()
}

impl Xml<'_> {
    /// Reads a value of the type that the tag tells.
    pub(super) fn read_typed(&self, b: &mut FunctionBuilder, content: &Content, owner: &Place, inside: Inside) {
        let [is_told, namespace, local] = self.tokens.told_type(b, inside);
        let names: Vec<_> = content.types.iter().map(|item| &item.name).collect();
        let told = index_of(b, &names, namespace, local);
        let declared = content.types.iter().zip(1u64..).find(|(item, _)| is_declared(item));
        let index = Expr::from(is_told).choose(told, declared.map_or(0, |(_, number)| number));
        let arms = content.types.iter().zip(1u64..).map(|(item, number)| Arm {
            keys: vec![Const::U64(number)],
            body: block(b, |b| {
                let ty = &item.member.ty;
                item.member.read_new(b, owner, |b, place| self.read_value(b, ty, place, inside));
            }),
        });
        let arms = arms.collect();
        let other = block(b, |b| b.fail(ErrorCode::WrongKind));
        b.switch(index, arms, other, &[]);
    }

    /// Writes the rest of a tag, with the type, and the content.
    pub(super) fn write_typed(&self, b: &mut FunctionBuilder, content: &Content, owner: &Place, level: &Level) {
        let arms = content.types.iter().filter_map(|item| {
            let Slot::Case { case, .. } = item.member.slot else { return None };
            let body = block(b, |b| {
                if !is_declared(item) {
                    let attribute = self.names.xsi("type");
                    b.write_bytes(format!(" {attribute}=\"{}\"", self.names.element(&item.name)).as_bytes());
                }
                self.write_value(b, &item.member.ty, item.member.value_place(owner), level);
            });
            Some(Arm { keys: vec![Const::U64(u64::from(case) + 1)], body })
        });
        let arms = arms.collect();
        let none = Block { ops: block(b, |b| b.write_bytes(b">")).ops, ..Block::default() };
        b.switch(Expr::Case(owner.clone()), arms, none, &[]);
    }
}
